func.func @maxnumf_f32() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.maxnumf %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[0x40F00000, 0x40000000, 0x00000000, 0x7F800000, 0x3F800000, 0x3F800000]> : tensor<6xf32>
  func.return
}
