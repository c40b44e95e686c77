module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[[0.000000e+00, -2.000000e+00, -1.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00, 2.000000e+00, 1.000000e+00], [3.000000e+00, 3.000000e+00, -3.000000e+00, 0.000000e+00], [0.000000e+00, 3.000000e+00, 1.000000e+00, 2.000000e+00], [2.000000e+00, -2.000000e+00, -2.000000e+00, -1.000000e+00], [-2.000000e+00, 1.000000e+00, 0.000000e+00, -1.000000e+00], [-1.000000e+00, 2.000000e+00, 2.000000e+00, 3.000000e+00], [-3.000000e+00, -2.000000e+00, 0.000000e+00, 2.000000e+00]], [[-2.000000e+00, 2.000000e+00, -1.000000e+00, 1.000000e+00], [-3.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00], [3.000000e+00, 2.000000e+00, 2.000000e+00, -2.000000e+00], [0.000000e+00, 3.000000e+00, 0.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00, 3.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00, -3.000000e+00, -3.000000e+00], [-3.000000e+00, 1.000000e+00, -3.000000e+00, -2.000000e+00], [1.000000e+00, 3.000000e+00, 2.000000e+00, 3.000000e+00]]]> : tensor<2x8x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x8x4xf32>
    %cst_0 = stablehlo.constant dense<[[[-3.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, 3.000000e+00, -2.000000e+00], [2.000000e+00, -3.000000e+00, 3.000000e+00, 3.000000e+00, 0.000000e+00, 2.000000e+00]], [[2.000000e+00, -2.000000e+00, 3.000000e+00, -2.000000e+00, -3.000000e+00, -2.000000e+00], [3.000000e+00, -2.000000e+00, -3.000000e+00, -3.000000e+00, -2.000000e+00, -2.000000e+00]], [[-3.000000e+00, 3.000000e+00, -1.000000e+00, -1.000000e+00, 2.000000e+00, -1.000000e+00], [0.000000e+00, -3.000000e+00, -3.000000e+00, 0.000000e+00, -1.000000e+00, 1.000000e+00]]]> : tensor<3x2x6xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x2x6xf32>
    %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
    check.expect_eq_const %2, dense<[[[-1.300000e+01, 6.000000e+00, -1.800000e+01, -2.000000e+00, -1.700000e+01, 1.000000e+00], [1.500000e+01, -2.100000e+01, -9.000000e+00, 1.000000e+01, 1.500000e+01, 5.000000e+00], [0.000000e+00, -6.000000e+00, 4.000000e+00, -9.000000e+00, -1.900000e+01, 1.000000e+00], [1.000000e+01, -1.800000e+01, 2.000000e+01, 1.400000e+01, 1.200000e+01, 7.000000e+00], [-8.000000e+00, -3.000000e+00, -2.000000e+01, -4.000000e+00, -3.000000e+00, 5.000000e+00], [2.100000e+01, -6.000000e+00, 3.000000e+00, -1.600000e+01, -1.400000e+01, -1.000000e+01]], [[-8.000000e+00, 7.000000e+00, -9.000000e+00, -3.000000e+00, 1.000000e+00, -2.000000e+00], [1.900000e+01, -1.300000e+01, -9.000000e+00, 5.000000e+00, -4.000000e+00, 4.000000e+00], [-2.000000e+00, -1.200000e+01, -8.000000e+00, -1.300000e+01, 8.000000e+00, -1.500000e+01], [1.000000e+01, -1.200000e+01, 1.100000e+01, 3.000000e+00, -1.200000e+01, -2.000000e+00], [7.000000e+00, -1.900000e+01, 6.000000e+00, 2.100000e+01, 2.000000e+01, 7.000000e+00], [-9.000000e+00, -3.000000e+00, -2.200000e+01, -2.000000e+00, 5.000000e+00, 1.100000e+01]]]> : tensor<2x6x6xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[[-3], [1]], [[-3], [-3]]], [[[-1], [3]], [[-2], [-2]]]]> : tensor<2x2x2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x2x1xi32>
    %c_0 = stablehlo.constant dense<[[[[-2, 2], [1, 2]], [[1, 3], [-2, 2]]]]> : tensor<1x2x2x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x2x2xi32>
    %2 = stablehlo.convolution(%0, %1) dim_numbers = [1, b, f, 0]x[o, i, 1, 0]->[1, f, 0, b], window = {pad = [[-1, -1], [-1, 1]], lhs_dilate = [2, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x2x1xi32>, tensor<1x2x2x2xi32>) -> tensor<1x1x0x2xi32>
    check.expect_eq_const %2, dense<> : tensor<1x1x0x2xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[3], [3]], [[2], [2]], [[3], [2]], [[3], [1]], [[0], [3]], [[1], [0]]], [[[2], [3]], [[3], [2]], [[1], [0]], [[3], [0]], [[0], [0]], [[0], [0]]]]> : tensor<2x6x2x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x6x2x1xui8>
    %c_0 = stablehlo.constant dense<[[[[2, 1, 1], [3, 0, 1]], [[0, 3, 0], [1, 0, 1]]]]> : tensor<1x2x2x3xui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x2x3xui8>
    %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[i, 0, o, 1]->[f, b, 0, 1], window = {stride = [3, 2], pad = [[0, 0], [-1, 2]], lhs_dilate = [1, 3], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x2x1xui8>, tensor<1x2x2x3xui8>) -> tensor<2x2x2x2xui8>
    check.expect_eq_const %2, dense<[[[[6, 3], [2, 1]], [[6, 3], [0, 0]]], [[[11, 5], [6, 4]], [[11, 5], [0, 0]]]]> : tensor<2x2x2x2xui8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-2, -1], [2, 2]]> : tensor<2x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<[[-3, 0], [-3, 3]]> : tensor<2x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x2xi64>
    %2 = stablehlo.convolution(%0, %1) dim_numbers = [f, b]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    check.expect_eq_const %2, dense<[[6, 12], [3, 9]]> : tensor<2x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[2, -1, 2, -1]]> : tensor<1x4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4xi32>
    %c_0 = stablehlo.constant dense<[[-3, -3], [-3, -2]]> : tensor<2x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x2xi32>
    %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4xi32>, tensor<2x2xi32>) -> tensor<1x2xi32>
    check.expect_eq_const %2, dense<[[-3, -4]]> : tensor<1x2xi32>
    return
  }
}

