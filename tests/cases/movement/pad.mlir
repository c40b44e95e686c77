func.func @interior() {
  %c0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xi32>
  %c1 = stablehlo.constant dense<9> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %result = stablehlo.pad %x0, %x1, low = [1, 1], high = [1, 1], interior = [0, 1] : (tensor<2x4xi32>, tensor<i32>) -> tensor<4x9xi32>
  check.expect_eq_const %result, dense<[[9, 9, 9, 9, 9, 9, 9, 9, 9], [9, 0, 9, 1, 9, 2, 9, 3, 9], [9, 4, 9, 5, 9, 6, 9, 7, 9], [9, 9, 9, 9, 9, 9, 9, 9, 9]]> : tensor<4x9xi32>
  func.return
}
