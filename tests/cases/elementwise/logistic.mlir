func.func @logistic_f32() {
  %c0 = stablehlo.constant dense<[0xC1000000, 0xBE000000, 0x00000000, 0x3F000000, 0x41D80000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %result = stablehlo.logistic %x0 : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[0x39AFD1EF, 0x3EF00553, 0x3F000000, 0x3F1F597F, 0x3F800000]> : tensor<5xf32>
  func.return
}
