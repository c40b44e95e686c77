module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.tanh %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 1.000000e+00, -1.000000e+00, 0.000000e+00, 0.000000e+00, 0.761594176, -0.761594176, 0.462117165, 0.986614286, -0.905148268, 9.999940e-41, 1.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0xFF800000, -0.00209730654], [0.0420371071, -1.000000e+00, 0x7F800000]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.tanh %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.761594176, -1.000000e+00, -0.00209730351], [0.0420123637, -0.761594176, 1.000000e+00]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[8.535380e-04, -5.305000e+02]> : tensor<2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf16>
    %1 = stablehlo.tanh %0 : tensor<2xf16>
    %cst_0 = stablehlo.constant dense<[8.535380e-04, -1.000000e+00]> : tensor<2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2xf16>, tensor<2xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf64>
    %1 = stablehlo.tanh %0 : tensor<1xf64>
    %cst_0 = stablehlo.constant dense<0.46211715726000974> : tensor<1xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1xf64>, tensor<1xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-2.22527885], [-0.141385123], [-0.659638464], [-0.00156738178]]> : tensor<4x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x1xf32>
    %1 = stablehlo.tanh %0 : tensor<4x1xf32>
    %cst_0 = stablehlo.constant dense<[[-0.976925194], [-0.140450507], [-0.578122735], [-0.0015673805]]> : tensor<4x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x1xf32>, tensor<4x1xf32>
    return
  }
}

