module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.abs %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[-128, 127, 0, 1, 5, 1, 63, 7]> : tensor<8xi8>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.abs %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 9.999940e-41, 3.000000e+38, 7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-0.000000e+00, 0.0105535686, 8.75104044E-4], [0.172162518, -23.3655224, -1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.abs %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[0.000000e+00, 0.0105535686, 8.75104044E-4], [0.172162518, 23.3655224, 1.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<-2147483648> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %1 = stablehlo.abs %0 : tensor<i32>
    check.expect_eq_const %1, dense<-2147483648> : tensor<i32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[1, 127]> : tensor<2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi8>
    %1 = stablehlo.abs %0 : tensor<2xi8>
    check.expect_eq_const %1, dense<[1, 127]> : tensor<2xi8>
    return
  }
}

