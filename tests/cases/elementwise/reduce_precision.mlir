func.func @as_bf16() {
  %c0 = stablehlo.constant dense<[0x3F808000, 0x3F818000, 0x7F7FC99E, 0x3FC00000]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = stablehlo.reduce_precision %x0, format = e8m7 : tensor<4xf32>
  check.expect_eq_const %result, dense<[0x3F800000, 0x3F820000, 0x7F800000, 0x3FC00000]> : tensor<4xf32>
  func.return
}

func.func @denormal_f16() {
  %c0 = stablehlo.constant dense<[0x0200, 0x0258, 0x8201, 0x0001]> : tensor<4xf16>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf16>
  %result = stablehlo.reduce_precision %x0, format = e7m0 : tensor<4xf16>
  check.expect_eq_const %result, dense<[0x0000, 0x0400, 0x8400, 0x0000]> : tensor<4xf16>
  func.return
}

func.func @denormal_f16_halves() {
  %c0 = stablehlo.constant dense<[0x0005, 0x0006, 0x000A, 0x8007]> : tensor<4xf16>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf16>
  %result = stablehlo.reduce_precision %x0, format = e5m8 : tensor<4xf16>
  check.expect_eq_const %result, dense<[0x0004, 0x0008, 0x0008, 0x8008]> : tensor<4xf16>
  func.return
}
