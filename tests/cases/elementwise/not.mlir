func.func @not_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 85, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %result = stablehlo.not %x0 : tensor<6xi8>
  check.expect_eq_const %result, dense<[-1, -2, 0, -86, 127, -128]> : tensor<6xi8>
  func.return
}

func.func @not_i1() {
  %c0 = stablehlo.constant dense<[false, true, false, true, false, true]> : tensor<6xi1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi1>
  %result = stablehlo.not %x0 : tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, true, false, true, false]> : tensor<6xi1>
  func.return
}
