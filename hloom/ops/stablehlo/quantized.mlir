// stablehlo.uniform_dequantize
func.func @f(%0: tensor<4x!quant.uniform<i8:f32, 0.5:0>>) {
  %r = "stablehlo.uniform_dequantize"(%0) : (tensor<4x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.uniform_quantize
func.func @f(%0: tensor<4xf32>) {
  %r = "stablehlo.uniform_quantize"(%0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:0>>
  return
}
