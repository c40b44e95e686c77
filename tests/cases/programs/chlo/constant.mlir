func.func @constant() {
  %result = chlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}
