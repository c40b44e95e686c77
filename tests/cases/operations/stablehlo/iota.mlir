module {
  func.func @case_0() {
    %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
    check.expect_eq_const %0, dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00], [0.000000e+00, 1.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %0 = stablehlo.iota dim = 0 : tensor<2xi8>
    check.expect_eq_const %0, dense<[0, 1]> : tensor<2xi8>
    return
  }
  func.func @case_2() {
    %0 = stablehlo.iota dim = 0 : tensor<3xui8>
    check.expect_eq_const %0, dense<[0, 1, 2]> : tensor<3xui8>
    return
  }
  func.func @case_3() {
    %0 = stablehlo.iota dim = 1 : tensor<2x3x3xcomplex<f32>>
    check.expect_eq_const %0, dense<[[[(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]], [[(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]]> : tensor<2x3x3xcomplex<f32>>
    return
  }
  func.func @case_4() {
    %0 = stablehlo.iota dim = 0 : tensor<2xf32>
    check.expect_eq_const %0, dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
    return
  }
}

