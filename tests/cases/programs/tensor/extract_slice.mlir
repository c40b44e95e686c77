func.func @strided() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = tensor.extract_slice %x0[0, 0] [2, 2] [1, 2] : tensor<2x3xi32> to tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[0, 2], [3, 5]]> : tensor<2x2xi32>
  func.return
}
