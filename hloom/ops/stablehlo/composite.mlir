// stablehlo.composite
func.func @f(%0: tensor<4xf32>) {
  %r = "stablehlo.composite"(%0) {name = "my.op", decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
