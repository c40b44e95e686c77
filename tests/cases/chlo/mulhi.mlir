func.func @mulhi_i32() {
  %c0 = stablehlo.constant dense<[2147483647, -2147483648, 5]> : tensor<3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xi32>
  %c1 = stablehlo.constant dense<[2147483647, 3, -7]> : tensor<3xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xi32>
  %result = chlo.mulhi %x0, %x1 : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  check.expect_eq_const %result, dense<[1073741823, -2, -1]> : tensor<3xi32>
  func.return
}
