module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.logistic %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 1.000000e+00, 0.000000e+00, 5.000000e-01, 5.000000e-01, 0.731058597, 0.268941432, 0.622459352, 0.924141824, 0.182425529, 5.000000e-01, 1.000000e+00, 0.000000e+00, 5.000000e-01]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, -7.000000e+04, 0.000000e+00], [-73.8534546, -0.0249040704, 0.071575284]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.logistic %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.731058597, 0.000000e+00, 5.000000e-01], [8.43047798E-33, 0.493774295, 0.517886162]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<160.307877> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.logistic %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, -25.664032834770406]]> : tensor<1x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2xf64>
    %1 = stablehlo.logistic %0 : tensor<1x2xf64>
    %cst_0 = stablehlo.constant dense<[[0.2689414213699951, 7.1491129148162282E-12]]> : tensor<1x2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x2xf64>, tensor<1x2xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-1.500000e+00, -0.027069073591523191], [0.019484431946952124, 0x7FF0000000000000], [9.9999999999999992E-41, 0xFFF0000000000000], [0.013930879709493896, 0xFFF0000000000000]]> : tensor<4x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2xf64>
    %1 = stablehlo.logistic %0 : tensor<4x2xf64>
    %cst_0 = stablehlo.constant dense<[[0.18242552380635635, 0.49323314478956726], [0.50487095388571512, 1.000000e+00], [5.000000e-01, 0.000000e+00], [0.5034826636043499, 0.000000e+00]]> : tensor<4x2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x2xf64>, tensor<4x2xf64>
    return
  }
}

