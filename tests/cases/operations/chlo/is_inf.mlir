module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.is_inf %0 : tensor<14xf32> -> tensor<14xi1>
    check.expect_eq_const %1, dense<[false, true, true, false, false, false, false, false, false, false, false, false, false, false]> : tensor<14xi1>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.00468681147, 8.71849712E-4, 3.43861058E-4], [-1.500000e+00, 0x7FC00000, -0.209252134]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.is_inf %0 : tensor<2x3xf32> -> tensor<2x3xi1>
    check.expect_eq_const %1, dense<false> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[-73.9224472, -11.0544052, -1.21088517, -0.887437522]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = chlo.is_inf %0 : tensor<4xf32> -> tensor<4xi1>
    check.expect_eq_const %1, dense<false> : tensor<4xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<8.1151145552369171E-5> : tensor<1x1x1x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x1x1xf64>
    %1 = chlo.is_inf %0 : tensor<1x1x1x1xf64> -> tensor<1x1x1x1xi1>
    check.expect_eq_const %1, dense<false> : tensor<1x1x1x1xi1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-0.000000e+00, -0.173341855, -2.7648797], [1.000000e+00, 1.000000e+00, 1.000000e+00], [0.000000e+00, -2.16636647E-4, 9.999940e-41]], [[2.500000e+00, -7.000000e+04, 0x7F800000], [0.880439758, -4.04292863E-4, 12.4034786], [0.00900884158, 1.000000e+00, 0x7FC00000]]]> : tensor<2x3x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x3xf32>
    %1 = chlo.is_inf %0 : tensor<2x3x3xf32> -> tensor<2x3x3xi1>
    check.expect_eq_const %1, dense<[[[false, false, false], [false, false, false], [false, false, false]], [[false, false, true], [false, false, false], [false, false, false]]]> : tensor<2x3x3xi1>
    return
  }
}

