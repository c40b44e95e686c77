module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[-1, -2, 1], [-1, -3, 3]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 0, 3], [0, -2, 3]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_or %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1, -2, 3], [-1, -1, 3]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-3], [-2]]> : tensor<2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi32>
    %c_0 = stablehlo.constant dense<[[-2, 1, 1], [-2, -1, 0]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_or %0, %1 : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1, -3, -3], [-2, -1, -2]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[0, 1, 1], [1, 3, 0]]]> : tensor<1x2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xui32>
    %c_0 = stablehlo.constant dense<[[1, 2, 2], [1, 2, 1]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %2 = chlo.broadcast_or %0, %1 : (tensor<1x2x3xui32>, tensor<2x3xui32>) -> tensor<1x2x3xui32>
    check.expect_eq_const %2, dense<[[[1, 3, 3], [1, 3, 1]]]> : tensor<1x2x3xui32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[0, 1, 3], [1, 1, 0]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %c_0 = stablehlo.constant dense<[[2, 1, 3], [1, 0, 2]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %2 = chlo.broadcast_or %0, %1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xui32>
    check.expect_eq_const %2, dense<[[2, 1, 3], [1, 1, 2]]> : tensor<2x3xui32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<2x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi1>
    %2 = chlo.broadcast_or %0, %1 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<true> : tensor<2x3xi1>
    return
  }
}

