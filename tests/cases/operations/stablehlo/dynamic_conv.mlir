module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[[0.000000e+00, 0.000000e+00, 2.000000e+00]], [[-1.000000e+00, -3.000000e+00, 3.000000e+00]]]> : tensor<2x1x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x3xf64>
    %cst_0 = stablehlo.constant dense<[[[1.000000e+00]], [[-3.000000e+00]]]> : tensor<2x1x1xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1x1xf64>
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[f, b, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: true>, window_strides = array<i64: 1>}> : (tensor<2x1x3xf64>, tensor<2x1x1xf64>, tensor<1x2xi64>) -> tensor<2x2x3xf64>
    check.expect_eq_const %3, dense<[[[0.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, -3.000000e+00, 3.000000e+00]], [[0.000000e+00, 0.000000e+00, -6.000000e+00], [3.000000e+00, 9.000000e+00, -9.000000e+00]]]> : tensor<2x2x3xf64>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-2], [-1]]> : tensor<2x1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<1x1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x1xi64>
    %c_1 = stablehlo.constant dense<> : tensor<0x2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<0x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[o, i]->[f, b]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, rhs_dilation = array<i64>}> : (tensor<2x1xi64>, tensor<1x1xi64>, tensor<0x2xi64>) -> tensor<1x2xi64>
    check.expect_eq_const %3, dense<[[-2, -1]]> : tensor<1x2xi64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[0, -3]]> : tensor<1x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2xi64>
    %c_0 = stablehlo.constant dense<[[-2, 1]]> : tensor<1x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2xi64>
    %c_1 = stablehlo.constant dense<> : tensor<0x2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<0x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[f, b]>, feature_group_count = 2 : i64, lhs_dilation = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>}> : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<0x2xi64>) -> tensor<2x1xi64>
    check.expect_eq_const %3, dense<[[0], [-3]]> : tensor<2x1xi64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[(2.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)]]> : tensor<2x2xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<[[(-3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]> : tensor<2x2xcomplex<f64>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x2xcomplex<f64>>
    %c = stablehlo.constant dense<> : tensor<0x2xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<0x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, b]x[o, i]->[f, b]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, window_reversal = array<i1>}> : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<0x2xi64>) -> tensor<2x2xcomplex<f64>>
    check.expect_eq_const %3, dense<[[(-8.000000e+00,0.000000e+00), (1.200000e+01,0.000000e+00)], [(-4.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)]]> : tensor<2x2xcomplex<f64>>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[2.000000e+00, 2.000000e+00], [-2.000000e+00, 1.000000e+00]]]> : tensor<1x2x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x2xf64>
    %cst_0 = stablehlo.constant dense<[[[2.000000e+00]], [[-1.000000e+00]]]> : tensor<2x1x1xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1x1xf64>
    %c = stablehlo.constant dense<0> : tensor<1x2xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, b]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1>}> : (tensor<1x2x2xf64>, tensor<2x1x1xf64>, tensor<1x2xi64>) -> tensor<1x2x1xf64>
    check.expect_eq_const %3, dense<[[[6.000000e+00], [3.000000e+00]]]> : tensor<1x2x1xf64>
    return
  }
}

