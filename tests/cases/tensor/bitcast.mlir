func.func @reals() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = tensor.bitcast %x0 : tensor<2x3xi32> to tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[0x00000000, 0x00000001, 0x00000002], [0x00000003, 0x00000004, 0x00000005]]> : tensor<2x3xf32>
  func.return
}
