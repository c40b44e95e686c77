module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.exponential %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0.000000e+00, 1.000000e+00, 1.000000e+00, 2.71828175, 0.36787945, 1.64872122, 12.1824942, 0.223130167, 1.000000e+00, 0x7F800000, 0.000000e+00, 1.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.678377271, 9.999940e-41, -0.00875017605], [-67.718399, -0.00903397519, -0.00168233912]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.exponential %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.507439733, 1.000000e+00, 9.912880e-01], [3.89289762E-30, 0.991006731, 0.998319089]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[[-1478.57129, 2.85242796], [14.5836143, 0x7FC00000], [-0.070708476, -0.000000e+00]], [[-0.000000e+00, 0.000000e+00], [-7.000000e+04, 56.118927], [-363.914703, 0x7F800000]]]]]> : tensor<1x1x2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x2x3x2xf32>
    %1 = stablehlo.exponential %0 : tensor<1x1x2x3x2xf32>
    %cst_0 = stablehlo.constant dense<[[[[[0.000000e+00, 17.3298073], [2155674.75, 0x7FC00000], [0.931733489, 1.000000e+00]], [[1.000000e+00, 1.000000e+00], [0.000000e+00, 2.35581034E+24], [0.000000e+00, 0x7F800000]]]]]> : tensor<1x1x2x3x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x1x2x3x2xf32>, tensor<1x1x2x3x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[0xFF800000], [-7.000000e+04]]> : tensor<2x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1xf32>
    %1 = stablehlo.exponential %0 : tensor<2x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<2x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x1xf32>, tensor<2x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.36787945> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

