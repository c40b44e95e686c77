// stablehlo.reduce_window
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 1, 1>,
      window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
  return
}
// -----
// stablehlo.select_and_scatter
func.func @f(%0: tensor<4x6xf32>, %1: tensor<2x6xf32>, %2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>,
      padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
      : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}
