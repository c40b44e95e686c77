module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-2, -1]> : tensor<2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %c_0 = stablehlo.constant dense<2> : tensor<1x1xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x1xui32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<1xi32>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %4 = stablehlo.minimum %arg0, %arg1 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<2xi32>, tensor<1x1xui32>, tensor<1xi32>) -> tensor<2xi32>
    check.expect_eq_const %3, dense<[-2, -1]> : tensor<2xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<> : tensor<0x2xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0x2xui32>
    %c_1 = stablehlo.constant dense<[-2, 0]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %4 : tensor<i64>
    }) : (tensor<i64>, tensor<0x2xui32>, tensor<2xi64>) -> tensor<i64>
    check.expect_eq_const %3, dense<-1> : tensor<i64>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[(1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)]], [[(0.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]]> : tensor<2x3x2xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xcomplex<f64>>
    %c = stablehlo.constant dense<767326019> : tensor<1xui32>
    %1 = stablehlo.optimization_barrier %c : tensor<1xui32>
    %cst_0 = stablehlo.constant dense<[[[(2.000000e+00,0.000000e+00)]], [[(0.000000e+00,0.000000e+00)]]]> : tensor<2x1x1xcomplex<f64>>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x1x1xcomplex<f64>>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg0: tensor<complex<f64>>, %arg1: tensor<complex<f64>>):
      %4 = stablehlo.add %arg0, %arg1 : tensor<complex<f64>>
      stablehlo.return %4 : tensor<complex<f64>>
    }) : (tensor<2x3x2xcomplex<f64>>, tensor<1xui32>, tensor<2x1x1xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
    check.expect_eq_const %3, dense<[[[(1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)]], [[(0.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)]]]> : tensor<2x3x2xcomplex<f64>>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, 2.000000e+00], [-1.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf32>
    %c = stablehlo.constant dense<> : tensor<0x3xi8>
    %1 = stablehlo.optimization_barrier %c : tensor<0x3xi8>
    %cst_0 = stablehlo.constant dense<[[[-2.000000e+00], [1.000000e+00]], [[-2.000000e+00], [3.000000e+00]], [[0.000000e+00], [-2.000000e+00]]]> : tensor<3x2x1xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<3x2x1xf32>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2]>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %4 = stablehlo.minimum %arg0, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<2x2xf32>, tensor<0x3xi8>, tensor<3x2x1xf32>) -> tensor<2x2xf32>
    check.expect_eq_const %3, dense<[[-2.000000e+00, 2.000000e+00], [-2.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[-2.000000e+00, 0.000000e+00, -2.000000e+00, 3.000000e+00]> : tensor<4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf64>
    %c = stablehlo.constant dense<[[[2, 1]]]> : tensor<1x1x2xui64>
    %1 = stablehlo.optimization_barrier %c : tensor<1x1x2xui64>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00]]> : tensor<1x2xf64>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<1x2xf64>
    %3 = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %4 = stablehlo.maximum %arg0, %arg1 : tensor<f64>
      stablehlo.return %4 : tensor<f64>
    }) : (tensor<4xf64>, tensor<1x1x2xui64>, tensor<1x2xf64>) -> tensor<4xf64>
    check.expect_eq_const %3, dense<[-2.000000e+00, 0.000000e+00, 3.000000e+00, 3.000000e+00]> : tensor<4xf64>
    return
  }
}

