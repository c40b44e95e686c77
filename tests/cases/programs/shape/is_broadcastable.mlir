func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %six = shape.const_size 6
  %four = shape.const_size 4
  %yes = shape.is_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>
  %u = shape.const_shape [2, 4] : tensor<2xindex>
  %no = shape.is_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>
  %i = tensor.from_elements %yes, %no : tensor<2xi1>
  check.expect_eq_const %i, dense<[true, false]> : tensor<2xi1>
  func.return
}
