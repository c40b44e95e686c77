// stablehlo.dynamic_broadcast_in_dim
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_conv
func.func @f(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>, %2: tensor<1x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {window_strides = array<i64: 1>, lhs_dilation = array<i64: 1>,
      rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
      dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64,
      batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}
      : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
  return
}
// -----
// stablehlo.dynamic_gather
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>, %2: tensor<4xi64>) {
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 3],
      collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0],
      start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
  return
}
// -----
// stablehlo.dynamic_iota
func.func @f(%0: tensor<2xi64>) {
  %r = "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i64} : (tensor<2xi64>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_pad
func.func @f(%0: tensor<2x3xf32>, %1: tensor<f32>, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4)
      : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "stablehlo.dynamic_reshape"(%0, %1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.real_dynamic_slice
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>, %3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3)
      : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
