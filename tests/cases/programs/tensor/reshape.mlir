func.func @columns() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xi64>
  %result = tensor.reshape %x0(%x1) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  func.return
}
