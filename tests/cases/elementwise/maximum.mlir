func.func @maximum_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %c1 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %result = stablehlo.maximum %x0, %x1 : tensor<2x4xf32>
  check.expect_eq_const %result, dense<[[0x3F800000, 0x00000000, 0x3FC00000, 0x40800000], [0x7F800000, 0x7F800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  func.return
}

func.func @maximum_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[3, -1, -1, -2, -1, 2]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.maximum %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[3, 1, -1, 7, -1, 127]> : tensor<6xi8>
  func.return
}
