func.func @over_wide_i8() {
  %c0 = stablehlo.constant dense<[3, -1, -1, -2, -1, 2]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[0, 1, 7, 8, 100, -1]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.shift_right_arithmetic %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[3, -1, -1, -1, -1, 0]> : tensor<6xi8>
  func.return
}
