module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.is_neg_inf %0 : tensor<14xf32> -> tensor<14xi1>
    check.expect_eq_const %1, dense<[false, false, true, false, false, false, false, false, false, false, false, false, false, false]> : tensor<14xi1>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-7.70812854E-4, -0.0566437282, 0.00148098508], [0.000000e+00, -91.3919907, -11.8164721]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.is_neg_inf %0 : tensor<2x3xf32> -> tensor<2x3xi1>
    check.expect_eq_const %1, dense<false> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<0.0884723067> : tensor<1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf32>
    %1 = chlo.is_neg_inf %0 : tensor<1xf32> -> tensor<1xi1>
    check.expect_eq_const %1, dense<false> : tensor<1xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[[-7.831250e+01, 1.334960e+00]], [[4.261720e+00, 1.331330e-02]]], [[[1.484380e-01, -1.232030e+01]], [[0.000000e+00, 2.388000e-03]]], [[[1.910920e-04, 3.261720e-01]], [[7.839200e-04, 2.500000e+00]]]]> : tensor<3x2x1x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x1x2xf16>
    %1 = chlo.is_neg_inf %0 : tensor<3x2x1x2xf16> -> tensor<3x2x1x2xi1>
    check.expect_eq_const %1, dense<false> : tensor<3x2x1x2xi1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[3.000000e+38, 9.999940e-41, -2.23041987, 3.000000e+38]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = chlo.is_neg_inf %0 : tensor<4xf32> -> tensor<4xi1>
    check.expect_eq_const %1, dense<false> : tensor<4xi1>
    return
  }
}

