module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, -3.000000e+00, -2.000000e+00], [-3.000000e+00, 3.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, -2.000000e+00, 2.000000e+00], [0.000000e+00, -2.000000e+00, -3.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_multiply %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[2.000000e+00, 6.000000e+00, -4.000000e+00], [-0.000000e+00, -6.000000e+00, -9.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[true, true, false], [true, true, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<[[true, true, false], [false, true, true]]> : tensor<2x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi1>
    %2 = chlo.broadcast_multiply %0, %1 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    check.expect_eq_const %2, dense<[[true, true, false], [false, true, true]]> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 0.000000e+00, 3.000000e+00], [1.000000e+00, 3.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %2 = chlo.broadcast_multiply %0, %1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-3.000000e+00, -0.000000e+00, -3.000000e+00], [-1.000000e+00, -3.000000e+00, -3.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[2, 3, 2], [-2, 3, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[3, 1, -3], [-1, -3, 2]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = chlo.broadcast_multiply %0, %1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[6, 3, -6], [2, -9, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-2, 2, 3], [2, -1, -1]]> : tensor<2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi64>
    %c_0 = stablehlo.constant dense<[[-2, -1, -1], [1, -2, 3]]> : tensor<2x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi64>
    %2 = chlo.broadcast_multiply %0, %1 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
    check.expect_eq_const %2, dense<[[4, -2, -3], [2, 2, -3]]> : tensor<2x3xi64>
    return
  }
}

