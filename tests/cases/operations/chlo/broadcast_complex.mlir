module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 3.000000e+00, -2.000000e+00], [2.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, -3.000000e+00, -3.000000e+00], [2.000000e+00, -1.000000e+00, 2.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = chlo.broadcast_complex %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    check.expect_eq_const %2, dense<[[(3.000000e+00,-1.000000e+00), (3.000000e+00,-3.000000e+00), (-2.000000e+00,-3.000000e+00)], [(2.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00), (0.000000e+00,2.000000e+00)]]> : tensor<2x3xcomplex<f32>>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, 3.000000e+00, -3.000000e+00], [1.000000e+00, -1.000000e+00, -2.000000e+00]], [[-2.000000e+00, -2.000000e+00, -1.000000e+00], [-2.000000e+00, -2.000000e+00, 1.000000e+00]]]> : tensor<2x2x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf64>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, -2.000000e+00, 2.000000e+00], [2.000000e+00, -3.000000e+00, -1.000000e+00]]> : tensor<2x3xf64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf64>
    %2 = chlo.broadcast_complex %0, %1 : (tensor<2x2x3xf64>, tensor<2x3xf64>) -> tensor<2x2x3xcomplex<f64>>
    check.expect_eq_const %2, dense<[[[(1.000000e+00,0.000000e+00), (3.000000e+00,-2.000000e+00), (-3.000000e+00,2.000000e+00)], [(1.000000e+00,2.000000e+00), (-1.000000e+00,-3.000000e+00), (-2.000000e+00,-1.000000e+00)]], [[(-2.000000e+00,0.000000e+00), (-2.000000e+00,-2.000000e+00), (-1.000000e+00,2.000000e+00)], [(-2.000000e+00,2.000000e+00), (-2.000000e+00,-3.000000e+00), (1.000000e+00,-1.000000e+00)]]]> : tensor<2x2x3xcomplex<f64>>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 2.000000e+00, -2.000000e+00], [1.000000e+00, -2.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[1.000000e+00, -2.000000e+00, 0.000000e+00], [-1.000000e+00, 2.000000e+00, 3.000000e+00]]]> : tensor<1x2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x2x3xf32>
    %2 = chlo.broadcast_complex %0, %1 : (tensor<2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xcomplex<f32>>
    check.expect_eq_const %2, dense<[[[(0.000000e+00,1.000000e+00), (2.000000e+00,-2.000000e+00), (-2.000000e+00,0.000000e+00)], [(1.000000e+00,-1.000000e+00), (-2.000000e+00,2.000000e+00), (-2.000000e+00,3.000000e+00)]]]> : tensor<1x2x3xcomplex<f32>>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 1.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<-3.000000e+00> : tensor<2x1xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x1xf32>
    %2 = chlo.broadcast_complex %0, %1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xcomplex<f32>>
    check.expect_eq_const %2, dense<[[(3.000000e+00,-3.000000e+00), (1.000000e+00,-3.000000e+00), (1.000000e+00,-3.000000e+00)], [(2.000000e+00,-3.000000e+00), (3.000000e+00,-3.000000e+00), (0.000000e+00,-3.000000e+00)]]> : tensor<2x3xcomplex<f32>>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.000000e+00, -3.000000e+00, -1.000000e+00], [-1.000000e+00, 3.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[[3.000000e+00, -1.000000e+00, -1.000000e+00]]]> : tensor<1x1x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<1x1x3xf32>
    %2 = chlo.broadcast_complex %0, %1 : (tensor<2x3xf32>, tensor<1x1x3xf32>) -> tensor<1x2x3xcomplex<f32>>
    check.expect_eq_const %2, dense<[[[(1.000000e+00,3.000000e+00), (-3.000000e+00,-1.000000e+00), (-1.000000e+00,-1.000000e+00)], [(-1.000000e+00,3.000000e+00), (3.000000e+00,-1.000000e+00), (1.000000e+00,-1.000000e+00)]]]> : tensor<1x2x3xcomplex<f32>>
    return
  }
}

