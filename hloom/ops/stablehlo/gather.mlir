// stablehlo.dynamic_slice
func.func @f(%0: tensor<4x6xf32>, %1: tensor<i32>, %2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%0, %1, %2) {slice_sizes = array<i64: 2, 3>}
      : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_update_slice
func.func @f(%0: tensor<4x6xf32>, %1: tensor<2x3xf32>, %2: tensor<i32>, %3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2, %3)
      : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.gather
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>) {
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 3],
      collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0],
      start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3, 5>,
      indices_are_sorted = false}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
  return
}
// -----
// stablehlo.torch_index_select
func.func @f(%0: tensor<2x3xf32>, %1: tensor<4xi32>) {
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 0 : i64}
      : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}
