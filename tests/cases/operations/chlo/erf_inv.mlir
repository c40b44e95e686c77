module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.erf_inv %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.000000e+00, 0.000000e+00, 0x7F800000, 0xFF800000, 0.476936281, 0x7FC00000, 0x7FC00000, 8.862230e-41, 0x7FC00000, 0x7FC00000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.29545781, -0.00967012811, 6.65312837E-5], [-767.160095, 1.8236016, 0x7FC00000]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.erf_inv %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-0.26813218, -0.00857013743, 5.89618139E-5], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<-0.211833671> : tensor<1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf32>
    %1 = chlo.erf_inv %0 : tensor<1xf32> -> tensor<1xf32>
    %cst_0 = stablehlo.constant dense<-0.18999429> : tensor<1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1xf32>, tensor<1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<-4.53053665> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.erf_inv %0 : tensor<f32> -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-3.90657043, -26.4172287]]]> : tensor<1x1x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x2xf32>
    %1 = chlo.erf_inv %0 : tensor<1x1x2xf32> -> tensor<1x1x2xf32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<1x1x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x1x2xf32>, tensor<1x1x2xf32>
    return
  }
}

