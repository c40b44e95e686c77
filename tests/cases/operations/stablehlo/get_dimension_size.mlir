module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-1.165390e-03], [-2.957030e+00]]> : tensor<2x1xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1xf16>
    %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<2x1xf16>) -> tensor<i32>
    check.expect_eq_const %1, dense<2> : tensor<i32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<4xi1>) -> tensor<i32>
    check.expect_eq_const %1, dense<4> : tensor<i32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[220, 0, 110, 59]> : tensor<4xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<4xui8>
    %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<4xui8>) -> tensor<i32>
    check.expect_eq_const %1, dense<4> : tensor<i32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-1.186720e+01, 1.071000e+03], [1.236330e+00, 0x7C00]]> : tensor<2x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf16>
    %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<2x2xf16>) -> tensor<i32>
    check.expect_eq_const %1, dense<2> : tensor<i32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<(647.71814,282.209503)> : tensor<1xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xcomplex<f32>>
    %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<1xcomplex<f32>>) -> tensor<i32>
    check.expect_eq_const %1, dense<1> : tensor<i32>
    return
  }
}

