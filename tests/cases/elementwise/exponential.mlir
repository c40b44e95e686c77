func.func @exponential_f32() {
  %c0 = stablehlo.constant dense<[0xC0400000, 0xC0200000, 0xC0000000, 0xBFC00000, 0xBF800000, 0xBF000000, 0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40200000, 0x40400000]> : tensor<13xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<13xf32>
  %result = stablehlo.exponential %x0 : tensor<13xf32>
  check.expect_almost_eq_const %result, dense<[0x3D4BED86, 0x3DA81C2E, 0x3E0A9555, 0x3E647C3C, 0x3EBC5AB2, 0x3F1B4598, 0x3F800000, 0x3FD3094C, 0x402DF854, 0x408F69FF, 0x40EC7326, 0x4142EB7F, 0x41A0AF2E]> : tensor<13xf32>
  func.return
}
