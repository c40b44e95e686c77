func.func @select_f32() {
  %c0 = stablehlo.constant dense<[[true, false, true, false], [true, false, true, false]]> : tensor<2x4xi1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xi1>
  %c1 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %c2 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2x4xf32>
  %result = stablehlo.select %x0, %x1, %x2 : tensor<2x4xi1>, tensor<2x4xf32>
  check.expect_eq_const %result, dense<[[0x00000000, 0x00000000, 0x3FC00000, 0x40800000], [0x7F800000, 0x7F800000, 0x7FC00000, 0xC0400000]]> : tensor<2x4xf32>
  func.return
}
