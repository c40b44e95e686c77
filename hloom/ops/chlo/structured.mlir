// chlo.constant
func.func @f() {
  %r = "chlo.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// chlo.constant_like
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.constant_like"(%0) {value = 1.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.dynamic_reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "chlo.dynamic_reshape"(%0, %1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.minimum_broadcast_shapes
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r:2 = "chlo.minimum_broadcast_shapes"(%0, %1)
      : (tensor<2xindex>, tensor<2xindex>) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
// -----
// chlo.ragged_dot
func.func @f(%0: tensor<6x4xf32>, %1: tensor<3x4x5xf32>, %2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
      : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
  return
}
// -----
// chlo.scan
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2xi32>) {
  %r:2 = "chlo.scan"(%0, %1) ({
  ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
    "stablehlo.return"(%a, %c) : (tensor<2xi32>, tensor<2xi32>) -> ()
  }) {dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>,
      resultSegmentSizes = array<i32: 1, 1>}
      : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}
// -----
// chlo.top_k
func.func @f(%0: tensor<2x3xf32>) {
  %r:2 = "chlo.top_k"(%0) {k = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)
  return
}
