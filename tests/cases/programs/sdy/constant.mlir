sdy.mesh @mesh = <["x"=2]>
func.func @main() {
  %c = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2x4xi32>
  %r = sdy.constant dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  check.expect_eq_const %r, dense<[[0, 2, 4, 6], [8, 10, 12, 14]]> : tensor<2x4xi32>
  func.return
}
