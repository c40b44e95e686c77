module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.rsqrt %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0.000000e+00, 0xFFC00000, 0x7F800000, 0xFF800000, 1.000000e+00, 0xFFC00000, 1.41421354, 0.632455527, 0xFFC00000, 1.00000266E+20, 5.77350289E-20, 0xFFC00000, 0x7F800000]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.000000e+38, 0.000000e+00, 0.00538361166], [2.500000e+00, 0.0140047986, -0.00485689519]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.rsqrt %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[5.77350289E-20, 0x7F800000, 13.628973], [0.632455527, 8.45009422, 0xFFC00000]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[2.500000e+00, 16.01581, 0x7FC00000, -0.0129709225]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = stablehlo.rsqrt %0 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[0.632455527, 0.249876574, 0x7FC00000, 0xFFC00000]> : tensor<4xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4xf32>, tensor<4xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[0.000000e+00, 0xFF800000, -4.70837736]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = stablehlo.rsqrt %0 : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[0x7F800000, 0xFFC00000, 0xFFC00000]> : tensor<3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf32>, tensor<3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-4.507450e-02, -1.500000e+00, -1.231430e-04, -1.050570e-02], [-8.598320e-03, 0.000000e+00, -1.486210e-02, 1.169920e+00]]> : tensor<2x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4xf16>
    %1 = stablehlo.rsqrt %0 : tensor<2x4xf16>
    %cst_0 = stablehlo.constant dense<[[0xFE00, 0xFE00, 0xFE00, 0xFE00], [0xFE00, 0x7C00, 0xFE00, 9.243160e-01]]> : tensor<2x4xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x4xf16>, tensor<2x4xf16>
    return
  }
}

