// stablehlo.sort
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.sort"(%0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64}
      : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
