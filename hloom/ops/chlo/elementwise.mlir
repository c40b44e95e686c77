// chlo.acos
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.acos"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.acosh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.acosh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.asin
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.asin"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.asinh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.asinh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.atan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.atan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.atanh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.atanh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.bessel_i1e
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.bessel_i1e"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.conj
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.conj"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.cosh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.cosh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.digamma
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.digamma"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erf_inv
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erf_inv"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erfc
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erfc"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.is_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.is_neg_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_neg_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.is_pos_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_pos_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.lgamma
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.lgamma"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.mulhi
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "chlo.mulhi"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// chlo.next_after
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.next_after"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.polygamma
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.polygamma"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.sinh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.sinh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.square
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.square"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.tan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.tan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.zeta
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.zeta"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
