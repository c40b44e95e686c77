module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = stablehlo.convert %0 : (tensor<2xi1>) -> tensor<2xi8>
    check.expect_eq_const %1, dense<[0, 1]> : tensor<2xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.convert %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.convert %0 : (tensor<14xf32>) -> tensor<14xi8>
    check.expect_eq_const %1, dense<[0, 127, -128, 0, 0, 1, -1, 0, 2, -1, 0, 127, -128, 0]> : tensor<14xi8>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[63.4672432, 4.46225808E-4, 5.000000e-01, -0.0185325034, 879.316101, 0.0510412939], [0.0105501693, 0.00134634296, -1.500000e+00, -0.00806682743, -0.202360436, 8.30645964E-4], [-23.9516964, 1.000000e+00, 0.589526117, 0x7FC00000, -7.000000e+04, 148.408722], [5.000000e-01, 0.000000e+00, -0.104740694, -7.000000e+04, 9.251580e+02, -0.123018257]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %1 = stablehlo.convert %0 : (tensor<4x6xf32>) -> tensor<4x6xi8>
    check.expect_eq_const %1, dense<[[63, 0, 0, 0, 127, 0], [0, 0, -1, 0, 0, 0], [-23, 1, 0, 0, -128, 127], [0, 0, 0, -128, 127, 0]]> : tensor<4x6xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<0> : tensor<1xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xui32>
    %1 = stablehlo.convert %0 : (tensor<1xui32>) -> tensor<1xf16>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<1xf16>
    return
  }
}

