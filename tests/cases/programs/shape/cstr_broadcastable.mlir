func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x3xi32>
  %s = shape.shape_of %x : tensor<2x3xi32> -> tensor<2xindex>
  %t = shape.const_shape [4, 1, 3] : tensor<3xindex>
  %six = shape.const_size 6
  %four = shape.const_size 4
  %w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<3xindex>
  %i = shape.assuming %w -> (tensor<2x3xi32>) {
    shape.assuming_yield %x : tensor<2x3xi32>
  }
  check.expect_eq_const %i, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}
