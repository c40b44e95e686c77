func.func @rows() {
  %c0 = stablehlo.constant dense<true> : tensor<i1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<i1>
  %c1 = stablehlo.constant dense<[[6, -7, 5], [12, 1, -128]]> : tensor<2x3xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi8>
  %c2 = stablehlo.constant dense<[3, 2, -2]> : tensor<3xi8>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<3xi8>
  %result = chlo.broadcast_select %x0, %x1, %x2 : (tensor<i1>, tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %result, dense<[[6, -7, 5], [12, 1, -128]]> : tensor<2x3xi8>
  func.return
}

func.func @other() {
  %c0 = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xi1>
  %c1 = stablehlo.constant dense<[[6, -7, 5], [12, 1, -128]]> : tensor<2x3xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi8>
  %c2 = stablehlo.constant dense<[3, 2, -2]> : tensor<3xi8>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<3xi8>
  %result = chlo.broadcast_select %x0, %x1, %x2 : (tensor<3xi1>, tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %result, dense<[[6, 2, -2], [12, 2, -2]]> : tensor<2x3xi8>
  func.return
}
