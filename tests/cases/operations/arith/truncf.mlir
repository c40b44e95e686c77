module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = arith.truncf %0 : tensor<14xf32> to tensor<14xf16>
    check.expect_eq_const %1, dense<[0x7E00, 0x7C00, 0xFC00, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 0.000000e+00, 0x7C00, 0xFC00, 0.000000e+00]> : tensor<14xf16>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[6.98918676, 9.999940e-41, 0.000000e+00], [5.92843629E-4, -0.000000e+00, 2.500000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = arith.truncf %0 : tensor<2x3xf32> to tensor<2x3xf16>
    check.expect_eq_const %1, dense<[[6.988280e+00, 0.000000e+00, 0.000000e+00], [5.927080e-04, -0.000000e+00, 2.500000e+00]]> : tensor<2x3xf16>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[0.054692205, -5.44257695E-4, 0x7FC00000]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = arith.truncf %0 : tensor<3xf32> to tensor<3xf16>
    check.expect_eq_const %1, dense<[5.468750e-02, -5.440710e-04, 0x7E00]> : tensor<3xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[921.312622, -10.1553297], [-0.898349702, 0x7F800000]], [[-7.000000e+04, -1.000000e+00], [-57.3200035, -0.719211578]], [[5.000000e-01, 0x7FC00000], [0x7FC00000, 3.26575303]], [[-71.8477402, 0.0867233574], [-49.2191429, -0.0767731741]]]> : tensor<4x2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2x2xf32>
    %1 = arith.truncf %0 : tensor<4x2x2xf32> to tensor<4x2x2xf16>
    check.expect_eq_const %1, dense<[[[9.215000e+02, -1.015630e+01], [-8.984370e-01, 0x7C00]], [[0xFC00, -1.000000e+00], [-5.731250e+01, -7.192380e-01]], [[5.000000e-01, 0x7E00], [0x7E00, 3.265630e+00]], [[-7.187500e+01, 8.673100e-02], [-4.921880e+01, -7.678220e-02]]]> : tensor<4x2x2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[2.500000e+00, 1.000000e+00, -2.08535457, 1.000000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = arith.truncf %0 : tensor<4xf32> to tensor<4xf16>
    check.expect_eq_const %1, dense<[2.500000e+00, 1.000000e+00, -2.085940e+00, 1.000000e+00]> : tensor<4xf16>
    return
  }
}

