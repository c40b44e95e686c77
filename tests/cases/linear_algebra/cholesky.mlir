func.func @lower() {
  %c0 = stablehlo.constant dense<[[0x40800000, 0x40000000, 0xC0800000], [0x40000000, 0x41200000, 0xBF000000], [0xC0800000, 0xBF000000, 0x40D00000]]> : tensor<3x3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x3xf32>
  %result = stablehlo.cholesky %x0, lower = true : tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[0x40000000, 0x00000000, 0x00000000], [0x3F800000, 0x40400000, 0x00000000], [0xC0000000, 0x3F000000, 0x3FC00000]]> : tensor<3x3xf32>
  func.return
}
