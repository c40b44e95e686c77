func.func @matrices() {
  %c0 = stablehlo.constant dense<[[0x40400000, 0x3F800000, 0x00000000, 0xC0000000, 0xC0000000], [0xC0800000, 0xC0800000, 0xC0800000, 0xC0400000, 0x40400000], [0x3F800000, 0x40800000, 0x00000000, 0x3F800000, 0x40800000]]> : tensor<3x5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x5xf32>
  %c1 = stablehlo.constant dense<[[0x40400000, 0xC0400000, 0xC0800000, 0x40400000], [0xC0800000, 0x00000000, 0xC0800000, 0xC0000000], [0x00000000, 0xBF800000, 0xBF800000, 0xC0800000], [0xC0800000, 0xC0400000, 0xC0800000, 0x40000000], [0x00000000, 0x3F800000, 0xC0000000, 0x3F800000]]> : tensor<5x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<5x4xf32>
  %result = stablehlo.dot %x0, %x1 : (tensor<3x5xf32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %result, dense<[[0x41500000, 0xC0A00000, 0xC0800000, 0x3F800000], [0x41800000, 0x41E00000, 0x42280000, 0x41100000], [0xC1880000, 0xC0000000, 0xC2000000, 0x3F800000]]> : tensor<3x4xf32>
  func.return
}
