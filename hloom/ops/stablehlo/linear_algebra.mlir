// stablehlo.cholesky
func.func @f(%0: tensor<3x3xf32>) {
  %r = "stablehlo.cholesky"(%0) {lower = true} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}
// -----
// stablehlo.fft
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}
      : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// stablehlo.triangular_solve
func.func @f(%0: tensor<3x3xf32>, %1: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
      : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}
