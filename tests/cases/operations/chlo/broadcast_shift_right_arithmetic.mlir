module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[3, 0, 3], [3, 1, 3]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[3, 0, 0], [1, 2, 0]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_shift_right_arithmetic %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, 0, 3], [1, 0, 3]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[0, -1, -3], [-1, 0, 2]]]> : tensor<1x2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, -3, 3], [2, 2, -1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_shift_right_arithmetic %0, %1 : (tensor<1x2x3xi32>, tensor<2x3xi32>) -> tensor<1x2x3xi32>
    check.expect_eq_const %2, dense<[[[0, -1, -1], [-1, 0, 0]]]> : tensor<1x2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[0, -3, 0], [0, 0, -3]], [[0, -1, -3], [-2, -2, -1]]]> : tensor<2x2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x3xi32>
    %c_0 = stablehlo.constant dense<[[0, -2, 2], [1, 1, -1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_shift_right_arithmetic %0, %1 : (tensor<2x2x3xi32>, tensor<2x3xi32>) -> tensor<2x2x3xi32>
    check.expect_eq_const %2, dense<[[[0, -1, 0], [0, 0, -1]], [[0, -1, -1], [-1, -1, -1]]]> : tensor<2x2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-2], [-3]]> : tensor<2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi32>
    %c_0 = stablehlo.constant dense<[[3, 1, 3], [0, 3, -3]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_shift_right_arithmetic %0, %1 : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1, -1, -1], [-3, -1, -1]]> : tensor<2x3xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-3, 1, 2], [-2, -2, 3]]> : tensor<2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi64>
    %c_0 = stablehlo.constant dense<[[3, 1, -3], [0, -3, 1]]> : tensor<2x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi64>
    %2 = chlo.broadcast_shift_right_arithmetic %0, %1 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
    check.expect_eq_const %2, dense<[[-1, 0, 0], [-2, -1, 1]]> : tensor<2x3xi64>
    return
  }
}

