module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.erf %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 1.000000e+00, -1.000000e+00, 0.000000e+00, 0.000000e+00, 0.842700779, -0.842700779, 0.520499885, 9.995930e-01, -0.966105163, 1.128370e-40, 1.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.0971224531, -16.8134174, 429.705139], [-0.152467266, -0.00666495645, 0.055047594]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.erf %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.109247342, -1.000000e+00, 1.000000e+00], [-0.170717031, -0.0075204866, 0.0620518736]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[-1.61158619E-4, 0xFF800000, -0.0558636226], [0xFF800000, -15.3025656, 0xFF800000], [74.9305496, 0.0157757346, 1.000000e+00]], [[0.000000e+00, 126.058472, -1.08453429], [0xFF800000, 9.999940e-41, 0.00193683535], [-176.3647, -8.31210928E-4, 0.000000e+00]], [[9.999940e-41, 3.000000e+38, 7.05927087E-4], [0.000000e+00, 1636.47388, -2.26732922], [2.32542944, -1.500000e+00, 3.2085731]]]]> : tensor<1x3x3x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x3x3xf32>
    %1 = chlo.erf %0 : tensor<1x3x3x3xf32> -> tensor<1x3x3x3xf32>
    %cst_0 = stablehlo.constant dense<[[[[-1.81848023E-4, -1.000000e+00, -0.0629698336], [-1.000000e+00, -1.000000e+00, -1.000000e+00], [1.000000e+00, 0.0177995339, 0.842700779]], [[0.000000e+00, 1.000000e+00, -0.874912083], [-1.000000e+00, 1.128370e-40, 0.00218548183], [-1.000000e+00, -9.37920878E-4, 0.000000e+00]], [[1.128370e-40, 1.000000e+00, 7.96553271E-4], [0.000000e+00, 1.000000e+00, -0.998656332], [0.998993337, -0.966105163, 0.999994337]]]]> : tensor<1x3x3x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[[-7.54118955E-4], [-0.027643634], [0x7FC00000]], [[0.000000e+00], [-7.229950e-02], [-0.00303951348]]], [[[620.648254], [-0.108618475], [2.500000e+00]], [[1.000000e+00], [-7.000000e+04], [-0.00166132394]]], [[[0.0335764661], [0.000000e+00], [0.00551656168]], [[8.537020e+01], [0.002868118], [8.10161304]]]]> : tensor<3x2x3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x3x1xf32>
    %1 = chlo.erf %0 : tensor<3x2x3x1xf32> -> tensor<3x2x3x1xf32>
    %cst_0 = stablehlo.constant dense<[[[[-8.50931974E-4], [-0.0311845578], [0x7FC00000]], [[0.000000e+00], [-0.0814393312], [-0.00342971319]]], [[[1.000000e+00], [-0.122082531], [9.995930e-01]], [[0.842700779], [-1.000000e+00], [-0.00187460158]]], [[[0.0378727503], [0.000000e+00], [6.224710e-03]], [[1.000000e+00], [0.00323631568], [1.000000e+00]]]]> : tensor<3x2x3x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x2x3x1xf32>, tensor<3x2x3x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[-1.87503611E-4, -9.59695911, -0.00508777332, 0.000000e+00]], [[-4.62868071, 12.1108818, -1.500000e+00, 0xFF800000]]], [[[-0.366833448, 2.79625907E-4, 0xFF800000, 1.10680032]], [[-1.500000e+00, 8.67356967, -20.5054131, 443.139343]]]]> : tensor<2x2x1x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x1x4xf32>
    %1 = chlo.erf %0 : tensor<2x2x1x4xf32> -> tensor<2x2x1x4xf32>
    %cst_0 = stablehlo.constant dense<[[[[-2.1157517E-4, -1.000000e+00, -0.00574088795, 0.000000e+00]], [[-1.000000e+00, 1.000000e+00, -0.966105163, -1.000000e+00]]], [[[-0.396086425, 3.15524027E-4, -1.000000e+00, 0.88247615]], [[-0.966105163, 1.000000e+00, -1.000000e+00, 1.000000e+00]]]]> : tensor<2x2x1x4xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x2x1x4xf32>, tensor<2x2x1x4xf32>
    return
  }
}

