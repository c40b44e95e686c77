module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.sign %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[-1, 1, 0, 1, 1, -1, 1, 1]> : tensor<8xi8>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.sign %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 1.000000e+00, -1.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 1.000000e+00, 1.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[10.6412811, -72.6415787, 0.905459463], [-0.875916659, -0.0580574125, 3.000000e+38]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.sign %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[1.000000e+00, -1.000000e+00, 1.000000e+00], [-1.000000e+00, -1.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[3.000000e+38, -68.9881897], [-12.4609327, 0.000000e+00], [2011.15063, -0.00330445427], [0.00753651792, -1.27611303E-4]], [[0.140035048, 10.648098], [-0.0979143604, 0x7FC00000], [0.00172514224, -0.0522492342], [5.000000e-01, 0.000000e+00]]]> : tensor<2x4x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4x2xf32>
    %1 = stablehlo.sign %0 : tensor<2x4x2xf32>
    check.expect_eq_const %1, dense<[[[1.000000e+00, -1.000000e+00], [-1.000000e+00, 0.000000e+00], [1.000000e+00, -1.000000e+00], [1.000000e+00, -1.000000e+00]], [[1.000000e+00, 1.000000e+00], [-1.000000e+00, 0x7FC00000], [1.000000e+00, -1.000000e+00], [1.000000e+00, 0.000000e+00]]]> : tensor<2x4x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, 5.000000e-01, -50.020283675797792, 0xFFF0000000000000]], [[-0.0017575431509785266, 1.000000e+00, -0.000000e+00, 1.000000e-310]]]> : tensor<2x1x4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x4xf64>
    %1 = stablehlo.sign %0 : tensor<2x1x4xf64>
    check.expect_eq_const %1, dense<[[[1.000000e+00, 1.000000e+00, -1.000000e+00, -1.000000e+00]], [[-1.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]]]> : tensor<2x1x4xf64>
    return
  }
}

