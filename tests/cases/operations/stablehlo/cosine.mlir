module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.cosine %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0xFFC00000, 1.000000e+00, 1.000000e+00, 0.540302277, 0.540302277, 0.87758255, -0.801143586, 7.073720e-02, 1.000000e+00, -0.484294772, 0.567353964, 1.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[772.949951, 0.961272656, -0.594369233], [-1.2169205E-4, 0.0137273734, 481.073303]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.cosine %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.993027389, 5.724770e-01, 0.82850188], [1.000000e+00, 0.999905765, -0.917269349]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-3.627930e-01], [-0.000000e+00], [0x7E00]]> : tensor<3x1xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf16>
    %1 = stablehlo.cosine %0 : tensor<3x1xf16>
    %cst_0 = stablehlo.constant dense<[[9.350580e-01], [1.000000e+00], [0x7E00]]> : tensor<3x1xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x1xf16>, tensor<3x1xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[[[-0.000000e+00, -9.427070e-04]], [[1.272500e+02, 4.650880e-02]], [[-1.725000e+02, -3.247070e-01]]], [[[-3.314210e-02, 1.000000e+00]], [[-0.000000e+00, -3.265380e-03]], [[-1.509770e+00, 9.648430e-01]]], [[[1.678000e+03, 1.583100e-03]], [[1.121090e+00, -6.645200e-03]], [[2.415000e+02, 8.842460e-03]]]]]> : tensor<1x3x3x1x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3x3x1x2xf16>
    %1 = stablehlo.cosine %0 : tensor<1x3x3x1x2xf16>
    %cst_0 = stablehlo.constant dense<[[[[[1.000000e+00, 1.000000e+00]], [[-1.549530e-02, 9.990230e-01]], [[-9.589840e-01, 9.477530e-01]]], [[[9.995110e-01, 5.405270e-01]], [[1.000000e+00, 1.000000e+00]], [[6.100460e-02, 5.693360e-01]]], [[[9.252920e-01, 1.000000e+00]], [[4.348140e-01, 1.000000e+00]], [[-9.199210e-01, 1.000000e+00]]]]]> : tensor<1x3x3x1x2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x3x3x1x2xf16>, tensor<1x3x3x1x2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[0.49860096, 0.027630711, 0.000000e+00, -42.483345]]], [[[0.0126481038, -1.500000e+00, 6.39220047, 10.5817032]]], [[[0.00317835528, 0.000000e+00, 0.278027207, 1.98127105E-4]]], [[[-0.0275941826, 8.9026714E-4, 3.000000e+38, 5.22377668E-4]]]]> : tensor<4x1x1x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x1x1x4xf32>
    %1 = stablehlo.cosine %0 : tensor<4x1x1x4xf32>
    %cst_0 = stablehlo.constant dense<[[[[0.878252446, 0.999618291, 1.000000e+00, 0.0717824176]]], [[[9.999200e-01, 7.073720e-02, 0.994063735, -0.402156591]]], [[[0.999994933, 1.000000e+00, 0.961598753, 1.000000e+00]]], [[[0.999619305, 0.999999582, -0.484294772, 0.99999988]]]]> : tensor<4x1x1x4xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x1x1x4xf32>, tensor<4x1x1x4xf32>
    return
  }
}

