func.func @halves() {
  %c0 = stablehlo.constant dense<[0x3F000000, 0xBF000000, 0x3FC00000, 0x40200000, 0xC0200000, 0x3EFFFFFF, 0x7F800000]> : tensor<7xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<7xf32>
  %result = stablehlo.round_nearest_afz %x0 : tensor<7xf32>
  check.expect_eq_const %result, dense<[0x3F800000, 0xBF800000, 0x40000000, 0x40400000, 0xC0400000, 0x00000000, 0x7F800000]> : tensor<7xf32>
  func.return
}
