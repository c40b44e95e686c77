module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[4.250000e+00, 4.250000e+00, 3.250000e+00], [3.750000e+00, 2.250000e+00, 3.750000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 3.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_zeta %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.06695414, 0.014398165, 1.15915203], [0.101790868, 0.460211873, 1.1017909]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.750000e+00, 3.750000e+00, 3.750000e+00], [4.250000e+00, 3.250000e+00, 2.250000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, 3.000000e+00, 1.000000e+00]]> : tensor<1x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3xf32>
    %2 = chlo.broadcast_zeta %0, %1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[0.0274654217, 0.0274654217, 1.1017909], [0.014398165, 0.0540399328, 1.46021187]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[2.250000e+00, 2.250000e+00, 2.250000e+00], [3.750000e+00, 3.750000e+00, 4.250000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, 1.000000e+00, 2.000000e+00], [3.000000e+00, 3.000000e+00, 3.000000e+00]]> : tensor<2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf64>
    %2 = chlo.broadcast_zeta %0, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %cst_1 = stablehlo.constant dense<[[0.24998776234521985, 1.4602118661586485, 0.46021186615864851], [0.027465421058385991, 0.027465421058385991, 0.014398164757857374]]> : tensor<2x3xf64>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf64>, tensor<2x3xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[2.250000e+00, 2.250000e+00, 4.250000e+00], [4.250000e+00, 2.250000e+00, 4.250000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[1.000000e+00, 3.000000e+00, 2.000000e+00]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %2 = chlo.broadcast_zeta %0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.46021187, 0.249987766, 0.066954188], [1.06695414, 0.249987766, 0.066954188]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[4.250000e+00, 4.250000e+00, 2.250000e+00], [3.250000e+00, 4.250000e+00, 4.250000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x1xf32>
    %2 = chlo.broadcast_zeta %0, %1 : (tensor<2x3xf32>, tensor<1x1xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.06695414, 1.06695414, 1.46021187], [1.15915203, 1.06695414, 1.06695414]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
}

