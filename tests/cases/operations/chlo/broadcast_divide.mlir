module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, 0.000000e+00], [-1.000000e+00, 0.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, 2.000000e+00, 1.000000e+00], [-1.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_divide %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[0.333333343, 5.000000e-01, 0.000000e+00], [1.000000e+00, 0.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00], [0.000000e+00, -3.000000e+00, -3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-3.000000e+00, -2.000000e+00, -3.000000e+00], [0.000000e+00, 3.000000e+00, -1.000000e+00]], [[-2.000000e+00, -2.000000e+00, -1.000000e+00], [0.000000e+00, -3.000000e+00, 3.000000e+00]]]> : tensor<2x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x2x3xf32>
    %2 = chlo.broadcast_divide %0, %1 : (tensor<2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    check.expect_eq_const %2, dense<[[[-0.000000e+00, -5.000000e-01, -0.666666686], [0xFFC00000, -1.000000e+00, 3.000000e+00]], [[-0.000000e+00, -5.000000e-01, -2.000000e+00], [0xFFC00000, 1.000000e+00, -1.000000e+00]]]> : tensor<2x2x3xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[0, -3, 3], [3, -2, -3]]> : tensor<2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi64>
    %c_0 = stablehlo.constant dense<[[-3, 1, -3], [2, 3, 0]]> : tensor<2x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi64>
    %2 = chlo.broadcast_divide %0, %1 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
    check.expect_eq_const %2, dense<[[0, -3, -1], [1, 0, -1]]> : tensor<2x3xi64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-3.000000e+00, -2.000000e+00, -2.000000e+00], [-1.000000e+00, -1.000000e+00, 3.000000e+00]]]> : tensor<1x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, 3.000000e+00, -1.000000e+00], [0.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_divide %0, %1 : (tensor<1x2x3xf32>, tensor<2x3xf32>) -> tensor<1x2x3xf32>
    check.expect_eq_const %2, dense<[[[-1.500000e+00, -0.666666686, 2.000000e+00], [0xFF800000, -1.000000e+00, -3.000000e+00]]]> : tensor<1x2x3xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[2, 0, 1], [-1, 0, 3]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, -3, 0], [0, -2, 1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_divide %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-2, 0, -1], [-1, 0, 3]]> : tensor<2x3xi32>
    return
  }
}

