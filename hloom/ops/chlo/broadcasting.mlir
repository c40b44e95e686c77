// chlo.broadcast_add
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_and
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_and"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_atan2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_compare
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction LT>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.broadcast_complex
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}
// -----
// chlo.broadcast_divide
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_maximum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_minimum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_multiply
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_multiply"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_next_after
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_next_after"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_or
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_polygamma
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_power
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_remainder
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_select
func.func @f(%0: tensor<2x3xi1>, %1: tensor<2x3xf32>, %2: tensor<2x3xf32>) {
  %r = "chlo.broadcast_select"(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_shift_left
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_shift_right_arithmetic
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_shift_right_logical
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_subtract
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_xor
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_zeta
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
