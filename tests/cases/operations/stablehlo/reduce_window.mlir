module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 3.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, -1.000000e+00], [-1.000000e+00, 2.000000e+00, 2.000000e+00, -2.000000e+00, 2.000000e+00, 2.000000e+00], [-3.000000e+00, -2.000000e+00, 1.000000e+00, 2.000000e+00, 1.000000e+00, 2.000000e+00], [1.000000e+00, -2.000000e+00, -1.000000e+00, 1.000000e+00, -3.000000e+00, -3.000000e+00]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f32>
    %2 = "stablehlo.reduce_window"(%0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      stablehlo.return %arg0 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    check.expect_eq_const %2, dense<-1.000000e+00> : tensor<2x6xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[3, 3]], [[-1, 2]]]> : tensor<2x1x2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x2xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = "stablehlo.reduce_window"(%0, %1) <{base_dilations = array<i64: 3, 2, 3>, padding = dense<[[1, 0], [1, 0], [0, 1]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 2, 3>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 2, 3, 2>}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = stablehlo.minimum %arg0, %arg1 : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }) : (tensor<2x1x2xi32>, tensor<i32>) -> tensor<3x0x0xi32>
    check.expect_eq_const %2, dense<> : tensor<3x0x0xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[(1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)], [(-1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)]], [[(-3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)], [(3.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)]], [[(3.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)], [(-1.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)]], [[(3.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)]], [[(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)], [(-1.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)]], [[(0.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)], [(-2.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)]], [[(-2.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)], [(1.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)]]]> : tensor<7x2x3xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<7x2x3xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<(-1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<complex<f64>>
    %2 = "stablehlo.reduce_window"(%0, %1) <{window_dilations = array<i64: 2, 1, 2>, window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 3, 2, 3>}> ({
    ^bb0(%arg0: tensor<complex<f64>>, %arg1: tensor<complex<f64>>):
      %3 = stablehlo.add %arg0, %arg1 : tensor<complex<f64>>
      stablehlo.return %3 : tensor<complex<f64>>
    }) : (tensor<7x2x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<1x1x1xcomplex<f64>>
    check.expect_eq_const %2, dense<(1.000000e+00,0.000000e+00)> : tensor<1x1x1xcomplex<f64>>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[0, 1, 3], [2, 3, 3], [3, 1, 1]], [[3, 2, 0], [2, 0, 1], [2, 0, 1]]]> : tensor<2x3x3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3x3xui8>
    %c_0 = stablehlo.constant dense<2> : tensor<ui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui8>
    %2 = "stablehlo.reduce_window"(%0, %1) <{padding = dense<[[0, -1], [1, 2], [-1, 1]]> : tensor<3x2xi64>, window_dilations = array<i64: 3, 2, 3>, window_dimensions = array<i64: 3, 2, 3>}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %3 = stablehlo.minimum %arg0, %arg1 : tensor<ui8>
      %4 = stablehlo.add %3, %arg1 : tensor<ui8>
      stablehlo.return %4 : tensor<ui8>
    }) : (tensor<2x3x3xui8>, tensor<ui8>) -> tensor<0x4x0xui8>
    check.expect_eq_const %2, dense<> : tensor<0x4x0xui8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[0, 3, 3, 3, 0, 3, 1]], [[3, 3, 1, 1, 3, 3, 1]], [[1, 3, 0, 1, 0, 2, 0]], [[0, 3, 0, 2, 2, 1, 0]], [[2, 0, 3, 0, 3, 0, 3]], [[3, 2, 0, 1, 2, 2, 3]], [[2, 0, 0, 3, 2, 0, 3]]]> : tensor<7x1x7xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<7x1x7xui8>
    %c_0 = stablehlo.constant dense<1> : tensor<ui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui8>
    %2 = "stablehlo.reduce_window"(%0, %1) <{padding = dense<[[-1, -1], [1, -1], [2, 1]]> : tensor<3x2xi64>, window_dilations = array<i64: 2, 2, 3>, window_dimensions = array<i64: 2, 2, 1>}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %3 = stablehlo.minimum %arg0, %arg1 : tensor<ui8>
      %4 = stablehlo.add %3, %arg1 : tensor<ui8>
      stablehlo.return %4 : tensor<ui8>
    }) : (tensor<7x1x7xui8>, tensor<ui8>) -> tensor<3x0x10xui8>
    check.expect_eq_const %2, dense<> : tensor<3x0x10xui8>
    return
  }
}

