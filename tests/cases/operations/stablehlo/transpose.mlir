module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.00215775776, 0x7FC00000, 77.541275, 2.71542382, 3.9339147E-4, -0.00162860204], [1626.28149, 0.000000e+00, 135.335358, -1.94350588, -0.0207271259, 0x7FC00000], [0.000000e+00, 2.500000e+00, -932.486206, -879.823913, -1.94433756E-4, 0.0343279615], [-71.7305298, 0x7FC00000, 9.999940e-41, 0.000000e+00, -6.61486527E-4, 1.000000e+00]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    check.expect_eq_const %1, dense<[[0.00215775776, 1626.28149, 0.000000e+00, -71.7305298], [0x7FC00000, 0.000000e+00, 2.500000e+00, 0x7FC00000], [77.541275, 135.335358, -932.486206, 9.999940e-41], [2.71542382, -1.94350588, -879.823913, 0.000000e+00], [3.9339147E-4, -0.0207271259, -1.94433756E-4, -6.61486527E-4], [-0.00162860204, 0x7FC00000, 0.0343279615, 1.000000e+00]]> : tensor<6x4xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[6.525000e+02, -2.682500e+02, 1.000000e+00, -1.500000e+00], [1.014380e+02, 1.454350e-03, 0.000000e+00, -1.616250e+02], [0.000000e+00, -1.043950e+00, 0x7C00, -0.000000e+00], [0xFC00, -1.710510e-02, -3.262330e-02, 3.550780e+00]]> : tensor<4x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x4xf16>
    %1 = stablehlo.transpose %0, dims = [0, 1] : (tensor<4x4xf16>) -> tensor<4x4xf16>
    check.expect_eq_const %1, dense<[[6.525000e+02, -2.682500e+02, 1.000000e+00, -1.500000e+00], [1.014380e+02, 1.454350e-03, 0.000000e+00, -1.616250e+02], [0.000000e+00, -1.043950e+00, 0x7C00, -0.000000e+00], [0xFC00, -1.710510e-02, -3.262330e-02, 3.550780e+00]]> : tensor<4x4xf16>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[0.0134080304, 3.000000e+38], [0.000000e+00, 0.404814184]], [[-11.5507555, 0x7F800000], [0.0287473518, 9.999940e-41]], [[-1136.19824, -1.86638963], [-7.000000e+04, -2.72174348E-5]]]]> : tensor<1x3x2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x2x2xf32>
    %1 = stablehlo.transpose %0, dims = [1, 3, 2, 0] : (tensor<1x3x2x2xf32>) -> tensor<3x2x2x1xf32>
    check.expect_eq_const %1, dense<[[[[0.0134080304], [0.000000e+00]], [[3.000000e+38], [0.404814184]]], [[[-11.5507555], [0.0287473518]], [[0x7F800000], [9.999940e-41]]], [[[-1136.19824], [-7.000000e+04]], [[-1.86638963], [-2.72174348E-5]]]]> : tensor<3x2x2x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = stablehlo.transpose %0, dims = [] : (tensor<f16>) -> tensor<f16>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<f16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<(9.37314987,0x7F800000)> : tensor<complex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<complex<f32>>
    %1 = stablehlo.transpose %0, dims = [] : (tensor<complex<f32>>) -> tensor<complex<f32>>
    check.expect_eq_const %1, dense<(9.37314987,0x7F800000)> : tensor<complex<f32>>
    return
  }
}

