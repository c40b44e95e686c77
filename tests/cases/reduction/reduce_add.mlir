func.func @reduce() {
  %c0 = stablehlo.constant dense<[[3, 1, 2], [-5, 4, 0]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<0> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %result = stablehlo.reduce(%x0 init: %x1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[6, -1]> : tensor<2xi32>
  func.return
}
