module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[3, -3, 3, -2]> : tensor<4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi64>
    %c_0 = stablehlo.constant dense<[-3, 1, -3, -3, 0]> : tensor<5xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<5xi64>
    %c_1 = stablehlo.constant dense<-1> : tensor<i64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<i64>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{padding = dense<[[1, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %4 = stablehlo.compare LE, %arg0, %arg1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %4 : tensor<i64>
    }) : (tensor<4xi64>, tensor<5xi64>, tensor<i64>) -> tensor<4xi64>
    check.expect_eq_const %3, dense<[-1, -6, -1, -4]> : tensor<4xi64>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[2.000000e+00, -2.000000e+00, -3.000000e+00, 1.000000e+00], [-2.000000e+00, -2.000000e+00, 2.000000e+00, 2.000000e+00], [1.000000e+00, 0.000000e+00, -3.000000e+00, 2.000000e+00]]]> : tensor<1x3x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x4xf32>
    %cst_0 = stablehlo.constant dense<[[[2.000000e+00, 2.000000e+00], [0.000000e+00, -2.000000e+00], [1.000000e+00, 0.000000e+00]]]> : tensor<1x3x2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3x2xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<f32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{padding = dense<[[0, 0], [1, 0], [1, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 3, 1, 2>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.compare LE, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<1x3x4xf32>, tensor<1x3x2xf32>, tensor<f32>) -> tensor<1x3x4xf32>
    check.expect_eq_const %3, dense<[[[3.000000e+00, 0.000000e+00, -2.000000e+00, 3.000000e+00], [1.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00], [3.000000e+00, 3.000000e+00, 0.000000e+00, 3.000000e+00]]]> : tensor<1x3x4xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[-3.000000e+00, -3.000000e+00, -2.000000e+00]]]> : tensor<1x1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-3.000000e+00, 1.000000e+00]]]> : tensor<1x1x2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x1x2xf32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<f32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{padding = dense<[[0, 1], [0, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 2, 1>, window_strides = array<i64: 3, 1, 2>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.compare LE, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<1x1x3xf32>, tensor<1x1x2xf32>, tensor<f32>) -> tensor<1x1x3xf32>
    check.expect_eq_const %3, dense<[[[0.000000e+00, 3.000000e+00, 4.000000e+00]]]> : tensor<1x1x3xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-2.000000e+00, 2.000000e+00], [0.000000e+00, -3.000000e+00], [0.000000e+00, -2.000000e+00]], [[3.000000e+00, -1.000000e+00], [3.000000e+00, 2.000000e+00], [3.000000e+00, 2.000000e+00]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00], [2.000000e+00]]]> : tensor<1x2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<f32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 3, 2, 2>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.compare GE, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
      %5 = stablehlo.maximum %4, %arg1 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<2x3x2xf32>, tensor<1x2x1xf32>, tensor<f32>) -> tensor<2x3x2xf32>
    check.expect_eq_const %3, dense<[[[-0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00], [2.000000e+00, 0.000000e+00]], [[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x3x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -2.000000e+00], [-1.000000e+00, 1.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00], [3.000000e+00], [-3.000000e+00]]> : tensor<3x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x1xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<f32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
      %5 = stablehlo.maximum %4, %arg1 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<3x2xf32>, tensor<3x1xf32>, tensor<f32>) -> tensor<3x2xf32>
    check.expect_eq_const %3, dense<[[2.000000e+00, 2.000000e+00], [2.000000e+00, -1.000000e+00], [2.000000e+00, -3.000000e+00]]> : tensor<3x2xf32>
    return
  }
}

