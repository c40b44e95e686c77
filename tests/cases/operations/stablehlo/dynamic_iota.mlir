module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[2, 2, 1]> : tensor<3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 1 : (tensor<3xi64>) -> tensor<2x2x1xi64>
    check.expect_eq_const %1, dense<[[[0], [1]], [[0], [1]]]> : tensor<2x2x1xi64>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[2, 1, 3, 2]> : tensor<4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 2 : (tensor<4xi64>) -> tensor<2x1x3x2xcomplex<f64>>
    check.expect_eq_const %1, dense<[[[[(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]], [[[(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]]]> : tensor<2x1x3x2xcomplex<f64>>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 1 : (tensor<2xi64>) -> tensor<3x1xf16>
    check.expect_eq_const %1, dense<0.000000e+00> : tensor<3x1xf16>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<2> : tensor<2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<2xi64>) -> tensor<2x2xui16>
    check.expect_eq_const %1, dense<[[0, 0], [1, 1]]> : tensor<2x2xui16>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<2> : tensor<1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<2xf16>
    check.expect_eq_const %1, dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf16>
    return
  }
}

