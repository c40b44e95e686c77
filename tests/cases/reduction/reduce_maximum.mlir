func.func @reduce() {
  %c0 = stablehlo.constant dense<[[3, 1, 2], [-5, 4, 0]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<-99> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %result = stablehlo.reduce(%x0 init: %x1) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[3, 4, 2]> : tensor<3xi32>
  func.return
}
