func.func @remainder_f32() {
  %c0 = stablehlo.constant dense<[0x40E00000, 0xC0E00000, 0x40E00000, 0xC0E00000, 0x40B00000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %c1 = stablehlo.constant dense<[0x40400000, 0x40400000, 0xC0400000, 0xC0400000, 0x40000000]> : tensor<5xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<5xf32>
  %result = stablehlo.remainder %x0, %x1 : tensor<5xf32>
  check.expect_eq_const %result, dense<[0x3F800000, 0xBF800000, 0x3F800000, 0xBF800000, 0x3FC00000]> : tensor<5xf32>
  func.return
}
