module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, -2.000000e+00, -2.000000e+00], [2.000000e+00, -2.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-3.000000e+00, -1.000000e+00, 0.000000e+00], [2.000000e+00, -1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_maximum %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-1.000000e+00, -1.000000e+00, 0.000000e+00], [2.000000e+00, -1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-2.000000e+00, -1.000000e+00, -1.000000e+00], [-3.000000e+00, -1.000000e+00, -1.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, -3.000000e+00, 2.000000e+00], [3.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf64>
    %2 = chlo.broadcast_maximum %0, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    check.expect_eq_const %2, dense<[[3.000000e+00, -1.000000e+00, 2.000000e+00], [3.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf64>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 1.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00, 3.000000e+00, -1.000000e+00], [-1.000000e+00, 0.000000e+00, -3.000000e+00]]]> : tensor<1x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x3xf32>
    %2 = chlo.broadcast_maximum %0, %1 : (tensor<2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    check.expect_eq_const %2, dense<[[[2.000000e+00, 3.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, 1.000000e+00]]]> : tensor<1x2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[1, 2, -2], [-2, 3, 3]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %c_0 = stablehlo.constant dense<[[2, 2, -1], [2, -3, -2]]> : tensor<2x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi8>
    %2 = chlo.broadcast_maximum %0, %1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    check.expect_eq_const %2, dense<[[2, 2, -1], [2, 3, 3]]> : tensor<2x3xi8>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, -1.000000e+00, -3.000000e+00], [-1.000000e+00, 0.000000e+00, -1.000000e+00]]]> : tensor<1x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %2 = chlo.broadcast_maximum %0, %1 : (tensor<1x2x3xf32>, tensor<2x1xf32>) -> tensor<1x2x3xf32>
    check.expect_eq_const %2, dense<[[[1.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00, 2.000000e+00]]]> : tensor<1x2x3xf32>
    return
  }
}

