module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.atanh %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.000000e+00, 0.000000e+00, 0x7F800000, 0xFF800000, 0.549306154, 0x7FC00000, 0x7FC00000, 9.999940e-41, 0x7FC00000, 0x7FC00000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.000000e+38, -1087.56152, -2.14667296], [1.000000e+00, 5.93562552E-4, -7.000000e+04]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.atanh %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7F800000, 5.9356261E-4, 0x7FC00000]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<-4.1471910017177835> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = chlo.atanh %0 : tensor<f64> -> tensor<f64>
    %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f64>, tensor<f64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-1.000000e+00, 2.500000e+00], [-0.00831462256, -1.57477343]]]> : tensor<1x2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x2xf32>
    %1 = chlo.atanh %0 : tensor<1x2x2xf32> -> tensor<1x2x2xf32>
    %cst_0 = stablehlo.constant dense<[[[0xFF800000, 0x7FC00000], [-0.00831481441, 0x7FC00000]]]> : tensor<1x2x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<0.00135105103> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.atanh %0 : tensor<f32> -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.00135105185> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

