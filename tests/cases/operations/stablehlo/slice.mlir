module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-0.0122602768, -11.2322025, 132.081467, 0.000000e+00, -0.000000e+00, 7.95676947], [4.36335627E-4, 3.000000e+38, 8.161410e+00, 0.000000e+00, 4.43746161E-4, 1.62753439], [-7.000000e+04, -0.00295554101, -682.559631, 2.500000e+00, -478.984192, -1.03466249], [0.0136991693, 1.11190331, 0.000000e+00, 0xFF800000, 0x7FC00000, -6.42991781]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %1 = stablehlo.slice %0 [0:4, 1:4:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
    check.expect_eq_const %1, dense<[[-11.2322025, 0.000000e+00], [3.000000e+38, 0.000000e+00], [-0.00295554101, 2.500000e+00], [1.11190331, 0xFF800000]]> : tensor<4x2xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[-0.0013575224682094143, 2.500000e+00]> : tensor<2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf64>
    %1 = stablehlo.slice %0 [1:1:2] : (tensor<2xf64>) -> tensor<0xf64>
    check.expect_eq_const %1, dense<> : tensor<0xf64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[0], [0]]], [[[227], [82]]], [[[189], [104]]]]> : tensor<3x1x2x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1x2x1xui8>
    %1 = stablehlo.slice %0 [0:3:3, 0:1:2, 1:1:3, 1:1] : (tensor<3x1x2x1xui8>) -> tensor<1x1x0x0xui8>
    check.expect_eq_const %1, dense<> : tensor<1x1x0x0xui8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %1 = stablehlo.slice %0 [] : (tensor<i1>) -> tensor<i1>
    check.expect_eq_const %1, dense<false> : tensor<i1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[[2.212500e+01, -1.245120e-01], [1.440430e-02, -2.746580e-02]]], [[[0.000000e+00, -5.156250e+00], [3.004060e+38, 0xFF80]]]]]> : tensor<1x2x1x2x2xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x1x2x2xbf16>
    %1 = stablehlo.slice %0 [0:0:2, 0:0:3, 0:0:2, 0:2:3, 1:2:2] : (tensor<1x2x1x2x2xbf16>) -> tensor<0x0x0x1x1xbf16>
    check.expect_eq_const %1, dense<> : tensor<0x0x0x1x1xbf16>
    return
  }
}

