module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.609512627, -6.44056534E-4, -3.91283917E-4], [-1808.20215, -7.000000e+04, -1015.0202]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-1015.0202, -7.000000e+04, -1808.20215], [-3.91283917E-4, -6.44056534E-4, 0.609512627]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[[[130, 127, 255]], [[139, 128, 127]], [[226, 1, 241]], [[255, 56, 92]]], [[[127, 0, 106]], [[255, 0, 37]], [[161, 76, 146]], [[0, 127, 255]]]]]> : tensor<1x2x4x1x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x4x1x3xui8>
    %1 = stablehlo.reverse %0, dims = [4, 2] : tensor<1x2x4x1x3xui8>
    check.expect_eq_const %1, dense<[[[[[92, 56, 255]], [[241, 1, 226]], [[127, 128, 139]], [[255, 127, 130]]], [[[255, 127, 0]], [[146, 76, 161]], [[37, 0, 255]], [[106, 0, 127]]]]]> : tensor<1x2x4x1x3xui8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[-1712899335, -2086749409, 5]> : tensor<3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi32>
    %1 = stablehlo.reverse %0, dims = [0] : tensor<3xi32>
    check.expect_eq_const %1, dense<[5, -2086749409, -1712899335]> : tensor<3xi32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-1.920000e+02, -6.875000e-01, 7.500000e-01], [5.000000e-01, 3.750000e+00, 2.500000e+00], [5.078130e-02, 0x7F, 0x7F]]]> : tensor<1x3x3xf8E4M3FN>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x3xf8E4M3FN>
    %1 = stablehlo.reverse %0, dims = [2] : tensor<1x3x3xf8E4M3FN>
    check.expect_eq_const %1, dense<[[[7.500000e-01, -6.875000e-01, -1.920000e+02], [2.500000e+00, 3.750000e+00, 5.000000e-01], [0x7F, 0x7F, 5.078130e-02]]]> : tensor<1x3x3xf8E4M3FN>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[1], [0]], [[127], [127]]]> : tensor<2x2x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x1xui8>
    %1 = stablehlo.reverse %0, dims = [2] : tensor<2x2x1xui8>
    check.expect_eq_const %1, dense<[[[1], [0]], [[127], [127]]]> : tensor<2x2x1xui8>
    return
  }
}

