module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.imag %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[(-2.57842439E-5,0.328110516), (-1.500000e+00,0.00346796424), (-0.000000e+00,0xFF800000), (1.45073136E-4,1.30561316)]> : tensor<4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xcomplex<f32>>
    %1 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    check.expect_eq_const %1, dense<[0.328110516, 0.00346796424, 0xFF800000, 1.30561316]> : tensor<4xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[-2.627560e-02, 0x7C00, 1.000000e+00, -6.730460e+00]], [[9.257810e+00, -1.000000e+00, -1.000000e+00, 7.586470e-04]]], [[[0xFC00, -1.939540e-04, -4.209380e+01, 0xFC00]], [[-2.421570e-02, 0xFC00, -1.000000e+00, -3.345010e-04]]]]> : tensor<2x2x1x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x1x4xf16>
    %1 = stablehlo.imag %0 : tensor<2x2x1x4xf16>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<2x2x1x4xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[(-0.095390208,0.693027913), (0x7F800000,0.0543882698), (1.65385056,-0.737962901), (-163.016663,3.47724819)], [(-0.0603361055,1.000000e+00), (1.06628656,1.000000e+00), (7.84811345E-5,-0.105597675), (10.3992519,0.000000e+00)]]]> : tensor<1x2x4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x4xcomplex<f32>>
    %1 = stablehlo.imag %0 : (tensor<1x2x4xcomplex<f32>>) -> tensor<1x2x4xf32>
    check.expect_eq_const %1, dense<[[[0.693027913, 0.0543882698, -0.737962901, 3.47724819], [1.000000e+00, 1.000000e+00, -0.105597675, 0.000000e+00]]]> : tensor<1x2x4xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<1.000000e-310> : tensor<1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf64>
    %1 = stablehlo.imag %0 : tensor<1xf64>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<1xf64>
    return
  }
}

