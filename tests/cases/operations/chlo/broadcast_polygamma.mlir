module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 3.000000e+00, 1.000000e+00], [3.000000e+00, 2.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, 3.000000e+00, 1.000000e+00], [3.000000e+00, 3.000000e+00, 2.500000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_polygamma %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[0.394934058, 0.1189394, 1.64493406], [0.1189394, -0.154113799, -0.236204058]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, 3.000000e+00], [3.000000e+00, 3.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.500000e+00], [1.000000e+00]]> : tensor<2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %2 = chlo.broadcast_polygamma %0, %1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[0.490357757, 0.490357757, 0.223905846], [6.49393939, 6.49393939, -2.40411377]]> : tensor<2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[3.000000e+00, 2.000000e+00, 2.000000e+00], [3.000000e+00, 2.000000e+00, 3.000000e+00]]]> : tensor<1x2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x3xf16>
    %cst_0 = stablehlo.constant dense<[[2.500000e+00, 2.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf16>
    %2 = chlo.broadcast_polygamma %0, %1 : (tensor<1x2x3xf16>, tensor<2x3xf16>) -> tensor<1x2x3xf16>
    %cst_1 = stablehlo.constant dense<[[[2.238770e-01, -4.040530e-01, -2.404300e+00], [6.492190e+00, -2.404300e+00, 4.938960e-01]]]> : tensor<1x2x3xf16>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<1x2x3xf16>, tensor<1x2x3xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 2.000000e+00, 3.000000e+00]]> : tensor<1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf32>
    %cst_0 = stablehlo.constant dense<[2.000000e+00, 1.000000e+00, 3.000000e+00]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %2 = chlo.broadcast_polygamma %0, %1 : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
    %cst_1 = stablehlo.constant dense<[[0.4939394, -2.40411377, 0.1189394]]> : tensor<1x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<1x3xf32>, tensor<1x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, 1.000000e+00, 3.000000e+00], [2.000000e+00, 1.000000e+00, 2.000000e+00]], [[2.000000e+00, 3.000000e+00, 3.000000e+00], [2.000000e+00, 3.000000e+00, 3.000000e+00]]]> : tensor<2x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 3.000000e+00, 1.000000e+00], [3.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_polygamma %0, %1 : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
    %cst_1 = stablehlo.constant dense<[[[1.64493406, 0.394934058, 6.49393939], [-0.154113799, 1.64493406, -0.404113799]], [[-2.40411377, 0.1189394, 6.49393939], [-0.154113799, 6.49393939, 0.4939394]]]> : tensor<2x2x3xf32>
    check.expect_close %2, %cst_1, max_ulp_difference = 256 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
    return
  }
}

