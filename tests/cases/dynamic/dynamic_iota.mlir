func.func @rows() {
  %c0 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2xi64>
  %result = stablehlo.dynamic_iota %x0, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  func.return
}
