module {
  func.func @case_0() {
    %c = stablehlo.constant dense<true> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %cst = stablehlo.constant dense<[[-3.000000e+00, -3.000000e+00, 0.000000e+00], [1.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, 2.000000e+00, -3.000000e+00], [3.000000e+00, -3.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %3, dense<[[-3.000000e+00, -3.000000e+00, 0.000000e+00], [1.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<true> : tensor<1x2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xi1>
    %cst = stablehlo.constant dense<[[-3.000000e+00, -2.000000e+00, 3.000000e+00], [-3.000000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, -2.000000e+00, 2.000000e+00], [-1.000000e+00, -1.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<1x2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<1x2x3xf32>
    check.expect_eq_const %3, dense<[[[-3.000000e+00, -2.000000e+00, 3.000000e+00], [-3.000000e+00, 1.000000e+00, 1.000000e+00]]]> : tensor<1x2x3xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %cst = stablehlo.constant dense<[[[0.000000e+00, 3.000000e+00, -3.000000e+00], [1.000000e+00, 1.000000e+00, -2.000000e+00]], [[-1.000000e+00, -1.000000e+00, 2.000000e+00], [-3.000000e+00, -1.000000e+00, -1.000000e+00]]]> : tensor<2x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, 0.000000e+00, -1.000000e+00], [0.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2x3xi1>, tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
    check.expect_eq_const %3, dense<[[[0.000000e+00, 3.000000e+00, -3.000000e+00], [1.000000e+00, 1.000000e+00, -2.000000e+00]], [[-1.000000e+00, -1.000000e+00, 2.000000e+00], [-3.000000e+00, 1.000000e+00, -1.000000e+00]]]> : tensor<2x2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[false, true, true], [true, false, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %cst = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, -1.000000e+00], [2.000000e+00, -2.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00], [-3.000000e+00]]> : tensor<2x1xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %3, dense<[[2.000000e+00, 2.000000e+00, -1.000000e+00], [2.000000e+00, -3.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<true> : tensor<2x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi1>
    %cst = stablehlo.constant dense<[[0.000000e+00, -1.000000e+00, 3.000000e+00], [-3.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, -3.000000e+00], [-1.000000e+00, 3.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2x1xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %3, dense<[[0.000000e+00, -1.000000e+00, 3.000000e+00], [-3.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    return
  }
}

