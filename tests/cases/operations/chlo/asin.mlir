module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.asin %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.000000e+00, 0.000000e+00, 1.57079637, -1.57079637, 0.52359879, 0x7FC00000, 0x7FC00000, 9.999940e-41, 0x7FC00000, 0x7FC00000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.0216258727, 0.000000e+00, 1.63286722], [5.000000e-01, 0.824490845, -0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.asin %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-0.0216275584, 0.000000e+00, 0x7FC00000], [0.52359879, 0.969301819, 0.000000e+00]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[0.000000e+00]], [[0.000000e+00]], [[35.9378166]]]> : tensor<3x1x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1x1xf32>
    %1 = chlo.asin %0 : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
    %cst_0 = stablehlo.constant dense<[[[0.000000e+00]], [[0.000000e+00]], [[0x7FC00000]]]> : tensor<3x1x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x1x1xf32>, tensor<3x1x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 3.000000e+38, 0.0135218352]]> : tensor<1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf32>
    %1 = chlo.asin %0 : tensor<1x3xf32> -> tensor<1x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.52359879, 0x7FC00000, 0.0135222469]]> : tensor<1x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x3xf32>, tensor<1x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[0xFF800000], [-0.000000e+00]], [[-1.000000e+00], [-5.76276565E-4]]], [[[0xFF800000], [1.000000e+00]], [[0.124120966], [1.000000e+00]]], [[[-8.91347789], [9.999940e-41]], [[5.62203264], [5.000000e-01]]], [[[0.593495429], [-0.00431812322]], [[0x7FC00000], [0xFF800000]]]]> : tensor<4x2x2x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2x2x1xf32>
    %1 = chlo.asin %0 : tensor<4x2x2x1xf32> -> tensor<4x2x2x1xf32>
    %cst_0 = stablehlo.constant dense<[[[[0x7FC00000], [0.000000e+00]], [[-1.57079637], [-5.76276623E-4]]], [[[0x7FC00000], [1.57079637]], [[0.124441899], [1.57079637]]], [[[0x7FC00000], [9.999940e-41]], [[0x7FC00000], [0.52359879]]], [[[0.635394931], [-0.00431813672]], [[0x7FC00000], [0x7FC00000]]]]> : tensor<4x2x2x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x2x2x1xf32>, tensor<4x2x2x1xf32>
    return
  }
}

