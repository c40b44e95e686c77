func.func @clamped() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]]> : tensor<5x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5x4xi32>
  %c1 = stablehlo.constant dense<4> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %c2 = stablehlo.constant dense<-2> : tensor<i32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<i32>
  %result = stablehlo.dynamic_slice %x0, %x1, %x2, sizes = [2, 3] : (tensor<5x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[12, 13, 14], [16, 17, 18]]> : tensor<2x3xi32>
  func.return
}
