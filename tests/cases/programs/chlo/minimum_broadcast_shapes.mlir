func.func @joined() {
  %s = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %t = shape.const_shape [2, 1, 1] : tensor<3xindex>
  %a, %b = chlo.minimum_broadcast_shapes %s, %t : tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>, tensor<?xindex>
  %p = tensor.cast %a : tensor<?xindex> to tensor<2xindex>
  %q = tensor.cast %b : tensor<?xindex> to tensor<2xindex>
  %i = arith.index_cast %p : tensor<2xindex> to tensor<2xi32>
  %j = arith.index_cast %q : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %i, dense<[2, 12]> : tensor<2xi32>
  check.expect_eq_const %j, dense<[2, 1]> : tensor<2xi32>
  func.return
}
