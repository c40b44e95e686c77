module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.is_finite %0 : (tensor<14xf32>) -> tensor<14xi1>
    check.expect_eq_const %1, dense<[false, false, false, true, true, true, true, true, true, true, true, true, true, true]> : tensor<14xi1>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-9.89993858, 1.000000e+00, -0.000000e+00], [-5.05656528E-4, -0.0117835347, -0.103481069]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.is_finite %0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    check.expect_eq_const %1, dense<true> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<470.04187> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.is_finite %0 : (tensor<f32>) -> tensor<i1>
    check.expect_eq_const %1, dense<true> : tensor<i1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[[[-50.130110616555449, 2.500000e+00, -2.9018433569086982E-4, 13.907416062755624]]], [[[0.015454397373405275, 930.02320627014842, 0x7FF0000000000000, -0.000000e+00]]], [[[-4.9934740923202456, 5.2244638043174414E-4, 0xFFF0000000000000, -1.000000e+00]]]], [[[[-1.500000e+00, 0.007954920500357579, -2.8859963869073995, 0.15531223427853913]]], [[[1.000000e-310, -0.0098987874445982289, -5.5276855824536177, 5.000000e-01]]], [[[-7.6762397995924813E-4, 3.000000e+38, 438.70932012448071, 0x7FF0000000000000]]]]]> : tensor<2x3x1x1x4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x1x1x4xf64>
    %1 = stablehlo.is_finite %0 : (tensor<2x3x1x1x4xf64>) -> tensor<2x3x1x1x4xi1>
    check.expect_eq_const %1, dense<[[[[[true, true, true, true]]], [[[true, true, false, true]]], [[[true, true, false, true]]]], [[[[true, true, true, true]]], [[[true, true, true, true]]], [[[true, true, true, false]]]]]> : tensor<2x3x1x1x4xi1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = stablehlo.is_finite %0 : (tensor<f16>) -> tensor<i1>
    check.expect_eq_const %1, dense<true> : tensor<i1>
    return
  }
}

