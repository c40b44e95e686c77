module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %c = stablehlo.constant dense<> : tensor<0x3xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<0x3xi64>
    %cst_0 = stablehlo.constant dense<[-1.000000e+00, -2.000000e+00, 3.000000e+00]> : tensor<3xf64>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<3xf64>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %4 = stablehlo.maximum %arg0, %arg1 : tensor<f64>
      stablehlo.return %4 : tensor<f64>
    }) : (tensor<f64>, tensor<0x3xi64>, tensor<3xf64>) -> tensor<f64>
    check.expect_eq_const %3, dense<3.000000e+00> : tensor<f64>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -2.000000e+00, -1.000000e+00, 0.000000e+00]]> : tensor<1x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4xf32>
    %c = stablehlo.constant dense<[[[-1, 25, 68]]]> : tensor<1x1x3xi8>
    %1 = stablehlo.optimization_barrier %c : tensor<1x1x3xi8>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00, -2.000000e+00, 1.000000e+00]], [[-3.000000e+00, 0.000000e+00, -2.000000e+00]], [[3.000000e+00, 0.000000e+00, -1.000000e+00]]]> : tensor<3x1x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<3x1x3xf32>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<1x1x3xi8>, tensor<3x1x3xf32>) -> tensor<1x4xf32>
    check.expect_eq_const %3, dense<[[0.000000e+00, -2.000000e+00, -1.000000e+00, 0.000000e+00]]> : tensor<1x4xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[(-3.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)]]> : tensor<2x2xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xcomplex<f64>>
    %c = stablehlo.constant dense<[[1973669441], [2147483647], [2272046764]]> : tensor<3x1xui32>
    %1 = stablehlo.optimization_barrier %c : tensor<3x1xui32>
    %cst_0 = stablehlo.constant dense<[[[(3.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]], [[(3.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)]]]> : tensor<2x2x3xcomplex<f64>>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x2x3xcomplex<f64>>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg0: tensor<complex<f64>>, %arg1: tensor<complex<f64>>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<complex<f64>>
      stablehlo.return %4 : tensor<complex<f64>>
    }) : (tensor<2x2xcomplex<f64>>, tensor<3x1xui32>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    check.expect_eq_const %3, dense<[[(-3.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)]]> : tensor<2x2xcomplex<f64>>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[3, 1, 2], [1, 1, 3]]], [[[2, 0, 2], [3, 3, 0]]], [[[0, 0, 0], [1, 3, 0]]], [[[3, 1, 2], [0, 2, 1]]]]> : tensor<4x1x2x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x2x3xui8>
    %c_0 = stablehlo.constant dense<> : tensor<0xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0xi32>
    %c_1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xui8>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2x1xui8>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2, 3]>}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<ui8>
      stablehlo.return %4 : tensor<ui8>
    }) : (tensor<4x1x2x3xui8>, tensor<0xi32>, tensor<2x1xui8>) -> tensor<4x1x2x3xui8>
    check.expect_eq_const %3, dense<[[[[4, 1, 2], [1, 1, 3]]], [[[2, 0, 2], [3, 3, 0]]], [[[0, 0, 0], [1, 3, 0]]], [[[3, 1, 2], [0, 2, 1]]]]> : tensor<4x1x2x3xui8>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-2.000000e+00, -2.000000e+00], [-3.000000e+00, -3.000000e+00], [3.000000e+00, -1.000000e+00]], [[-2.000000e+00, -2.000000e+00], [3.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %c = stablehlo.constant dense<> : tensor<3x1x0x2xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<3x1x0x2xi64>
    %cst_0 = stablehlo.constant dense<[[[-3.000000e+00, 3.000000e+00]], [[-1.000000e+00, 2.000000e+00]], [[3.000000e+00, -3.000000e+00]]]> : tensor<3x1x2xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<3x1x2xf32>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1, 2], scatter_indices_batching_dims = [0, 3], index_vector_dim = 2>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<2x3x2xf32>, tensor<3x1x0x2xi64>, tensor<3x1x2xf32>) -> tensor<2x3x2xf32>
    check.expect_eq_const %3, dense<[[[-3.000000e+00, -2.000000e+00], [-3.000000e+00, -3.000000e+00], [3.000000e+00, -3.000000e+00]], [[-2.000000e+00, -2.000000e+00], [3.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00]]]> : tensor<2x3x2xf32>
    return
  }
}

