func.func @equal() {
  %c = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %x = stablehlo.optimization_barrier %c : tensor<3xf32>
  check.expect_eq %x, %c : tensor<3xf32>
  func.return
}
func.func @nearly_equal() {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<[1.00001, 1.99999]> : tensor<2xf32>
  check.expect_almost_eq %c, %d : tensor<2xf32>
  func.return
}
func.func @probed() {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %x = interpreter.probe %c, probe_id = "x" : tensor<2xi32>
  check.expect_serialized_eq %x, probe_id = "x" : tensor<2xi32>
  func.return
}
