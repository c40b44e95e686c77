func.func @columns() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x1xi64>
  %c2 = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2xi64>
  %result = "stablehlo.dynamic_gather"(%x0, %x1, %x2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<2x3xi32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[2, 5], [0, 3]]> : tensor<2x2xi32>
  func.return
}
