module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[1.000000e+00, -3.000000e+00, 2.000000e+00, -2.000000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xi32>
    check.expect_eq_const %1, dense<[1065353216, -1069547520, 1073741824, -1073741824]> : tensor<4xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[3.000000e+00, 2.000000e+00, 3.000000e+00, 0.000000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xf32>
    check.expect_eq_const %1, dense<[3.000000e+00, 2.000000e+00, 3.000000e+00, 0.000000e+00]> : tensor<4xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[2.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00]> : tensor<4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf16>
    %1 = tensor.bitcast %0 : tensor<4xf16> to tensor<4xf16>
    check.expect_eq_const %1, dense<[2.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00]> : tensor<4xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[2.000000e+00, 0.000000e+00, -2.000000e+00, 2.000000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xui32>
    check.expect_eq_const %1, dense<[1073741824, 0, 3221225472, 1073741824]> : tensor<4xui32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[3, 2, 2, 2]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %1 = tensor.bitcast %0 : tensor<4xi32> to tensor<4xi32>
    check.expect_eq_const %1, dense<[3, 2, 2, 2]> : tensor<4xi32>
    return
  }
}

