module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, 0.000000e+00, 0.000000e+00], [-2.000000e+00, -1.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, -1.000000e+00, 2.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00, -3.000000e+00, 1.000000e+00], [1.000000e+00, 2.000000e+00, -2.000000e+00, -2.000000e+00]]> : tensor<3x4xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x4xf32>
    %2 = stablehlo.dot %0, %1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    check.expect_eq_const %2, dense<[[0.000000e+00, 3.000000e+00, -6.000000e+00, -3.000000e+00], [-3.000000e+00, -2.000000e+00, 3.000000e+00, 1.000000e+00]]> : tensor<2x4xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[3, 1, -1], [-1, 2, -1], [2, 2, -3], [-3, -2, 0]]> : tensor<4x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4x3xi32>
    %c_0 = stablehlo.constant dense<[[-1], [-3], [-3]]> : tensor<3x1xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x1xi32>
    %2 = stablehlo.dot %0, %1 : (tensor<4x3xi32>, tensor<3x1xi32>) -> tensor<4x1xi32>
    check.expect_eq_const %2, dense<[[-3], [-2], [1], [9]]> : tensor<4x1xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-3> : tensor<1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %c_0 = stablehlo.constant dense<-2> : tensor<1xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi32>
    %2 = stablehlo.dot %0, %1 : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
    check.expect_eq_const %2, dense<6> : tensor<i32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[0.000000e+00, 3.000000e+00, -3.000000e+00, 3.000000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[-2.000000e+00, 2.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<4xf32>
    %2 = stablehlo.dot %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    check.expect_eq_const %2, dense<9.000000e+00> : tensor<f32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[3.000000e+00, 2.000000e+00, -2.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[3.000000e+00, 3.000000e+00, 2.000000e+00]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %2 = stablehlo.dot %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    check.expect_eq_const %2, dense<1.100000e+01> : tensor<f32>
    return
  }
}

