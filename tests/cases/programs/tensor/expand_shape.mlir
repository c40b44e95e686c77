func.func @middle() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = tensor.expand_shape %x0 [[0], [1, 2]] output_shape [2, 1, 3] : tensor<2x3xi32> into tensor<2x1x3xi32>
  check.expect_eq_const %result, dense<[[[0, 1, 2]], [[3, 4, 5]]]> : tensor<2x1x3xi32>
  func.return
}
