module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, -64, 63, 0, 0, 2, -1, 31, 3, -4, 3, 0, 0, 0, -1, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-23703093, 1226354019, -2147483648, -1041328778]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[-2147483648, 1989520766, 497958492, 2147483647]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[-1, 0, -1, -1]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[0]], [[54694]]], [[[53331]], [[5]]], [[[32817]], [[0]]], [[[0]], [[65535]]]]> : tensor<4x2x1x1xui16>
    %0 = stablehlo.optimization_barrier %c : tensor<4x2x1x1xui16>
    %c_0 = stablehlo.constant dense<[[[[12291]], [[60805]]], [[[45483]], [[32767]]], [[[29237]], [[31510]]], [[[60524]], [[5]]]]> : tensor<4x2x1x1xui16>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x2x1x1xui16>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<4x2x1x1xui16>
    check.expect_eq_const %2, dense<[[[[0]], [[65535]]], [[[65535]], [[0]]], [[[65535]], [[0]]], [[[0]], [[65535]]]]> : tensor<4x2x1x1xui16>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[5, 174, 255], [146, 127, 202]]], [[[0, 0, 231], [0, 34, 1]]], [[[0, 0, 1], [255, 239, 5]]]]> : tensor<3x1x2x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1x2x3xui8>
    %c_0 = stablehlo.constant dense<[[[[5, 94, 108], [116, 0, 127]]], [[[231, 255, 29], [154, 49, 0]]], [[[5, 0, 170], [254, 1, 0]]]]> : tensor<3x1x2x3xui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x1x2x3xui8>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<3x1x2x3xui8>
    check.expect_eq_const %2, dense<[[[[0, 255, 255], [255, 127, 255]]], [[[0, 0, 255], [0, 0, 1]]], [[[0, 0, 0], [255, 247, 5]]]]> : tensor<3x1x2x3xui8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[[44083, 0]], [[32767, 0]], [[5, 65535]]]]> : tensor<1x3x1x2xui16>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3x1x2xui16>
    %c_0 = stablehlo.constant dense<[[[[65535, 1]], [[32767, 57477]], [[22383, 1]]]]> : tensor<1x3x1x2xui16>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3x1x2xui16>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<1x3x1x2xui16>
    check.expect_eq_const %2, dense<[[[[65535, 0]], [[0, 0]], [[0, 65535]]]]> : tensor<1x3x1x2xui16>
    return
  }
}

