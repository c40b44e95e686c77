module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.cbrt %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, 0.000000e+00, 1.000000e+00, -1.000000e+00, 0.793700516, 1.35720885, -1.14471424, 4.64158063E-14, 6.69432938E+12, -41.2128525, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[2990.32837, -0.147557154, -24.4143887], [-0.000000e+00, -1.000000e+00, -1.500000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.cbrt %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[14.4069805, -0.528429151, -2.90100598], [0.000000e+00, -1.000000e+00, -1.14471424]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[-2148.53809, -4.16630297E-4]], [[13.7100506, 1.000000e+00]]]> : tensor<2x1x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x2xf32>
    %1 = stablehlo.cbrt %0 : tensor<2x1x2xf32>
    %cst_0 = stablehlo.constant dense<[[[-12.9037027, -0.0746879056]], [[2.39338756, 1.000000e+00]]]> : tensor<2x1x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x1x2xf32>, tensor<2x1x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<3.000000e+38> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.cbrt %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<6.69432938E+12> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-9.94165427E-4], [44.7316399], [-8.9824686], [-0.00136236439]], [[-10.8511028], [0.050249029], [1.000000e+00], [3.000000e+38]], [[10.3473988], [0.000000e+00], [252.209793], [0x7F800000]]]> : tensor<3x4x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x4x1xf32>
    %1 = stablehlo.cbrt %0 : tensor<3x4x1xf32>
    %cst_0 = stablehlo.constant dense<[[[-0.0998051315], [3.54980874], [-2.07873225], [-0.11085733]], [[-2.21389985], [0.369013757], [1.000000e+00], [6.69432938E+12]], [[2.17909956], [0.000000e+00], [6.3181119], [0x7F800000]]]> : tensor<3x4x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x4x1xf32>, tensor<3x4x1xf32>
    return
  }
}

