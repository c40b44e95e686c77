func.func @rows() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]]> : tensor<2x10xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x10xi32>
  %c1 = stablehlo.constant dense<[[1, 0], [9, 9]]> : tensor<2x2xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x2xi32>
  %result = "stablehlo.torch_index_select"(%x0, %x1) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<2x10xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 0], [19, 19]]> : tensor<2x2xi32>
  func.return
}
