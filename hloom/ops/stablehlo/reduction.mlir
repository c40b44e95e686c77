// stablehlo.map
func.func @f(%0: tensor<4x6xf32>, %1: tensor<4x6xf32>) {
  %r = "stablehlo.map"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>}
      : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.reduce
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.reduce"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
