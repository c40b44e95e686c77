module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 3.000000e+00, -2.000000e+00], [-2.000000e+00, -2.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    check.expect_eq_const %collapsed, dense<[1.000000e+00, 3.000000e+00, -2.000000e+00, -2.000000e+00, -2.000000e+00, 3.000000e+00]> : tensor<6xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 3.000000e+00, 3.000000e+00], [0.000000e+00, -2.000000e+00, -1.000000e+00]]> : tensor<2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf64>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf64> into tensor<6xf64>
    check.expect_eq_const %collapsed, dense<[1.000000e+00, 3.000000e+00, 3.000000e+00, 0.000000e+00, -2.000000e+00, -1.000000e+00]> : tensor<6xf64>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 2.000000e+00], [-2.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf16> into tensor<6xf16>
    check.expect_eq_const %collapsed, dense<[0.000000e+00, 0.000000e+00, 2.000000e+00, -2.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<6xf16>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xi1> into tensor<6xi1>
    check.expect_eq_const %collapsed, dense<[true, true, true, true, false, true]> : tensor<6xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[3, 3, 2], [3, 2, 1]]> : tensor<2x3xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xui32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xui32> into tensor<6xui32>
    check.expect_eq_const %collapsed, dense<[3, 3, 2, 3, 2, 1]> : tensor<6xui32>
    return
  }
}

