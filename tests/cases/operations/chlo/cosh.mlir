module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.cosh %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0x7F800000, 1.000000e+00, 1.000000e+00, 1.54308069, 1.54308069, 1.12762594, 6.13228941, 2.3524096, 1.000000e+00, 0x7F800000, 0x7F800000, 1.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-3.39143324, -7.000000e+04, 3.87163542E-4], [0.0163719319, -1056.73694, -0.00141591311]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.cosh %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[14.8710804, 0x7F800000, 1.00000012], [1.00013399, 0x7F800000, 1.00000095]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<-306.790558> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.cosh %0 : tensor<f32> -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<f32>, tensor<f32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[1.3655710421142886, 1.1678592779424859, 0.30672533667443824, -0.0020016007124382218]> : tensor<4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf64>
    %1 = chlo.cosh %0 : tensor<4xf64> -> tensor<4xf64>
    %cst_0 = stablehlo.constant dense<[2.0865973089097767, 1.7630673437695903, 1.047410171564868, 1.0000020032033747]> : tensor<4xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<4xf64>, tensor<4xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0x7FC00000, 0.00220442959, -1.68503714]]> : tensor<1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf32>
    %1 = chlo.cosh %0 : tensor<1x3xf32> -> tensor<1x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7FC00000, 1.00000238, 2.78904438]]> : tensor<1x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<1x3xf32>, tensor<1x3xf32>
    return
  }
}

