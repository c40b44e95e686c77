func.func @tanh_f32() {
  %c0 = stablehlo.constant dense<[0xC0400000, 0xC0200000, 0xC0000000, 0xBFC00000, 0xBF800000, 0xBF000000, 0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40200000, 0x40400000]> : tensor<13xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<13xf32>
  %result = stablehlo.tanh %x0 : tensor<13xf32>
  check.expect_almost_eq_const %result, dense<[0xBF7EBBE9, 0xBF7C92C1, 0xBF76CA83, 0xBF67B7CC, 0xBF42F7D6, 0xBEEC9A9F, 0x00000000, 0x3EEC9A9F, 0x3F42F7D6, 0x3F67B7CC, 0x3F76CA83, 0x3F7C92C1, 0x3F7EBBE9]> : tensor<13xf32>
  func.return
}
