func.func @reverse() {
  %c0 = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3x4xi32>
  %result = stablehlo.reverse %x0, dims = [0, 2] : tensor<2x3x4xi32>
  check.expect_eq_const %result, dense<[[[15, 14, 13, 12], [19, 18, 17, 16], [23, 22, 21, 20]], [[3, 2, 1, 0], [7, 6, 5, 4], [11, 10, 9, 8]]]> : tensor<2x3x4xi32>
  func.return
}
