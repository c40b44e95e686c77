func.func @sums() {
  %c0 = stablehlo.constant dense<[[[0x40400000, 0x3F800000, 0x00000000, 0xC0000000, 0xC0000000], [0xC0800000, 0xC0800000, 0xC0800000, 0xC0400000, 0x40400000], [0x3F800000, 0x40800000, 0x00000000, 0x3F800000, 0x40800000]], [[0x40000000, 0x3F800000, 0x00000000, 0x3F800000, 0x40800000], [0xC0000000, 0x40400000, 0x40000000, 0xC0800000, 0xBF800000], [0x40400000, 0x00000000, 0xC0800000, 0x40000000, 0x40000000]]]> : tensor<2x3x5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3x5xf32>
  %result = "stablehlo.unary_einsum"(%x0) <{einsum_config = "ijk->ki"}> : (tensor<2x3x5xf32>) -> tensor<5x2xf32>
  check.expect_eq_const %result, dense<[[0x00000000, 0x40400000], [0x3F800000, 0x40800000], [0xC0800000, 0xC0000000], [0xC0800000, 0xBF800000], [0x40A00000, 0x40A00000]]> : tensor<5x2xf32>
  func.return
}
