func.func @concatenate() {
  %c0 = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3x4xi32>
  %c1 = stablehlo.constant dense<[[[100, 101, 102, 103], [104, 105, 106, 107], [108, 109, 110, 111]], [[112, 113, 114, 115], [116, 117, 118, 119], [120, 121, 122, 123]]]> : tensor<2x3x4xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3x4xi32>
  %result = stablehlo.concatenate %x0, %x1, dim = 1 : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> tensor<2x6x4xi32>
  check.expect_eq_const %result, dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [100, 101, 102, 103], [104, 105, 106, 107], [108, 109, 110, 111]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23], [112, 113, 114, 115], [116, 117, 118, 119], [120, 121, 122, 123]]]> : tensor<2x6x4xi32>
  func.return
}
