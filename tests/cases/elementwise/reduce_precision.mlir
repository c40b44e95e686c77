func.func @as_bf16() {
  %c0 = stablehlo.constant dense<[0x3F808000, 0x3F818000, 0x7F7FC99E, 0x3FC00000]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = stablehlo.reduce_precision %x0, format = e8m7 : tensor<4xf32>
  check.expect_eq_const %result, dense<[0x3F800000, 0x3F820000, 0x7F800000, 0x3FC00000]> : tensor<4xf32>
  func.return
}
