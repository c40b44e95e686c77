module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.floor %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 0.000000e+00, 2.000000e+00, -2.000000e+00, 0.000000e+00, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.0021040109, 0.0102791348, -11.3191833], [-0.000000e+00, 38.4168854, 0xFF800000]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.floor %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-1.000000e+00, 0.000000e+00, -1.200000e+01], [-0.000000e+00, 3.800000e+01, 0xFF800000]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[[0.000000e+00, 1.000000e+00]]]]]> : tensor<1x1x1x1x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x1x1x2xf64>
    %1 = stablehlo.floor %0 : tensor<1x1x1x1x2xf64>
    check.expect_eq_const %1, dense<[[[[[0.000000e+00, 1.000000e+00]]]]]> : tensor<1x1x1x1x2xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = stablehlo.floor %0 : tensor<f16>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<f16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = stablehlo.floor %0 : tensor<f64>
    check.expect_eq_const %1, dense<0x7FF8000000000000> : tensor<f64>
    return
  }
}

