module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.popcnt %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[1, 7, 0, 1, 2, 8, 6, 3]> : tensor<8xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-2147483648, 1763773347, 1073741823, 2147483647]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %1 = stablehlo.popcnt %0 : tensor<4xi32>
    check.expect_eq_const %1, dense<[1, 13, 30, 31]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<65535> : tensor<ui16>
    %0 = stablehlo.optimization_barrier %c : tensor<ui16>
    %1 = stablehlo.popcnt %0 : tensor<ui16>
    check.expect_eq_const %1, dense<16> : tensor<ui16>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[-1, 0], [20233, 4533]]], [[[-32768, 5], [-24462, -32031]]], [[[5, -21883], [-16020, 0]]], [[[1, 32767], [0, -18548]]]]> : tensor<4x1x2x2xi16>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x2x2xi16>
    %1 = stablehlo.popcnt %0 : tensor<4x1x2x2xi16>
    check.expect_eq_const %1, dense<[[[[16, 0], [7, 7]]], [[[1, 2], [6, 6]]], [[[2, 7], [7, 0]]], [[[1, 15], [0, 9]]]]> : tensor<4x1x2x2xi16>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[-32768, -32768], [-27917, -32768], [12215, -27884], [32767, 32767]], [[-464, -27820], [-30400, 32767], [1332, 17215], [-16060, 23736]]]> : tensor<2x4x2xi16>
    %0 = stablehlo.optimization_barrier %c : tensor<2x4x2xi16>
    %1 = stablehlo.popcnt %0 : tensor<2x4x2xi16>
    check.expect_eq_const %1, dense<[[[1, 1], [9, 1], [11, 6], [15, 15]], [[9, 7], [4, 15], [5, 9], [5, 8]]]> : tensor<2x4x2xi16>
    return
  }
}

