module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.shift_right_logical %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, 64, 63, 0, 0, 2, 127, 31, 3, 4, 3, 0, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[1073741823, -1588088290, 2147483647, 0]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[738000550, 0, -652167739, -813325230]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.shift_right_logical %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[0, -1588088290, 0, 0]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[-9223372036854775808, 4611686018427387903, 2805433208523349413]], [[4611686018427387903, 8344875801945797257, 1]]]> : tensor<2x1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x3xi64>
    %c_0 = stablehlo.constant dense<[[[5, 0, 9223372036854775807]], [[926156767370179531, 6948926560832522246, 0]]]> : tensor<2x1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x3xi64>
    %2 = stablehlo.shift_right_logical %0, %1 : tensor<2x1x3xi64>
    check.expect_eq_const %2, dense<[[[288230376151711744, 4611686018427387903, 0]], [[0, 0, 1]]]> : tensor<2x1x3xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[127], [0], [-107]], [[5], [-101], [73]]]> : tensor<2x3x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3x1xi8>
    %c_0 = stablehlo.constant dense<[[[5], [1], [63]], [[-96], [63], [1]]]> : tensor<2x3x1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3x1xi8>
    %2 = stablehlo.shift_right_logical %0, %1 : tensor<2x3x1xi8>
    check.expect_eq_const %2, dense<[[[3], [0], [0]], [[0], [0], [36]]]> : tensor<2x3x1xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[0, 3690300702, 0, 2147483647]> : tensor<4xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[640548473, 1127761111, 0, 2147483647]> : tensor<4xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xui32>
    %2 = stablehlo.shift_right_logical %0, %1 : tensor<4xui32>
    check.expect_eq_const %2, dense<0> : tensor<4xui32>
    return
  }
}

