module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.exponential_minus_one %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, -1.000000e+00, 0.000000e+00, 0.000000e+00, 1.71828187, -0.632120549, 0.648721277, 11.1824942, -0.776869833, 9.999940e-41, 0x7F800000, -1.000000e+00, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0x7F800000, 2178.92017, 768.466857], [0.143105403, -437.82666, -3.7869463]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.exponential_minus_one %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7F800000, 0x7F800000, 0x7F800000], [0.15385142, -1.000000e+00, -0.977335274]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<0.192497566> : tensor<1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf32>
    %1 = stablehlo.exponential_minus_one %0 : tensor<1xf32>
    %cst_0 = stablehlo.constant dense<0.212273553> : tensor<1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1xf32>, tensor<1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<-2.16637373> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.exponential_minus_one %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<-0.885407567> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[6.152340e-02, 0.000000e+00, 0xFC00]> : tensor<3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf16>
    %1 = stablehlo.exponential_minus_one %0 : tensor<3xf16>
    %cst_0 = stablehlo.constant dense<[6.347650e-02, 0.000000e+00, -1.000000e+00]> : tensor<3xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf16>, tensor<3xf16>
    return
  }
}

