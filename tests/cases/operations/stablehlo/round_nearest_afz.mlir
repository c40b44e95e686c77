module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.round_nearest_afz %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 3.000000e+00, -2.000000e+00, 0.000000e+00, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.00667963317, 5.07451344, 0.685384094], [0.0439742878, 3.000000e+38, -0.00159007264]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.round_nearest_afz %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[0.000000e+00, 5.000000e+00, 1.000000e+00], [0.000000e+00, 3.000000e+38, -0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[-1.339910e-03, 0x7C00]], [[-2.545310e+01, 1.415250e-03]]]> : tensor<2x1x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x2xf16>
    %1 = stablehlo.round_nearest_afz %0 : tensor<2x1x2xf16>
    check.expect_eq_const %1, dense<[[[-0.000000e+00, 0x7C00]], [[-2.500000e+01, 0.000000e+00]]]> : tensor<2x1x2xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-0.00731336279, 90.3519058, 2.500000e+00, -1.997440e+01], [0x7FC00000, 0x7FC00000, 0.00650868937, -1.500000e+00]]> : tensor<2x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4xf32>
    %1 = stablehlo.round_nearest_afz %0 : tensor<2x4xf32>
    check.expect_eq_const %1, dense<[[-0.000000e+00, 9.000000e+01, 3.000000e+00, -2.000000e+01], [0x7FC00000, 0x7FC00000, 0.000000e+00, -2.000000e+00]]> : tensor<2x4xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-0.000000e+00]], [[0.011919671178427599]]]> : tensor<2x1x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x1xf64>
    %1 = stablehlo.round_nearest_afz %0 : tensor<2x1x1xf64>
    check.expect_eq_const %1, dense<[[[-0.000000e+00]], [[0.000000e+00]]]> : tensor<2x1x1xf64>
    return
  }
}

