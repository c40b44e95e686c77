module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.erfc %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0.000000e+00, 2.000000e+00, 1.000000e+00, 1.000000e+00, 0.157299206, 1.84270084, 0.479500115, 4.06952022E-4, 1.9661051, 1.000000e+00, 0.000000e+00, 2.000000e+00, 1.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.05142248, -7.000000e+04, 2.500000e+00], [3.000000e+38, 3.000000e+38, -1497.7959]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.erfc %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.137031734, 2.000000e+00, 4.06952022E-4], [0.000000e+00, 0.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[-3.3931916371554306E-4, -0.058249995197047738], [1.000000e-310, 7.6927878927255603E-4], [-95.706537069601296, -1.000000e+00]], [[-158.82848690240979, -5.5387317298581209], [1.000000e-310, 0.6341215111078482], [-10.451257994948456, 0xFFF0000000000000]]]]> : tensor<1x2x3x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x3x2xf64>
    %1 = chlo.erfc %0 : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
    %cst_0 = stablehlo.constant dense<[[[[1.0003828806606383, 1.0656538168577914], [1.000000e+00, 0.99913196201172838], [2.000000e+00, 1.8427007929497148]], [[2.000000e+00, 1.9999999999999953], [1.000000e+00, 0.36983459225988391], [2.000000e+00, 2.000000e+00]]]]> : tensor<1x2x3x2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x2x3x2xf64>, tensor<1x2x3x2xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[1.40442038, 6.94792223, -0.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = chlo.erfc %0 : tensor<3xf32> -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[0.0470166318, 8.713940e-23, 1.000000e+00]> : tensor<3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf32>, tensor<3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[2.500000e+00, 2.089060e+01, 8.003230e-03, 0.000000e+00], [-1.319890e-03, 0.000000e+00, 1.290280e-01, 2.500000e+00]], [[-3.640630e+01, 6.640000e+02, 0.000000e+00, -1.248440e+01], [1.560970e-02, -7.055000e+02, 0xFC00, -1.390380e-01]]]> : tensor<2x2x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x4xf16>
    %1 = chlo.erfc %0 : tensor<2x2x4xf16> -> tensor<2x2x4xf16>
    %cst_0 = stablehlo.constant dense<[[[4.069810e-04, 0.000000e+00, 9.912100e-01, 1.000000e+00], [1.001950e+00, 1.000000e+00, 8.549800e-01, 4.069810e-04]], [[2.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00], [9.824210e-01, 2.000000e+00, 2.000000e+00, 1.156250e+00]]]> : tensor<2x2x4xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x2x4xf16>, tensor<2x2x4xf16>
    return
  }
}

