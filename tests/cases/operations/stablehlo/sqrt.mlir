module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.sqrt %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0.000000e+00, 0.000000e+00, 1.000000e+00, 0x7FC00000, 0.707106769, 1.58113885, 0x7FC00000, 9.99997302E-21, 1.73205077E+19, 0x7FC00000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-9.74035589E-4, -7.69032478, 1.000000e+00], [-0.150329158, -1.744800e+01, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.sqrt %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 1.000000e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-2.544920e+00, 1.278000e+03], [-9.794230e-04, 0x7C00], [0x7C00, 2.298750e+02]]> : tensor<3x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf16>
    %1 = stablehlo.sqrt %0 : tensor<3x2xf16>
    %cst_0 = stablehlo.constant dense<[[0x7E00, 3.575000e+01], [0x7E00, 0x7C00], [0x7C00, 1.516410e+01]]> : tensor<3x2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x2xf16>, tensor<3x2xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[0.33788949276579683], [-1641.8541304821319], [0.022543531722146421], [12.215506142378651]]> : tensor<4x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x1xf64>
    %1 = stablehlo.sqrt %0 : tensor<4x1xf64>
    %cst_0 = stablehlo.constant dense<[[0.58128262726989943], [0x7FF8000000000000], [0.15014503562271522], [3.4950688322805106]]> : tensor<4x1xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x1xf64>, tensor<4x1xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<7.408950e-04> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.sqrt %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.0272193868> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

