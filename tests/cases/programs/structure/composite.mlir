func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
func.func @decomposed() {
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2xi32>
  %0 = stablehlo.composite "test.twice" %x {decomposition = @twice} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, -4]> : tensor<2xi32>
  func.return
}
