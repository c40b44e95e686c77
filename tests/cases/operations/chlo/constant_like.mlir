module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, -2.000000e+00, -2.000000e+00], [3.000000e+00, -3.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = "chlo.constant_like"(%0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-1, -2, -2], [-1, -3, -3]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %1 = "chlo.constant_like"(%0) <{value = 0.000000e+00 : f32}> : (tensor<2x3xi8>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[0, 2, -3], [-3, 2, 2]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %1 = "chlo.constant_like"(%0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xi8>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[3, 2, 2], [2, 3, 2]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %1 = "chlo.constant_like"(%0) <{value = 0.000000e+00 : f32}> : (tensor<2x3xui32>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<2x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %1 = "chlo.constant_like"(%0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf64>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<2x3xf32>
    return
  }
}

