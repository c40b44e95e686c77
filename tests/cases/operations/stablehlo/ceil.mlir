module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.ceil %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 3.000000e+00, -1.000000e+00, 1.000000e+00, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 9.999940e-41, -6.428250e-05], [846.826232, -0.0013044104, -6.08768838E-4]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.ceil %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[1.000000e+00, 1.000000e+00, -0.000000e+00], [8.470000e+02, -0.000000e+00, -0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<9.999940e-41> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.ceil %0 : tensor<f32>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<f32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[-0.00933203381, 0x7FC00000, 1.000000e+00, -1.4319241]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = stablehlo.ceil %0 : tensor<4xf32>
    check.expect_eq_const %1, dense<[-0.000000e+00, 0x7FC00000, 1.000000e+00, -1.000000e+00]> : tensor<4xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<0.67214916375863165> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = stablehlo.ceil %0 : tensor<f64>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<f64>
    return
  }
}

