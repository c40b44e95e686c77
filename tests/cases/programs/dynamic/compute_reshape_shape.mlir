func.func @fill() {
  %c0 = stablehlo.constant dense<12> : tensor<i64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<i64>
  %c1 = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xi64>
  %result = "stablehlo.compute_reshape_shape"(%x0, %x1) : (tensor<i64>, tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[3, 4]> : tensor<2xi64>
  func.return
}
