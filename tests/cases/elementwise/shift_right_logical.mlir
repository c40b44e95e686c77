func.func @over_wide_i8() {
  %c0 = stablehlo.constant dense<[-1, -1, -1, 64]> : tensor<4xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xi8>
  %c1 = stablehlo.constant dense<[1, 7, 8, 3]> : tensor<4xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<4xi8>
  %result = stablehlo.shift_right_logical %x0, %x1 : tensor<4xi8>
  check.expect_eq_const %result, dense<[127, 1, 0, 8]> : tensor<4xi8>
  func.return
}
