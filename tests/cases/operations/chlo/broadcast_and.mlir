module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[2, 3, -3], [-3, 0, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 1, 0], [2, 0, 3]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_and %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[2, 1, 0], [0, 0, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[-2, -1, 0], [-1, -2, -2]], [[-2, 1, 0], [2, 0, 0]]]> : tensor<2x2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x3xi32>
    %c_0 = stablehlo.constant dense<[[1, 3, -1], [2, 0, -3]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_and %0, %1 : (tensor<2x2x3xi32>, tensor<2x3xi32>) -> tensor<2x2x3xi32>
    check.expect_eq_const %2, dense<[[[0, 3, 0], [2, 0, -4]], [[0, 1, 0], [2, 0, 0]]]> : tensor<2x2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-3, -3, 3], [3, -3, 0]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %c_0 = stablehlo.constant dense<[[-3, 2, -1], [2, 2, 0]]> : tensor<2x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi8>
    %2 = chlo.broadcast_and %0, %1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    check.expect_eq_const %2, dense<[[-3, 0, 3], [2, 0, 0]]> : tensor<2x3xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-2, 2, 3], [3, 2, 1]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[-1, -2, 3]> : tensor<3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi32>
    %2 = chlo.broadcast_and %0, %1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-2, 2, 3], [3, 2, 1]]> : tensor<2x3xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[-2, 1, 1]> : tensor<3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi32>
    %c_0 = stablehlo.constant dense<[[2, 2, 0], [3, 1, -3]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_and %0, %1 : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[2, 0, 0], [2, 1, 1]]> : tensor<2x3xi32>
    return
  }
}

