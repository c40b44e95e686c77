func.func @multiply_i8() {
  %c0 = stablehlo.constant dense<[[6, -7, 5], [12, 1, -128]]> : tensor<2x3xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi8>
  %c1 = stablehlo.constant dense<[3, 2, -2]> : tensor<3xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xi8>
  %result = chlo.broadcast_multiply %x0, %x1 : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %result, dense<[[18, -14, -10], [36, 2, 0]]> : tensor<2x3xi8>
  func.return
}
