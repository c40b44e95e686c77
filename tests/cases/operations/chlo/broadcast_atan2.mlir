module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-2.000000e+00, 0.000000e+00, 1.000000e+00], [-3.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, -2.000000e+00, -3.000000e+00], [3.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_atan2 %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[-0.785398185, 3.14159274, 2.8198421], [-0.785398185, 1.57079637, 0.000000e+00]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -1.000000e+00, -2.000000e+00], [1.000000e+00, -3.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-3.000000e+00, 2.000000e+00, 1.000000e+00], [1.000000e+00, -3.000000e+00, 2.000000e+00]]]> : tensor<1x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x3xf32>
    %2 = chlo.broadcast_atan2 %0, %1 : (tensor<2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %cst_1 = stablehlo.constant dense<[[[3.14159274, -0.463647604, -1.10714877], [0.785398185, -2.3561945, 0.785398185]]]> : tensor<1x2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<1x2x3xf32>, tensor<1x2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 0.000000e+00, -2.000000e+00], [1.000000e+00, -1.000000e+00, -2.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00, -3.000000e+00, 0.000000e+00], [-2.000000e+00, -2.000000e+00, -2.000000e+00]]]> : tensor<1x2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x3xf64>
    %2 = chlo.broadcast_atan2 %0, %1 : (tensor<2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xf64>
    %cst_1 = stablehlo.constant dense<[[[1.8925468811915389, 3.1415926535897931, -1.5707963267948966], [2.677945044588987, -2.677945044588987, -2.3561944901923448]]]> : tensor<1x2x3xf64>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<1x2x3xf64>, tensor<1x2x3xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-1.000000e+00, 2.000000e+00, 2.000000e+00], [2.000000e+00, -2.000000e+00, -2.000000e+00]], [[3.000000e+00, -1.000000e+00, 3.000000e+00], [2.000000e+00, 1.000000e+00, -2.000000e+00]]]> : tensor<2x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-3.000000e+00, -1.000000e+00, -1.000000e+00], [0.000000e+00, 2.000000e+00, -3.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_atan2 %0, %1 : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
    %cst_1 = stablehlo.constant dense<[[[-2.8198421, 2.03444386, 2.03444386], [1.57079637, -0.785398185, -2.553590e+00]], [[2.3561945, -2.3561945, 1.89254689], [1.57079637, 0.463647604, -2.553590e+00]]]> : tensor<2x2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[2.000000e+00, 1.000000e+00, -2.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, -1.000000e+00, 3.000000e+00], [0.000000e+00, -3.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_atan2 %0, %1 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.57079637, 2.3561945, -0.588002622], [1.57079637, 2.8198421, -2.3561945]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
}

