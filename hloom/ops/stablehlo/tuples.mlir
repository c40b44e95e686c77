// stablehlo.get_tuple_element
func.func @f(%0: tuple<tensor<2x3xf32>>) {
  %r = "stablehlo.get_tuple_element"(%0) {index = 0 : i32} : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.tuple
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tuple"(%0) : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>>
  return
}
