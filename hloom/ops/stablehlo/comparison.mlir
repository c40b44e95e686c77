// stablehlo.clamp
func.func @f(%0: tensor<f32>, %1: tensor<4x6xf32>, %2: tensor<4x6xf32>) {
  %r = "stablehlo.clamp"(%0, %1, %2) : (tensor<f32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.compare
func.func @f(%0: tensor<4x6xf32>, %1: tensor<4x6xf32>) {
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction LT>}
      : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  return
}
// -----
// stablehlo.select
func.func @f(%0: tensor<4xi1>, %1: tensor<4xf32>, %2: tensor<4xf32>) {
  %r = "stablehlo.select"(%0, %1, %2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
