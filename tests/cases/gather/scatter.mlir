func.func @rows() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]]> : tensor<5x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5x4xi32>
  %c1 = stablehlo.constant dense<[[2], [2], [7]]> : tensor<3x1xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3x1xi32>
  %c2 = stablehlo.constant dense<[[1, 1, 1, 1], [10, 10, 10, 10], [5, 5, 5, 5]]> : tensor<3x4xi32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<3x4xi32>
  %result = "stablehlo.scatter"(%x0, %x1, %x2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<5x4xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2, 3], [4, 5, 6, 7], [19, 20, 21, 22], [12, 13, 14, 15], [16, 17, 18, 19]]> : tensor<5x4xi32>
  func.return
}
