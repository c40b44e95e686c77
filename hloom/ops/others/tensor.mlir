// tensor.cast
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.cast"(%0) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}
// -----
// tensor.collapse_shape
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.collapse_shape"(%0) {reassociation = [[0, 1]]} : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}
// -----
// tensor.dim
func.func @f(%0: tensor<2x3xf32>, %1: index) {
  %r = "tensor.dim"(%0, %1) : (tensor<2x3xf32>, index) -> index
  return
}
// -----
// tensor.empty
func.func @f(%0: index) {
  %r = "tensor.empty"(%0) : (index) -> tensor<?x3xf32>
  return
}
// -----
// tensor.expand_shape
func.func @f(%0: tensor<?xf32>, %1: index) {
  %r = "tensor.expand_shape"(%0, %1) {reassociation = [[0, 1]],
      static_output_shape = array<i64: -9223372036854775808, 3>}
      : (tensor<?xf32>, index) -> tensor<?x3xf32>
  return
}
// -----
// tensor.extract
func.func @f(%0: tensor<4xf32>, %1: index) {
  %r = "tensor.extract"(%0, %1) : (tensor<4xf32>, index) -> f32
  return
}
// -----
// tensor.from_elements
func.func @f(%0: f32, %1: f32) {
  %r = "tensor.from_elements"(%0, %1) : (f32, f32) -> tensor<2xf32>
  return
}
// -----
// tensor.insert
func.func @f(%0: f32, %1: tensor<4xf32>, %2: index) {
  %r = "tensor.insert"(%0, %1, %2) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  return
}
// -----
// tensor.rank
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.rank"(%0) : (tensor<2x3xf32>) -> index
  return
}
// -----
// tensor.reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<1xindex>) {
  %r = "tensor.reshape"(%0, %1) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<6xf32>
  return
}
// -----
// tensor.splat
func.func @f(%0: f32, %1: index) {
  %r = "tensor.splat"(%0, %1) : (f32, index) -> tensor<?x3xf32>
  return
}
