func.func @popcnt_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 85, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %result = stablehlo.popcnt %x0 : tensor<6xi8>
  check.expect_eq_const %result, dense<[0, 1, 8, 4, 1, 7]> : tensor<6xi8>
  func.return
}
