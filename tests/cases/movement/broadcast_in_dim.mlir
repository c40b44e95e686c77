func.func @rows() {
  %c0 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xi32>
  %result = stablehlo.broadcast_in_dim %x0, dims = [1] : (tensor<3xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %result, dense<[[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 1], [2, 2]]]> : tensor<2x3x2xi32>
  func.return
}
