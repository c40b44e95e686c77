module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, -3.000000e+00, -1.000000e+00], [1.000000e+00, -1.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %2 = chlo.dynamic_reshape %0, %1 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, -3.000000e+00, -1.000000e+00], [1.000000e+00, -1.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[2.000000e+00, -1.000000e+00, -3.000000e+00], [-3.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xui32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xui32>
    %2 = chlo.dynamic_reshape %0, %1 : (tensor<2x3xf32>, tensor<2xui32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, -1.000000e+00, -3.000000e+00], [-3.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, 3.000000e+00, 0.000000e+00], [3.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xi8>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi8>
    %2 = chlo.dynamic_reshape %0, %1 : (tensor<2x3xf32>, tensor<2xi8>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-1.000000e+00, 3.000000e+00, 0.000000e+00], [3.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[3, 0, 1], [1, 2, 0]]]> : tensor<1x2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xui32>
    %c_0 = stablehlo.constant dense<[2, 3]> : tensor<2xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xui32>
    %2 = chlo.dynamic_reshape %0, %1 : (tensor<1x2x3xui32>, tensor<2xui32>) -> tensor<2x3xui32>
    check.expect_eq_const %2, dense<[[3, 0, 1], [1, 2, 0]]> : tensor<2x3xui32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-1.000000e+00], [2.000000e+00], [0.000000e+00]], [[-2.000000e+00], [-1.000000e+00], [-2.000000e+00]]]> : tensor<2x3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x1xf32>
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %2 = chlo.dynamic_reshape %0, %1 : (tensor<2x3x1xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-1.000000e+00, 2.000000e+00, 0.000000e+00], [-2.000000e+00, -1.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    return
  }
}

