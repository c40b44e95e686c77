func.func @pack() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %d = stablehlo.constant dense<2.5> : tensor<f32>
  %t = stablehlo.tuple %c, %d : tuple<tensor<2xi32>, tensor<f32>>
  %x = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
  check.expect_eq_const %x, dense<2.5> : tensor<f32>
  func.return
}
