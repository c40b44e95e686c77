func.func @columns() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<[[0, 10, 20], [30, 40, 50]]> : tensor<2x3xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi32>
  %result = tensor.concat dim(1) %x0, %x1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x6xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2, 0, 10, 20], [3, 4, 5, 30, 40, 50]]> : tensor<2x6xi32>
  func.return
}
