module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.atan %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 1.57079637, -1.57079637, 0.000000e+00, 0.000000e+00, 0.785398185, -0.785398185, 0.463647604, 1.190290e+00, -0.982793748, 9.999940e-41, 1.57079637, -1.57078207, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-2.11776831E-4, 0.000000e+00, -0.833851635], [0x7F800000, -2.41807842, 0.00880369544]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.atan %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-2.11776831E-4, 0.000000e+00, -0.6950441], [1.57079637, -1.17866242, 0.00880346819]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<-1.500000e+00> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = chlo.atan %0 : tensor<f64> -> tensor<f64>
    %cst_0 = stablehlo.constant dense<-0.98279372324732905> : tensor<f64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f64>, tensor<f64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[6.402590e-02, -0.000000e+00]> : tensor<2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf16>
    %1 = chlo.atan %0 : tensor<2xf16> -> tensor<2xf16>
    %cst_0 = stablehlo.constant dense<[6.396480e-02, 0.000000e+00]> : tensor<2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2xf16>, tensor<2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<0.201028228> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.atan %0 : tensor<f32> -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.198384047> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

