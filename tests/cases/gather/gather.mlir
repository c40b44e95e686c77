func.func @rows() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]]> : tensor<5x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5x4xi32>
  %c1 = stablehlo.constant dense<[[3], [-1], [9]]> : tensor<3x1xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3x1xi32>
  %result = "stablehlo.gather"(%x0, %x1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xi32>, tensor<3x1xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %result, dense<[[12, 13, 14, 15], [0, 1, 2, 3], [16, 17, 18, 19]]> : tensor<3x4xi32>
  func.return
}
