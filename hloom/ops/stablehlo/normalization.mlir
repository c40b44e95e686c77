// stablehlo.batch_norm_grad
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>, %3: tensor<3xf32>, %4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>)
      -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
// -----
// stablehlo.batch_norm_inference
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>, %3: tensor<3xf32>, %4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.batch_norm_training
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
      -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
