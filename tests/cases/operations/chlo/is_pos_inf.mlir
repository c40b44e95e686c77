module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.is_pos_inf %0 : tensor<14xf32> -> tensor<14xi1>
    check.expect_eq_const %1, dense<[false, true, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<14xi1>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.054813385, -7.000000e+04, 0xFF800000], [3.21736938E-4, -13.9902678, 2.11745358]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.is_pos_inf %0 : tensor<2x3xf32> -> tensor<2x3xi1>
    check.expect_eq_const %1, dense<false> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[-0.000000e+00, -1.000000e+00, 0x7E00], [4.282500e+02, 5.932620e-02, -0.000000e+00]], [[0xFC00, -7.659910e-02, 5.000000e-01], [7.940670e-02, -1.147460e-02, 1.000000e+00]]]> : tensor<2x2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf16>
    %1 = chlo.is_pos_inf %0 : tensor<2x2x3xf16> -> tensor<2x2x3xi1>
    check.expect_eq_const %1, dense<false> : tensor<2x2x3xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<-0.0605232902> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.is_pos_inf %0 : tensor<f32> -> tensor<i1>
    check.expect_eq_const %1, dense<false> : tensor<i1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0xFC00, -2.523440e+01, 1.026000e+03, 1.123750e+02], [0.000000e+00, 5.419920e-02, 0x7C00, 8.773800e-04]]> : tensor<2x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4xf16>
    %1 = chlo.is_pos_inf %0 : tensor<2x4xf16> -> tensor<2x4xi1>
    check.expect_eq_const %1, dense<[[false, false, false, false], [false, false, true, false]]> : tensor<2x4xi1>
    return
  }
}

