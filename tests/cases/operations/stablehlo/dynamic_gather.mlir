module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[true, false], [true, false], [true, false], [true, true]]> : tensor<4x2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4x2xi1>
    %c_0 = stablehlo.constant dense<> : tensor<0x2x0xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0x2x0xi32>
    %c_1 = stablehlo.constant dense<[4, 1]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<4x2xi1>, tensor<0x2x0xi32>, tensor<2xi64>) -> tensor<4x0x2xi1>
    check.expect_eq_const %3, dense<> : tensor<4x0x2xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[true, false], [false, true]]]> : tensor<1x2x2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x2xi1>
    %c_0 = stablehlo.constant dense<> : tensor<1x0x2x3x1xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x0x2x3x1xui32>
    %c_1 = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<3xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 2], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<1x2x2xi1>, tensor<1x0x2x3x1xui32>, tensor<3xi64>) -> tensor<1x1x2x3x1xi1>
    check.expect_eq_const %3, dense<[[[[[true], [true], [true]], [[false], [false], [false]]]]]> : tensor<1x1x2x3x1xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[-2147483648, -282344488, 2125013158, 515832691]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<> : tensor<0x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0x2xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<1xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0]>, indices_are_sorted = false}> : (tensor<4xi32>, tensor<0x2xi32>, tensor<1xi64>) -> tensor<3x2xi32>
    check.expect_eq_const %3, dense<[[-2147483648, -2147483648], [-282344488, -282344488], [2125013158, 2125013158]]> : tensor<3x2xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[true, true, false, false], [false, true, false, true]], [[true, true, false, false], [false, false, false, true]], [[false, false, false, false], [true, false, true, true]]]> : tensor<3x2x4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x4xi1>
    %c_0 = stablehlo.constant dense<> : tensor<0x4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0x4xi64>
    %c_1 = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<3xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [1]>, indices_are_sorted = false}> : (tensor<3x2x4xi1>, tensor<0x4xi64>, tensor<3xi64>) -> tensor<4x1xi1>
    check.expect_eq_const %3, dense<[[true], [true], [false], [false]]> : tensor<4x1xi1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<(2.16816092,2.500000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<complex<f32>>
    %c = stablehlo.constant dense<> : tensor<0x3x1xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<0x3x1xi64>
    %c_0 = stablehlo.constant dense<> : tensor<0xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<0xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<>, indices_are_sorted = false}> : (tensor<complex<f32>>, tensor<0x3x1xi64>, tensor<0xi64>) -> tensor<3x1xcomplex<f32>>
    check.expect_eq_const %3, dense<(2.16816092,2.500000e+00)> : tensor<3x1xcomplex<f32>>
    return
  }
}

