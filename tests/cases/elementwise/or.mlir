func.func @or_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 85, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[3, 5, 85, -86, 1, -1]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.or %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[3, 5, -1, -1, -127, -1]> : tensor<6xi8>
  func.return
}

func.func @or_i1() {
  %c0 = stablehlo.constant dense<[false, true, false, true, false, true]> : tensor<6xi1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi1>
  %c1 = stablehlo.constant dense<[true, true, true, false, true, false]> : tensor<6xi1>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi1>
  %result = stablehlo.or %x0, %x1 : tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, true, true, true, true]> : tensor<6xi1>
  func.return
}
