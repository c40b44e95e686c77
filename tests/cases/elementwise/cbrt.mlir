func.func @cbrt_f32() {
  %c0 = stablehlo.constant dense<[0xC1000000, 0xBE000000, 0x00000000, 0x3F000000, 0x41D80000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %result = stablehlo.cbrt %x0 : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[0xC0000000, 0xBF000000, 0x00000000, 0x3F4B2FF5, 0x403FFFFF]> : tensor<5xf32>
  func.return
}
