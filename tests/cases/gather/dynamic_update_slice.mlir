func.func @clamped() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]]> : tensor<5x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5x4xi32>
  %c1 = stablehlo.constant dense<[[-1, -1], [-1, -1]]> : tensor<2x2xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x2xi32>
  %c2 = stablehlo.constant dense<4> : tensor<i32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<i32>
  %c3 = stablehlo.constant dense<-2> : tensor<i32>
  %x3 = stablehlo.optimization_barrier %c3 : tensor<i32>
  %result = stablehlo.dynamic_update_slice %x0, %x1, %x2, %x3 : (tensor<5x4xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<5x4xi32>
  check.expect_eq_const %result, dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [-1, -1, 14, 15], [-1, -1, 18, 19]]> : tensor<5x4xi32>
  func.return
}
