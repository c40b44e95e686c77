module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %low, %high = arith.mulsi_extended %0, %1 : tensor<64xi8>
    check.expect_eq_const %low, dense<[0, -128, 0, -128, -128, -128, -128, -128, -128, 1, 0, 127, 123, -127, 65, 121, 0, 0, 0, 0, 0, 0, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, -128, 123, 0, 5, 25, -5, 59, 35, -128, -127, 0, -1, -5, 1, -63, -7, -128, 65, 0, 63, 59, -63, -127, -71, -128, 121, 0, 7, 35, -7, -71, 49]> : tensor<64xi8>
    check.expect_eq_const %high, dense<[64, -64, 0, -1, -3, 0, -32, -4, -64, 63, 0, 0, 2, -1, 31, 3, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -3, 2, 0, 0, 0, -1, 1, 0, 0, -1, 0, -1, -1, 0, -1, -1, -32, 31, 0, 0, 1, -1, 15, 1, -4, 3, 0, 0, 0, -1, 1, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1573065177, 167105153, -1383387971], [-478612445, -1, -885377911]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1513019765, -1, 1073741823], [0, 2147483647, -1842884875]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %low, %high = arith.mulsi_extended %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %low, dense<[[-1287251667, -167105153, -1837837501], [0, -2147483647, 2010744093]]> : tensor<2x3xi32>
    check.expect_eq_const %high, dense<[[554155256, -1, -345846993], [0, -1, 379898017]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %low, %high = arith.mulsi_extended %0, %1 : tensor<i64>
    check.expect_eq_const %low, dense<5> : tensor<i64>
    check.expect_eq_const %high, dense<0> : tensor<i64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[-4910016129574768966, 8888952432422266520], [-9223372036854775808, -6118383815640036469]]]> : tensor<1x2x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x2xi64>
    %c_0 = stablehlo.constant dense<[[[0, 1], [-3975889374353029231, 9223372036854775807]]]> : tensor<1x2x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x2xi64>
    %low, %high = arith.mulsi_extended %0, %1 : tensor<1x2x2xi64>
    check.expect_eq_const %low, dense<[[[0, 8888952432422266520], [-9223372036854775808, -3104988221214739339]]]> : tensor<1x2x2xi64>
    check.expect_eq_const %high, dense<[[[0, 0], [1987944687176514615, -3059191907820018235]]]> : tensor<1x2x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-128, 102], [63, 1], [-1, -81]]> : tensor<3x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2xi8>
    %c_0 = stablehlo.constant dense<[[63, 49], [5, -85], [5, -96]]> : tensor<3x2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x2xi8>
    %low, %high = arith.mulsi_extended %0, %1 : tensor<3x2xi8>
    check.expect_eq_const %low, dense<[[-128, -122], [59, -85], [-5, 96]]> : tensor<3x2xi8>
    check.expect_eq_const %high, dense<[[-32, 19], [1, -1], [-1, 30]]> : tensor<3x2xi8>
    return
  }
}

