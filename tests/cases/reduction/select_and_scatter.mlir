func.func @ties() {
  %c0 = stablehlo.constant dense<[[1, 9], [9, 2], [4, 3], [0, 4]]> : tensor<4x2xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4x2xi32>
  %c1 = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x1xi32>
  %c2 = stablehlo.constant dense<100> : tensor<i32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%x0, %x1, %x2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x2xi32>, tensor<2x1xi32>, tensor<i32>) -> tensor<4x2xi32>
  check.expect_eq_const %result, dense<[[100, 105], [100, 100], [106, 100], [100, 100]]> : tensor<4x2xi32>
  func.return
}

func.func @overlapping() {
  %c0 = stablehlo.constant dense<[[1], [7], [2]]> : tensor<3x1xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x1xi32>
  %c1 = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x1xi32>
  %c2 = stablehlo.constant dense<0> : tensor<i32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%x0, %x1, %x2) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x1xi32>, tensor<2x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  check.expect_eq_const %result, dense<[[0], [11], [0]]> : tensor<3x1xi32>
  func.return
}
