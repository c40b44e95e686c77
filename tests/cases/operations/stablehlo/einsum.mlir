module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00, -3.000000e+00], [-1.000000e+00, 0.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[3.000000e+00, -1.000000e+00, 3.000000e+00, -1.000000e+00], [-3.000000e+00, -2.000000e+00, 1.000000e+00, -2.000000e+00], [-2.000000e+00, -2.000000e+00, 2.000000e+00, -1.000000e+00]]> : tensor<3x4xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x4xf32>
    %2 = stablehlo.einsum %0, %1, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    check.expect_eq_const %2, dense<[[1.800000e+01, 5.000000e+00, 2.000000e+00, 2.000000e+00], [-9.000000e+00, -5.000000e+00, 3.000000e+00, -2.000000e+00]]> : tensor<2x4xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[(-3.000000e+00,0.000000e+00)], [(-1.000000e+00,0.000000e+00)]], [[(3.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00)]], [[(1.000000e+00,0.000000e+00)], [(-3.000000e+00,0.000000e+00)]]]> : tensor<3x2x1xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x1xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<[[(1.000000e+00,0.000000e+00)], [(2.000000e+00,0.000000e+00)]]> : tensor<2x1xcomplex<f64>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xcomplex<f64>>
    %2 = stablehlo.einsum %0, %1, config = "bad,ad->a" : (tensor<3x2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    check.expect_eq_const %2, dense<[(1.000000e+00,0.000000e+00), (-1.400000e+01,0.000000e+00)]> : tensor<2xcomplex<f64>>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-2> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<-2> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = stablehlo.einsum %0, %1, config = ",->" : (tensor<i32>, tensor<i32>) -> tensor<i32>
    check.expect_eq_const %2, dense<4> : tensor<i32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[(-3.000000e+00,0.000000e+00), (2.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00), (3.000000e+00,0.000000e+00)]> : tensor<4xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<(-1.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<complex<f64>>
    %2 = stablehlo.einsum %0, %1, config = "c,->c" : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
    check.expect_eq_const %2, dense<[(3.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (-3.000000e+00,0.000000e+00)]> : tensor<4xcomplex<f64>>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %cst_0 = stablehlo.constant dense<[[[-1.000000e+00, 3.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, -3.000000e+00], [1.000000e+00, 0.000000e+00, 1.000000e+00]], [[2.000000e+00, 3.000000e+00, 2.000000e+00], [-1.000000e+00, 3.000000e+00, -3.000000e+00], [0.000000e+00, -2.000000e+00, -1.000000e+00]], [[2.000000e+00, 1.000000e+00, 3.000000e+00], [1.000000e+00, -1.000000e+00, 3.000000e+00], [-2.000000e+00, -3.000000e+00, 3.000000e+00]]]> : tensor<3x3x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3x3x3xf32>
    %2 = stablehlo.einsum %0, %1, config = ",acb->cba" : (tensor<f32>, tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
    check.expect_eq_const %2, dense<[[[-3.000000e+00, 6.000000e+00, 6.000000e+00], [9.000000e+00, 9.000000e+00, 3.000000e+00], [0.000000e+00, 6.000000e+00, 9.000000e+00]], [[0.000000e+00, -3.000000e+00, 3.000000e+00], [6.000000e+00, 9.000000e+00, -3.000000e+00], [-9.000000e+00, -9.000000e+00, 9.000000e+00]], [[3.000000e+00, 0.000000e+00, -6.000000e+00], [0.000000e+00, -6.000000e+00, -9.000000e+00], [3.000000e+00, -3.000000e+00, 9.000000e+00]]]> : tensor<3x3x3xf32>
    return
  }
}

