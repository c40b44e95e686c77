// stablehlo.custom_call
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%0) {call_target_name = "a"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
