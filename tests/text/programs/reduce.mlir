// Regions of which not everything stands in the pretty form.
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("foo")
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %1:2 = stablehlo.while(%iter = %a, %i2 = %b) : tensor<4xf32>, tensor<f32>
   cond {
    %q = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %q : tensor<i1>
   } do {
    stablehlo.return %iter, %i2 : tensor<4xf32>, tensor<f32>
   }
  return %1#1 : tensor<f32>
}
