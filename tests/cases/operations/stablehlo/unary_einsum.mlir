module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-3.000000e+00, 2.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.unary_einsum %0, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xf32>
    check.expect_eq_const %1, dense<[-3.000000e+00, 4.000000e+00, 1.000000e+00]> : tensor<3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[2]], [[2]], [[3]], [[1]]]> : tensor<4x1x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x1xui8>
    %1 = stablehlo.unary_einsum %0, config = "abc->" : (tensor<4x1x1xui8>) -> tensor<ui8>
    check.expect_eq_const %1, dense<8> : tensor<ui8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[0, 0]], [[2, 1]]]> : tensor<2x1x2xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x2xui8>
    %1 = stablehlo.unary_einsum %0, config = "abc->cab" : (tensor<2x1x2xui8>) -> tensor<2x2x1xui8>
    check.expect_eq_const %1, dense<[[[0], [2]], [[0], [1]]]> : tensor<2x2x1xui8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[0, 2], [0, -1]], [[3, 0], [0, 0]], [[2, 0], [0, 1]]]> : tensor<3x2x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x2xi64>
    %1 = stablehlo.unary_einsum %0, config = "abc->" : (tensor<3x2x2xi64>) -> tensor<i64>
    check.expect_eq_const %1, dense<7> : tensor<i64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[3, 0, 2], [2, 2, 2], [2, 3, 1], [3, 2, 1]], [[0, 2, 1], [1, 0, 1], [1, 3, 2], [2, 1, 3]], [[3, 0, 0], [3, 1, 0], [3, 2, 2], [1, 1, 0]]]> : tensor<3x4x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x4x3xui8>
    %1 = stablehlo.unary_einsum %0, config = "abc->ac" : (tensor<3x4x3xui8>) -> tensor<3x3xui8>
    check.expect_eq_const %1, dense<[[10, 7, 6], [4, 6, 7], [10, 4, 2]]> : tensor<3x3xui8>
    return
  }
}

