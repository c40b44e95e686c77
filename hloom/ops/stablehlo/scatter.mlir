// stablehlo.scatter
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>, %2: tensor<2x3x7x5xf32>) {
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0],
      input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2],
      index_vector_dim = 2>}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
  return
}
