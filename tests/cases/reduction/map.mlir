func.func @sums() {
  %c0 = stablehlo.constant dense<[[3, 1, 2], [-5, 4, 0]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %c1 = stablehlo.constant dense<[[-5, 4, 0], [3, 1, 2]]> : tensor<2x3xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x3xi32>
  %result = "stablehlo.map"(%x0, %x1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[-2, 5, 2], [-2, 5, 2]]> : tensor<2x3xi32>
  func.return
}
