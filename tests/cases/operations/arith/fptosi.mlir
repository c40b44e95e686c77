module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[2.750000e+00, 2.750000e+00, 2.750000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 9.999940e-41, 2.750000e+00, 2.750000e+00, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = arith.fptosi %0 : tensor<14xf32> to tensor<14xi32>
    check.expect_eq_const %1, dense<[2, 2, 2, 0, 0, 1, 1, 0, 2, 1, 0, 2, 2, 0]> : tensor<14xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 2.750000e+00, 9.69415181E-4], [2.750000e+00, 2.750000e+00, 2.750000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = arith.fptosi %0 : tensor<2x3xf32> to tensor<2x3xi32>
    check.expect_eq_const %1, dense<[[1, 2, 0], [2, 2, 2]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<6.068120e-04> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = arith.fptosi %0 : tensor<f32> to tensor<i32>
    check.expect_eq_const %1, dense<0> : tensor<i32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[2.500000e+00, 0.0719047486]> : tensor<2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf32>
    %1 = arith.fptosi %0 : tensor<2xf32> to tensor<2xi32>
    check.expect_eq_const %1, dense<[2, 0]> : tensor<2xi32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[[0.00144165463, 9.76653861]], [[2.500000e+00, 0.00860483479]]], [[[1.20674026, 2.750000e+00]], [[0.0484338477, 2.750000e+00]]], [[[2.750000e+00, 0.00189638848]], [[47.9670219, 8.76294422]]], [[[2.50967249E-4, 9.999940e-41]], [[1.000000e+00, 2.750000e+00]]]]]> : tensor<1x4x2x1x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4x2x1x2xf32>
    %1 = arith.fptosi %0 : tensor<1x4x2x1x2xf32> to tensor<1x4x2x1x2xi32>
    check.expect_eq_const %1, dense<[[[[[0, 9]], [[2, 0]]], [[[1, 2]], [[0, 2]]], [[[2, 0]], [[47, 8]]], [[[0, 0]], [[1, 2]]]]]> : tensor<1x4x2x1x2xi32>
    return
  }
}

