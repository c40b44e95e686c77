func.func @reshape() {
  %c0 = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3x4xi32>
  %result = stablehlo.reshape %x0 : (tensor<2x3x4xi32>) -> tensor<4x6xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17], [18, 19, 20, 21, 22, 23]]> : tensor<4x6xi32>
  func.return
}
