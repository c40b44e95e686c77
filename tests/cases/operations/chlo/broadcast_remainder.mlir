module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, -1.000000e+00, -3.000000e+00], [-2.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, 0.000000e+00, -3.000000e+00], [-1.000000e+00, 2.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_remainder %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-1.000000e+00, 0xFFC00000, -0.000000e+00], [-0.000000e+00, -0.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[0.000000e+00, -2.000000e+00, -2.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, -3.000000e+00], [0.000000e+00, 2.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_remainder %0, %1 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[0xFFC00000, -0.000000e+00, -2.000000e+00], [0xFFC00000, -0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[3, 0, 1], [2, 1, 0]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %c_0 = stablehlo.constant dense<[[0, 1, 1], [2, 1, 1]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %2 = chlo.broadcast_remainder %0, %1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xui32>
    check.expect_eq_const %2, dense<[[3, 0, 0], [0, 0, 0]]> : tensor<2x3xui32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[2.000000e+00, 3.000000e+00, -2.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[[-3.000000e+00, 2.000000e+00, -1.000000e+00]]> : tensor<1x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x3xf32>
    %2 = chlo.broadcast_remainder %0, %1 : (tensor<3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, 1.000000e+00, -0.000000e+00]]> : tensor<1x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, -1.000000e+00], [3.000000e+00, -1.000000e+00, 1.000000e+00]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %cst_0 = stablehlo.constant dense<[[-2.000000e+00, 3.000000e+00, 2.000000e+00], [-2.000000e+00, -1.000000e+00, -2.000000e+00]]> : tensor<2x3xf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf16>
    %2 = chlo.broadcast_remainder %0, %1 : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
    check.expect_eq_const %2, dense<[[1.000000e+00, 0.000000e+00, -1.000000e+00], [1.000000e+00, -0.000000e+00, 1.000000e+00]]> : tensor<2x3xf16>
    return
  }
}

