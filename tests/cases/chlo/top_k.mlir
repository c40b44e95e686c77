func.func @ties_take_the_lower_index() {
  %c = stablehlo.constant dense<[[3, 1, 4, 4, 1], [5, 9, 2, 6, 5]]> : tensor<2x5xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x5xi32>
  %values, %places = chlo.top_k(%x, k = 3) : tensor<2x5xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[4, 4, 3], [9, 6, 5]]> : tensor<2x3xi32>
  check.expect_eq_const %places, dense<[[2, 3, 0], [1, 3, 0]]> : tensor<2x3xi32>
  func.return
}
