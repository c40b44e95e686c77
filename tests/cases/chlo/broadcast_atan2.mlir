func.func @atan2_f64() {
  %c0 = stablehlo.constant dense<[[0x4018000000000000, 0x401E000000000000, 0x3FE0000000000000], [0x4000000000000000, 0x3FF0000000000000, 0x4022000000000000]]> : tensor<2x3xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xf64>
  %c1 = stablehlo.constant dense<[0x4008000000000000, 0x4000000000000000, 0x3FD0000000000000]> : tensor<3xf64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xf64>
  %result = chlo.broadcast_atan2 %x0, %x1 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<[[0x3FF1B6E192EBBE44, 0x3FF4F68DEA672618, 0x3FF1B6E192EBBE44], [0x3FE2D0EAD6066395, 0x3FDDAC670561BB4F, 0x3FF8B03BB4C4D9C4]]> : tensor<2x3xf64>
  func.return
}
