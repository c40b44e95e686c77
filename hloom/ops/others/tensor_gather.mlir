// tensor.gather
func.func @f(%0: tensor<4x5x6xf32>, %1: tensor<7x2xindex>) {
  %r = "tensor.gather"(%0, %1) {gather_dims = array<i64: 0, 2>} : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
  return
}
// -----
// tensor.scatter
func.func @f(%0: tensor<7x5xf32>, %1: tensor<4x5x6xf32>, %2: tensor<7x2xindex>) {
  %r = "tensor.scatter"(%0, %1, %2) {scatter_dims = array<i64: 0, 2>, unique}
      : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
  return
}
