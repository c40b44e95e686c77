func.func @iota() {
  %result = stablehlo.iota dim = 1 : tensor<3x4xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]> : tensor<3x4xi32>
  func.return
}
