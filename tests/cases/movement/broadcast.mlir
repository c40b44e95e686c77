func.func @twice() {
  %c0 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xi32>
  %result = "stablehlo.broadcast"(%x0) <{broadcast_sizes = array<i64: 2>}> : (tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  func.return
}
