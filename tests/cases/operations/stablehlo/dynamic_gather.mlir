module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[true, true], [false, false], [false, false], [false, true]]> : tensor<4x2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4x2xi1>
    %c_0 = stablehlo.constant dense<[[[0, -659900121]], [[1073741823, 1514244153]]]> : tensor<2x1x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x2xi32>
    %c_1 = stablehlo.constant dense<[4, 1]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x2xi1>, tensor<2x1x2xi32>, tensor<2xi64>) -> tensor<4x2x2xi1>
    check.expect_eq_const %3, dense<[[[true, true], [true, true]], [[false, false], [false, false]], [[false, false], [false, false]], [[false, true], [false, true]]]> : tensor<4x2x2xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<5> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<> : tensor<0xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0xi8>
    %c_1 = stablehlo.constant dense<> : tensor<0xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<0xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<>, indices_are_sorted = false}> : (tensor<i32>, tensor<0xi8>, tensor<0xi64>) -> tensor<i32>
    check.expect_eq_const %3, dense<5> : tensor<i32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[-50.26577, -0.47361365, -3.485070e+00]], [[-7.000000e+04, 0.426775664, -4.77405596]]]> : tensor<2x1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x3xf32>
    %c = stablehlo.constant dense<> : tensor<3x0x2x2xui64>
    %1 = stablehlo.optimization_barrier %c : tensor<3x0x2x2xui64>
    %c_0 = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 4], operand_batching_dims = [0], start_indices_batching_dims = [2], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x1x3xf32>, tensor<3x0x2x2xui64>, tensor<3xi64>) -> tensor<3x1x2x2x2xf32>
    check.expect_eq_const %3, dense<[[[[[-50.26577, -0.47361365], [-50.26577, -0.47361365]], [[-7.000000e+04, 0.426775664], [-7.000000e+04, 0.426775664]]]], [[[[-50.26577, -0.47361365], [-50.26577, -0.47361365]], [[-7.000000e+04, 0.426775664], [-7.000000e+04, 0.426775664]]]], [[[[-50.26577, -0.47361365], [-50.26577, -0.47361365]], [[-7.000000e+04, 0.426775664], [-7.000000e+04, 0.426775664]]]]]> : tensor<3x1x2x2x2xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[26], [127]]> : tensor<2x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xui8>
    %c_0 = stablehlo.constant dense<> : tensor<1x0xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x0xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x1xui8>, tensor<1x0xi32>, tensor<2xi64>) -> tensor<1x1xui8>
    check.expect_eq_const %3, dense<26> : tensor<1x1xui8>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[(-0.60308975,0.0517112948), (13.2439346,-21.8917141), (-0.00712881144,5.000000e-01), (4.729300e+01,-2.59272242)], [(21.9276371,0.00131209067), (-7.3219943,-91.4398345), (-0.00208525476,-991.830444), (-8.94319033E-4,9.999940e-41)], [(-1.500000e+00,-7.000000e+04), (0x7FC00000,5.61438101E-5), (5.000000e-01,-4.77870321), (9.999940e-41,0.132345274)]]> : tensor<3x4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x4xcomplex<f32>>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xui32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xui32>
    %c_0 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1, 0]>, indices_are_sorted = false}> : (tensor<3x4xcomplex<f32>>, tensor<2xui32>, tensor<2xi64>) -> tensor<3x2xcomplex<f32>>
    check.expect_eq_const %3, dense<[[(13.2439346,-21.8917141), (-0.00712881144,5.000000e-01)], [(-7.3219943,-91.4398345), (-0.00208525476,-991.830444)], [(0x7FC00000,5.61438101E-5), (5.000000e-01,-4.77870321)]]> : tensor<3x2xcomplex<f32>>
    return
  }
}

