func.func @shli_i8() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[0, 1, 7, 3, 2, 4]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.shli %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[7, -14, 0, -8, 4, 0]> : tensor<6xi8>
  func.return
}
