func.func @rsqrt_f32() {
  %c0 = stablehlo.constant dense<[0x40800000, 0x3E800000, 0x7F800000, 0x00000000]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = stablehlo.rsqrt %x0 : tensor<4xf32>
  check.expect_eq_const %result, dense<[0x3F000000, 0x40000000, 0x00000000, 0x7F800000]> : tensor<4xf32>
  func.return
}
