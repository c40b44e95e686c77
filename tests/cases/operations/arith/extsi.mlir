module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = arith.extsi %0 : tensor<2xi1> to tensor<2xi32>
    check.expect_eq_const %1, dense<[0, -1]> : tensor<2xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = arith.extsi %0 : tensor<8xi8> to tensor<8xi32>
    check.expect_eq_const %1, dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-110, 87, 5], [127, 14, 1]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %1 = arith.extsi %0 : tensor<2x3xi8> to tensor<2x3xi32>
    check.expect_eq_const %1, dense<[[-110, 87, 5], [127, 14, 1]]> : tensor<2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[-1, 116], [-128, 26], [127, 5]], [[-63, 127], [-1, 92], [85, 1]], [[125, 1], [33, 5], [5, -98]], [[-1, -117], [63, 97], [16, 115]]]> : tensor<4x3x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<4x3x2xi8>
    %1 = arith.extsi %0 : tensor<4x3x2xi8> to tensor<4x3x2xi32>
    check.expect_eq_const %1, dense<[[[-1, 116], [-128, 26], [127, 5]], [[-63, 127], [-1, 92], [85, 1]], [[125, 1], [33, 5], [5, -98]], [[-1, -117], [63, 97], [16, 115]]]> : tensor<4x3x2xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[117]], [[94]]]> : tensor<2x1x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x1xi8>
    %1 = arith.extsi %0 : tensor<2x1x1xi8> to tensor<2x1x1xi32>
    check.expect_eq_const %1, dense<[[[117]], [[94]]]> : tensor<2x1x1xi32>
    return
  }
}

