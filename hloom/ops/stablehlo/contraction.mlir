// stablehlo.dot
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%0, %1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// stablehlo.dot_general
func.func @f(%0: tensor<2x3x4xf32>, %1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
