module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -3.000000e+00, 2.000000e+00], [-1.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, -3.000000e+00, 2.000000e+00], [2.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %concat = tensor.concat dim(0) %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    check.expect_eq_const %concat, dense<[[0.000000e+00, -3.000000e+00, 2.000000e+00], [-1.000000e+00, 2.000000e+00, 1.000000e+00], [3.000000e+00, -3.000000e+00, 2.000000e+00], [2.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<4x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<2x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi1>
    %concat = tensor.concat dim(0) %0, %1 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<4x3xi1>
    check.expect_eq_const %concat, dense<[[true, true, true], [true, false, true], [true, true, true], [true, true, true]]> : tensor<4x3xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[3, 3, 3], [0, 2, 2]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %c_0 = stablehlo.constant dense<[[1, 1, 1], [0, 0, 1]]> : tensor<2x3xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xui32>
    %concat = tensor.concat dim(0) %0, %1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<4x3xui32>
    check.expect_eq_const %concat, dense<[[3, 3, 3], [0, 2, 2], [1, 1, 1], [0, 0, 1]]> : tensor<4x3xui32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, -3.000000e+00, 0.000000e+00], [1.000000e+00, -1.000000e+00, 2.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 3.000000e+00, 0.000000e+00], [1.000000e+00, -2.000000e+00, 1.000000e+00]]> : tensor<2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf64>
    %concat = tensor.concat dim(0) %0, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<4x3xf64>
    check.expect_eq_const %concat, dense<[[-1.000000e+00, -3.000000e+00, 0.000000e+00], [1.000000e+00, -1.000000e+00, 2.000000e+00], [0.000000e+00, 3.000000e+00, 0.000000e+00], [1.000000e+00, -2.000000e+00, 1.000000e+00]]> : tensor<4x3xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 3.000000e+00], [1.000000e+00, 3.000000e+00, 2.000000e+00]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, -2.000000e+00, -1.000000e+00], [3.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<2x3xf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf16>
    %concat = tensor.concat dim(0) %0, %1 : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<4x3xf16>
    check.expect_eq_const %concat, dense<[[1.000000e+00, 0.000000e+00, 3.000000e+00], [1.000000e+00, 3.000000e+00, 2.000000e+00], [1.000000e+00, -2.000000e+00, -1.000000e+00], [3.000000e+00, -2.000000e+00, 0.000000e+00]]> : tensor<4x3xf16>
    return
  }
}

