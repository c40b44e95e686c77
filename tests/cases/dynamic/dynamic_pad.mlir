func.func @inside() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<9> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %c2 = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2xi64>
  %c3 = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %x3 = stablehlo.optimization_barrier %c3 : tensor<2xi64>
  %c4 = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %x4 = stablehlo.optimization_barrier %c4 : tensor<2xi64>
  %result = stablehlo.dynamic_pad %x0, %x1, %x2, %x3, %x4 : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x5xi32>
  check.expect_eq_const %result, dense<[[0, 9, 1, 9, 2], [3, 9, 4, 9, 5]]> : tensor<2x5xi32>
  func.return
}
