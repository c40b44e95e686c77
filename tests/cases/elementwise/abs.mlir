func.func @abs_f32() {
  %c0 = stablehlo.constant dense<[0xC0400000, 0xC0200000, 0xC0000000, 0xBFC00000, 0xBF800000, 0xBF000000, 0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40200000, 0x40400000]> : tensor<13xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<13xf32>
  %result = stablehlo.abs %x0 : tensor<13xf32>
  check.expect_eq_const %result, dense<[0x40400000, 0x40200000, 0x40000000, 0x3FC00000, 0x3F800000, 0x3F000000, 0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40200000, 0x40400000]> : tensor<13xf32>
  func.return
}
