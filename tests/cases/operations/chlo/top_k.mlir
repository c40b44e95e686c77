module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, -1.000000e+00], [-1.000000e+00, -3.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %values, %indices = chlo.top_k(%0, k = 1) : tensor<2x3xf32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    check.expect_eq_const %values, dense<[[0.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
    check.expect_eq_const %indices, dense<[[0], [2]]> : tensor<2x1xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, 0.000000e+00, -2.000000e+00], [-3.000000e+00, -3.000000e+00, 1.000000e+00]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %values, %indices = chlo.top_k(%0, k = 1) : tensor<2x3xf16> -> (tensor<2x1xf16>, tensor<2x1xi32>)
    check.expect_eq_const %values, dense<[[0.000000e+00], [1.000000e+00]]> : tensor<2x1xf16>
    check.expect_eq_const %indices, dense<[[1], [2]]> : tensor<2x1xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, 0.000000e+00, -3.000000e+00], [-3.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %values, %indices = chlo.top_k(%0, k = 1) : tensor<2x3xf64> -> (tensor<2x1xf64>, tensor<2x1xi32>)
    check.expect_eq_const %values, dense<0.000000e+00> : tensor<2x1xf64>
    check.expect_eq_const %indices, dense<1> : tensor<2x1xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[false, false, true], [false, true, false]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %values, %indices = chlo.top_k(%0, k = 1) : tensor<2x3xi1> -> (tensor<2x1xi1>, tensor<2x1xi32>)
    check.expect_eq_const %values, dense<true> : tensor<2x1xi1>
    check.expect_eq_const %indices, dense<[[2], [1]]> : tensor<2x1xi32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-1.000000e+00, -1.000000e+00], [-2.000000e+00, -2.000000e+00], [2.000000e+00, 0.000000e+00]], [[-2.000000e+00, -1.000000e+00], [0.000000e+00, 1.000000e+00], [1.000000e+00, 2.000000e+00]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %values, %indices = chlo.top_k(%0, k = 1) : tensor<2x3x2xf32> -> (tensor<2x3x1xf32>, tensor<2x3x1xi32>)
    check.expect_eq_const %values, dense<[[[-1.000000e+00], [-2.000000e+00], [2.000000e+00]], [[-1.000000e+00], [1.000000e+00], [2.000000e+00]]]> : tensor<2x3x1xf32>
    check.expect_eq_const %indices, dense<[[[0], [0], [0]], [[1], [1], [1]]]> : tensor<2x3x1xi32>
    return
  }
}

