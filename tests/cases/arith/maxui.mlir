func.func @maxui_i8() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.maxui %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[-3, -7, -128, 127, 7, 5]> : tensor<6xi8>
  func.return
}
