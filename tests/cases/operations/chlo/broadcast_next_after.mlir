module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, 0.000000e+00, 0.000000e+00], [3.000000e+00, -2.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, -3.000000e+00, -2.000000e+00], [0.000000e+00, 1.000000e+00, -3.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_next_after %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-2.99999976, -1.401300e-45, -1.401300e-45], [2.99999976, -1.99999988, -1.00000012]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, -1.000000e+00, 1.000000e+00], [0.000000e+00, -3.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00], [0.000000e+00]]> : tensor<2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %2 = chlo.broadcast_next_after %0, %1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[-2.99999976, -1.000000e+00, 0.99999994], [0.000000e+00, -2.99999976, -0.99999994]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 0.000000e+00, 2.000000e+00], [-2.000000e+00, -1.000000e+00, 1.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, -2.000000e+00, 2.000000e+00], [2.000000e+00, -3.000000e+00, 3.000000e+00]]> : tensor<2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf64>
    %2 = chlo.broadcast_next_after %0, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    check.expect_eq_const %2, dense<[[1.9999999999999998, -4.940660e-324, 2.000000e+00], [-1.9999999999999998, -1.0000000000000002, 1.0000000000000002]]> : tensor<2x3xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, 2.000000e+00, -3.000000e+00], [1.000000e+00, -3.000000e+00, 2.000000e+00]], [[0.000000e+00, -1.000000e+00, 2.000000e+00], [0.000000e+00, -2.000000e+00, 1.000000e+00]]]> : tensor<2x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, 3.000000e+00, 3.000000e+00], [-2.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_next_after %0, %1 : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
    check.expect_eq_const %2, dense<[[[0.99999994, 2.00000024, -2.99999976], [0.99999994, -2.99999976, 1.99999988]], [[-1.401300e-45, -0.99999994, 2.00000024], [-1.401300e-45, -1.99999988, 0.99999994]]]> : tensor<2x2x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -2.000000e+00, -2.000000e+00], [-1.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[2.000000e+00, -3.000000e+00, 2.000000e+00]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %2 = chlo.broadcast_next_after %0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %2, dense<[[1.401300e-45, -2.00000024, -1.99999988], [-0.99999994, 1.99999988, 1.00000012]]> : tensor<2x3xf32>
    return
  }
}

