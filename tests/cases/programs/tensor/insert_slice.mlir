func.func @columns() {
  %c0 = stablehlo.constant dense<[[70, 80], [90, 60]]> : tensor<2x2xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x2xi32>
  %c1 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi32>
  %result = tensor.insert_slice %x0 into %x1[0, 1] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[0, 70, 80], [3, 90, 60]]> : tensor<2x3xi32>
  func.return
}
