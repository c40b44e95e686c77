// stablehlo.abs
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.abs"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.add
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.and
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.and"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.atan2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.atan2"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.cbrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.ceil
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.ceil"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.cosine
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cosine"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.count_leading_zeros
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.count_leading_zeros"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.divide
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.divide"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.exponential
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.exponential_minus_one
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential_minus_one"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.floor
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.floor"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.log
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.log"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.log_plus_one
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.log_plus_one"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.logistic
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.maximum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.maximum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.minimum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.minimum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.multiply
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.multiply"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.negate
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.negate"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.not
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.not"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.or
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.or"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.popcnt
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.popcnt"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.power
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.power"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.remainder
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.remainder"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.round_nearest_afz
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_afz"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.round_nearest_even
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_even"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.rsqrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.rsqrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.shift_left
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_left"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.shift_right_arithmetic
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.shift_right_logical
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_right_logical"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.sign
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sign"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.sine
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sine"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.sqrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sqrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.subtract
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.tan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.tanh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tanh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.xor
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.xor"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
