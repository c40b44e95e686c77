// stablehlo.einsum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3x4xf32>) {
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = "ab,bc->ac"}
      : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// stablehlo.unary_einsum
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%0) {einsum_config = "ab->b"} : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}
