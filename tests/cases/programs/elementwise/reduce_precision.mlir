func.func @as_bf16() {
  %c0 = stablehlo.constant dense<[1.0039062, 1.0117188, 3.4e+38, 1.5]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = stablehlo.reduce_precision %x0, format = e8m7 : tensor<4xf32>
  check.expect_eq_const %result, dense<[1.0, 1.015625, 0x7F800000, 1.5]> : tensor<4xf32>
  func.return
}

func.func @denormal_f16() {
  %c0 = stablehlo.constant dense<[3.05e-05, 3.576e-05, -3.06e-05, 6.0e-08]> : tensor<4xf16>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf16>
  %result = stablehlo.reduce_precision %x0, format = e7m0 : tensor<4xf16>
  check.expect_eq_const %result, dense<[0.0, 6.104e-05, -6.104e-05, 0.0]> : tensor<4xf16>
  func.return
}

func.func @denormal_f16_halves() {
  %c0 = stablehlo.constant dense<[3.0e-07, 3.6e-07, 6.0e-07, -4.0e-07]> : tensor<4xf16>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf16>
  %result = stablehlo.reduce_precision %x0, format = e5m8 : tensor<4xf16>
  check.expect_eq_const %result, dense<[2.4e-07, 5.0e-07, 5.0e-07, -5.0e-07]> : tensor<4xf16>
  func.return
}
