module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 3.000000e+00, 0.000000e+00, -3.000000e+00, -1.000000e+00, 2.000000e+00], [-3.000000e+00, -2.000000e+00, 3.000000e+00, -3.000000e+00, -2.000000e+00, 1.000000e+00], [-3.000000e+00, 2.000000e+00, 0.000000e+00, -2.000000e+00, -3.000000e+00, 2.000000e+00], [-3.000000e+00, -1.000000e+00, 3.000000e+00, -2.000000e+00, 1.000000e+00, -3.000000e+00]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, -1.000000e+00, -2.000000e+00, 0.000000e+00, 3.000000e+00], [-1.000000e+00, -3.000000e+00, 3.000000e+00, -2.000000e+00, 0.000000e+00, 0.000000e+00], [3.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00], [0.000000e+00, -2.000000e+00, 2.000000e+00, -1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<4x6xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<4x6xf32>
    %2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, 3.000000e+00, 0.000000e+00, -3.000000e+00, -1.000000e+00, 2.000000e+00], [-3.000000e+00, -2.000000e+00, 3.000000e+00, -3.000000e+00, -2.000000e+00, 1.000000e+00], [-3.000000e+00, 2.000000e+00, 0.000000e+00, -2.000000e+00, -3.000000e+00, 2.000000e+00], [-3.000000e+00, -1.000000e+00, 3.000000e+00, -2.000000e+00, 1.000000e+00, -3.000000e+00]]> : tensor<4x6xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[[-2.000000e+00, -3.000000e+00]], [[3.000000e+00, -3.000000e+00]], [[0.000000e+00, -2.000000e+00]]]]> : tensor<1x3x1x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x1x2xf64>
    %cst_0 = stablehlo.constant dense<[[[[1.000000e+00, 0.000000e+00]], [[3.000000e+00, 0.000000e+00]], [[-2.000000e+00, -1.000000e+00]]]]> : tensor<1x3x1x2xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3x1x2xf64>
    %2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %3 = stablehlo.add %arg0, %arg1 : tensor<f64>
      stablehlo.return %3 : tensor<f64>
    }) : (tensor<1x3x1x2xf64>, tensor<1x3x1x2xf64>) -> tensor<1x3x1x2xf64>
    check.expect_eq_const %2, dense<[[[[-1.000000e+00, -3.000000e+00]], [[6.000000e+00, -3.000000e+00]], [[-2.000000e+00, -3.000000e+00]]]]> : tensor<1x3x1x2xf64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64>}> ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      stablehlo.return %arg1 : tensor<i64>
    }) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    check.expect_eq_const %2, dense<0> : tensor<i64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00, 2.000000e+00]]> : tensor<1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, -2.000000e+00, -2.000000e+00]]> : tensor<1x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3xf32>
    %2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %3 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, -2.000000e+00, -2.000000e+00]]> : tensor<1x3xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[1, 1, 1], [3, 3, 2]]> : tensor<2x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui8>
    %c_0 = stablehlo.constant dense<[[2, 0, 1], [3, 1, 2]]> : tensor<2x3xui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui8>
    %2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %3 = stablehlo.add %arg0, %arg1 : tensor<ui8>
      stablehlo.return %3 : tensor<ui8>
    }) : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xui8>
    check.expect_eq_const %2, dense<[[3, 1, 2], [6, 4, 4]]> : tensor<2x3xui8>
    return
  }
}

