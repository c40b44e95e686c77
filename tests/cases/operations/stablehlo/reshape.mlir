module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.970944583, 2.16584754, 9.09073638, -4.57718823E-4, 0.00169592584, 0.00609865645], [5.000000e-01, -1.33542681, 1976.71204, -0.062124554, -0.00697504776, -0.0259531289], [-0.636715055, 0.019131843, -0.000000e+00, 0x7FC00000, 0.00242838217, -0.000000e+00], [1.000000e+00, -7.769990e+01, 5.000000e-01, -1.500000e+00, -0.831471562, -18.8324413]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<24xf32>
    check.expect_eq_const %1, dense<[0.970944583, 2.16584754, 9.09073638, -4.57718823E-4, 0.00169592584, 0.00609865645, 5.000000e-01, -1.33542681, 1976.71204, -0.062124554, -0.00697504776, -0.0259531289, -0.636715055, 0.019131843, -0.000000e+00, 0x7FC00000, 0.00242838217, -0.000000e+00, 1.000000e+00, -7.769990e+01, 5.000000e-01, -1.500000e+00, -0.831471562, -18.8324413]> : tensor<24xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[[[-59.9800567]], [[34.3167877]]]]]> : tensor<1x1x2x1x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x2x1x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x2x1x1xf32>) -> tensor<2xf32>
    check.expect_eq_const %1, dense<[-59.9800567, 34.3167877]> : tensor<2xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[[0x7C00]], [[0.000000e+00]], [[3.198240e-02]]]]]> : tensor<1x1x3x1x1xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x3x1x1xf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1x3x1x1xf16>) -> tensor<3xf16>
    check.expect_eq_const %1, dense<[0x7C00, 0.000000e+00, 3.198240e-02]> : tensor<3xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[-1.000000e+00, 10.3895073, -986.422973, 0xFF800000]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<1x2x2x1xf32>
    check.expect_eq_const %1, dense<[[[[-1.000000e+00], [10.3895073]], [[-986.422973], [0xFF800000]]]]> : tensor<1x2x2x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[5.908200e-02, -5.078130e-02, -7.014400e+04, 1.668930e-04, -3.643040e-04, 5.062500e+00, 4.375000e-01, 3.100000e+02, 7.040000e+02, -1.962890e-01, -1.780000e+02, -6.875000e+00]> : tensor<12xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<12xbf16>
    %1 = stablehlo.reshape %0 : (tensor<12xbf16>) -> tensor<4x3xbf16>
    check.expect_eq_const %1, dense<[[5.908200e-02, -5.078130e-02, -7.014400e+04], [1.668930e-04, -3.643040e-04, 5.062500e+00], [4.375000e-01, 3.100000e+02, 7.040000e+02], [-1.962890e-01, -1.780000e+02, -6.875000e+00]]> : tensor<4x3xbf16>
    return
  }
}

