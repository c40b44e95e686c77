// stablehlo.constant
func.func @f() {
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// stablehlo.iota
func.func @f() {
  %r = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xf32>
  return
}
