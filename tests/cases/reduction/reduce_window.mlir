func.func @running_sum() {
  %c0 = stablehlo.constant dense<[[3, 1, 2], [-5, 4, 0]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<0> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %result = "stablehlo.reduce_window"(%x0, %x1) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[3, 4, 6], [-5, -1, -1]]> : tensor<2x3xi32>
  func.return
}
