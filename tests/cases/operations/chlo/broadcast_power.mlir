module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 3.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 3.000000e+00, -3.000000e+00], [-1.000000e+00, 3.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_power %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.000000e+00, 2.700000e+01, 0x7F800000], [1.000000e+00, 0.000000e+00, 5.000000e-01]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[2, 1, 2], [2, 2, 2]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %c_0 = stablehlo.constant dense<[[1, 2, 3], [3, 3, 3]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %2 = chlo.broadcast_power %0, %1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xui32>
    check.expect_eq_const %2, dense<[[2, 1, 8], [8, 8, 8]]> : tensor<2x3xui32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 1.000000e+00, -3.000000e+00], [1.000000e+00, -2.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00, 1.000000e+00, 1.000000e+00], [-2.000000e+00, 2.000000e+00, 1.000000e+00]], [[3.000000e+00, 2.000000e+00, -2.000000e+00], [-3.000000e+00, 2.000000e+00, 2.000000e+00]]]> : tensor<2x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x2x3xf32>
    %2 = chlo.broadcast_power %0, %1 : (tensor<2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %cst_1 = stablehlo.constant dense<[[[5.000000e-01, 1.000000e+00, -3.000000e+00], [1.000000e+00, 4.000000e+00, 3.000000e+00]], [[8.000000e+00, 1.000000e+00, 0.111111112], [1.000000e+00, 4.000000e+00, 9.000000e+00]]]> : tensor<2x2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[2, 2, 1], [1, -3, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 2, 0], [3, 1, -1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_power %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, 4, 1], [1, -3, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-2.000000e+00, -2.000000e+00, 1.000000e+00], [-1.000000e+00, -3.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[1.000000e+00, 1.000000e+00, 2.000000e+00], [3.000000e+00, 3.000000e+00, 1.000000e+00]]]> : tensor<1x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x3xf32>
    %2 = chlo.broadcast_power %0, %1 : (tensor<2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %cst_1 = stablehlo.constant dense<[[[-2.000000e+00, -2.000000e+00, 1.000000e+00], [-1.000000e+00, -2.700000e+01, 0.000000e+00]]]> : tensor<1x2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 4 : tensor<1x2x3xf32>, tensor<1x2x3xf32>
    return
  }
}

