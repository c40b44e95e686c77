module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[2, -1, 0], [2, 2, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-3, -3, -1], [1, 0, -1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_shift_left %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, 0, 0], [4, 2, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[3, 3, -2], [-1, 2, -3]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %c_0 = stablehlo.constant dense<[[-3, 2, -1], [0, 1, -2]]> : tensor<2x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi8>
    %2 = chlo.broadcast_shift_left %0, %1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    check.expect_eq_const %2, dense<[[0, 12, 0], [-1, 4, 0]]> : tensor<2x3xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[0, 3, 0], [0, 3, 3]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %c_0 = stablehlo.constant dense<[[2, 3, 0], [0, 0, 3]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %2 = chlo.broadcast_shift_left %0, %1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xui32>
    check.expect_eq_const %2, dense<[[0, 24, 0], [0, 3, 24]]> : tensor<2x3xui32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[0, -2, 1], [0, -3, -2]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[[3, 3, -3], [-1, 0, -3]], [[0, -3, 0], [-3, 2, 0]]]> : tensor<2x2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x2x3xi32>
    %2 = chlo.broadcast_shift_left %0, %1 : (tensor<2x3xi32>, tensor<2x2x3xi32>) -> tensor<2x2x3xi32>
    check.expect_eq_const %2, dense<[[[0, -16, 0], [0, -3, 0]], [[0, 0, 1], [0, -12, -2]]]> : tensor<2x2x3xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[3, -2, 1], [1, 1, 1]]> : tensor<2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi64>
    %c_0 = stablehlo.constant dense<[[0, 2, -2], [3, 3, 0]]> : tensor<2x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi64>
    %2 = chlo.broadcast_shift_left %0, %1 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
    check.expect_eq_const %2, dense<[[3, -8, 0], [8, 8, 1]]> : tensor<2x3xi64>
    return
  }
}

