// stablehlo.bitcast_convert
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.bitcast_convert"(%0) : (tensor<4x6xf32>) -> tensor<4x6x4xi8>
  return
}
// -----
// stablehlo.complex
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.complex"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}
// -----
// stablehlo.convert
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.convert"(%0) : (tensor<4x6xf32>) -> tensor<4x6xi8>
  return
}
// -----
// stablehlo.imag
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.imag"(%0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.is_finite
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.is_finite"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// stablehlo.real
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.real"(%0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.reduce_precision
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
