module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[[-2.000000e+00, -2.000000e+00, 3.000000e+00, -3.000000e+00], [2.000000e+00, -2.000000e+00, 2.000000e+00, 0.000000e+00], [1.000000e+00, -2.000000e+00, -3.000000e+00, 1.000000e+00]], [[2.000000e+00, -3.000000e+00, -2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00, 0.000000e+00, 1.000000e+00], [1.000000e+00, 2.000000e+00, 0.000000e+00, -1.000000e+00]]]> : tensor<2x3x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x4xf32>
    %cst_0 = stablehlo.constant dense<[[[0.000000e+00, -3.000000e+00, 0.000000e+00, 0.000000e+00, -2.000000e+00], [0.000000e+00, 2.000000e+00, 0.000000e+00, -3.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 3.000000e+00, 3.000000e+00, -2.000000e+00], [2.000000e+00, -1.000000e+00, -1.000000e+00, -1.000000e+00, 3.000000e+00]], [[1.000000e+00, -2.000000e+00, 0.000000e+00, -3.000000e+00, -2.000000e+00], [-2.000000e+00, 0.000000e+00, 3.000000e+00, -1.000000e+00, 3.000000e+00], [-2.000000e+00, 2.000000e+00, -3.000000e+00, 3.000000e+00, 0.000000e+00], [-2.000000e+00, -2.000000e+00, 1.000000e+00, 2.000000e+00, -3.000000e+00]]]> : tensor<2x4x5xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x4x5xf32>
    %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    check.expect_eq_const %2, dense<[[[-3.000000e+00, 8.000000e+00, 1.200000e+01, 1.800000e+01, -1.300000e+01], [2.000000e+00, -8.000000e+00, 6.000000e+00, 1.200000e+01, -1.000000e+01], [-1.000000e+00, -1.100000e+01, -1.000000e+01, -4.000000e+00, 5.000000e+00]], [[8.000000e+00, -1.200000e+01, -1.000000e+00, -5.000000e+00, -1.900000e+01], [-4.000000e+00, -6.000000e+00, 7.000000e+00, -6.000000e+00, -1.000000e+00], [-1.000000e+00, 0.000000e+00, 5.000000e+00, -7.000000e+00, 7.000000e+00]]]> : tensor<2x3x5xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-2.000000e+00, -1.000000e+00, 2.000000e+00], [2.000000e+00, -3.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<-3.000000e+00> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[6.000000e+00, 3.000000e+00, -6.000000e+00], [-6.000000e+00, 9.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[3, -2], [-1, -1], [2, 3]], [[1, -3], [-3, -3], [0, 2]]], [[[2, 0], [-3, 1], [-2, -1]], [[2, -3], [-3, -1], [3, 0]]], [[[0, 2], [2, 3], [2, 3]], [[-3, 0], [-2, -1], [-2, 2]]]]> : tensor<3x2x3x2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x3x2xi32>
    %c_0 = stablehlo.constant dense<> : tensor<3x3x2x0xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x3x2x0xi32>
    %2 = stablehlo.dot_general %0, %1, batching_dims = [3, 0] x [2, 1], contracting_dims = [] x [] : (tensor<3x2x3x2xi32>, tensor<3x3x2x0xi32>) -> tensor<2x3x2x3x3x0xi32>
    check.expect_eq_const %2, dense<> : tensor<2x3x2x3x3x0xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[[-3, 2, 0], [3, 3, 1]], [[2, -1, 2], [3, -3, -2]], [[1, 3, 0], [2, 3, -3]]], [[[1, 0, 3], [2, -1, 3]], [[-3, -3, 0], [-3, 1, -3]], [[0, 0, -3], [3, -1, 0]]], [[[0, -2, 2], [-2, -3, 1]], [[-2, 1, -1], [1, 1, -1]], [[-1, 0, 3], [-1, 0, 0]]]]]> : tensor<1x3x3x2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3x3x2x3xi64>
    %c_0 = stablehlo.constant dense<> : tensor<1x0x3x2x3x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x0x3x2x3x3xi64>
    %2 = stablehlo.dot_general %0, %1, batching_dims = [4, 2] x [2, 5], contracting_dims = [0, 3] x [0, 3] : (tensor<1x3x3x2x3xi64>, tensor<1x0x3x2x3x3xi64>) -> tensor<3x3x3x0x3xi64>
    check.expect_eq_const %2, dense<> : tensor<3x3x3x0x3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-3], [3]]> : tensor<2x1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi64>
    %c_0 = stablehlo.constant dense<[[[2], [3]]]> : tensor<1x2x1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x1xi64>
    %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [1], contracting_dims = [1] x [0] : (tensor<2x1xi64>, tensor<1x2x1xi64>) -> tensor<2x1xi64>
    check.expect_eq_const %2, dense<[[-6], [9]]> : tensor<2x1xi64>
    return
  }
}

