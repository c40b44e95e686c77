// stablehlo.compute_reshape_shape
func.func @f(%0: tensor<i32>, %1: tensor<4xi32>) {
  %r = "stablehlo.compute_reshape_shape"(%0, %1) : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.cstr_reshapable
func.func @f(%0: tensor<i32>, %1: tensor<4xi32>) {
  %r = "stablehlo.cstr_reshapable"(%0, %1) : (tensor<i32>, tensor<4xi32>) -> !shape.witness
  return
}
// -----
// stablehlo.get_dimension_size
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (tensor<2x3xf32>) -> tensor<i32>
  return
}
// -----
// stablehlo.set_dimension_size
func.func @f(%0: tensor<2x3xf32>, %1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64}
      : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}
