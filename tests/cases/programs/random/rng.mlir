func.func @uniform() {
  %low = stablehlo.constant dense<5.0> : tensor<f32>
  %high = stablehlo.constant dense<7.0> : tensor<f32>
  %shape = stablehlo.constant dense<[100, 2]> : tensor<2xi64>
  %x = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<100x2xf32>
  %middle = stablehlo.constant dense<6.0> : tensor<100x2xf32>
  check.expect_close %x, %middle, max_ulp_difference = 2097152 : tensor<100x2xf32>, tensor<100x2xf32>
  func.return
}
