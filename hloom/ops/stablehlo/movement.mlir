// stablehlo.broadcast
func.func @f(%0: tensor<3xf32>) {
  %r = "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 2>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.broadcast_in_dim
func.func @f(%0: tensor<1x6xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 0, 1>}
      : (tensor<1x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.concatenate
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.concatenate"(%0, %1) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}
// -----
// stablehlo.pad
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>,
      interior_padding = array<i64: 1, 0>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}
// -----
// stablehlo.reshape
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.reshape"(%0) : (tensor<4x6xf32>) -> tensor<24xf32>
  return
}
// -----
// stablehlo.reverse
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%0) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.slice
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 4, 4>,
      strides = array<i64: 1, 2>}
      : (tensor<4x6xf32>) -> tensor<4x2xf32>
  return
}
// -----
// stablehlo.transpose
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}
