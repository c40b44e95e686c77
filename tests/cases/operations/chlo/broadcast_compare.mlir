module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-2.000000e+00, 0.000000e+00, -1.000000e+00], [-1.000000e+00, 2.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, 0.000000e+00, -2.000000e+00], [-2.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<[[true, false, false], [false, false, false]]> : tensor<2x3xi1>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00, -3.000000e+00], [1.000000e+00, -3.000000e+00, -3.000000e+00]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, -3.000000e+00, 0.000000e+00], [3.000000e+00, 0.000000e+00, 3.000000e+00]]> : tensor<2x3xf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf16>
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<[[false, false, true], [true, true, true]]> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[3, 1, -3], [1, 2, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-2, -1, 2], [-2, 0, -2]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<[[false, false, true], [false, false, false]]> : tensor<2x3xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-3.000000e+00, 0.000000e+00, 3.000000e+00], [-2.000000e+00, -3.000000e+00, 0.000000e+00]]]> : tensor<1x2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x3xf16>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, -3.000000e+00], [1.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<2x3xf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf16>
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<1x2x3xf16>, tensor<2x3xf16>) -> tensor<1x2x3xi1>
    check.expect_eq_const %2, dense<[[[true, true, false], [true, true, false]]]> : tensor<1x2x3xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[true, true, false], [true, true, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<[[true, true, true], [true, false, false]]> : tensor<2x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi1>
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<[[false, false, true], [false, false, false]]> : tensor<2x3xi1>
    return
  }
}

