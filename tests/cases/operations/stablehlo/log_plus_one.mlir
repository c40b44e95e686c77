module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.log_plus_one %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0.000000e+00, 0.000000e+00, 0.693147182, 0xFF800000, 0.405465096, 1.25276291, 0x7FC00000, 9.999940e-41, 88.5968475, 0x7FC00000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-1.0882684E-4, 9.999940e-41, -3.21443319], [0.10455519, 0.248427331, 0.805909276]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.log_plus_one %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.08832763E-4, 9.999940e-41, 0x7FC00000], [0.0994427129, 0.221884623, 0.591064215]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0x7C00, -1.164550e-01, 0x7E00], [-3.964840e+00, -6.152340e-02, 3.040630e+01]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %1 = stablehlo.log_plus_one %0 : tensor<2x3xf16>
    %cst_0 = stablehlo.constant dense<[[0x7C00, -1.238400e-01, 0x7E00], [0x7E00, -6.347650e-02, 3.447270e+00]]> : tensor<2x3xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf16>, tensor<2x3xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 3.653130e+01], [-1.288280e+01, -2.039060e+00], [0.000000e+00, 0.000000e+00], [-2.992150e-05, 0x7C00]]> : tensor<4x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2xf16>
    %1 = stablehlo.log_plus_one %0 : tensor<4x2xf16>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 3.625000e+00], [0x7E00, 0x7E00], [0.000000e+00, 0.000000e+00], [-2.992150e-05, 0x7C00]]> : tensor<4x2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x2xf16>, tensor<4x2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[7.606500e-03, 1.000000e+00, 1.254690e+01]> : tensor<3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf16>
    %1 = stablehlo.log_plus_one %0 : tensor<3xf16>
    %cst_0 = stablehlo.constant dense<[7.575980e-03, 6.933590e-01, 2.605470e+00]> : tensor<3xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf16>, tensor<3xf16>
    return
  }
}

