module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-7.000000e+04, -80.6002579, 8.68896198, 6.85120642E-4, 0xFF800000, -3.03632307]]> : tensor<1x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    check.expect_eq_const %1, dense<[[-7.000000e+04, -80.6002579, 8.68896198, 6.85120642E-4, 0xFF800000, -3.03632307], [-7.000000e+04, -80.6002579, 8.68896198, 6.85120642E-4, 0xFF800000, -3.03632307], [-7.000000e+04, -80.6002579, 8.68896198, 6.85120642E-4, 0xFF800000, -3.03632307], [-7.000000e+04, -80.6002579, 8.68896198, 6.85120642E-4, 0xFF800000, -3.03632307]]> : tensor<4x6xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<6.09274768> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<f32>
    check.expect_eq_const %1, dense<6.09274768> : tensor<f32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[(0.000000e+00,2.87238596E-4), (-13.6270456,9.43317413), (0x7FC00000,38.0958138), (-1.000000e+00,-1.42610097)]> : tensor<4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xcomplex<f32>>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    check.expect_eq_const %1, dense<[(0.000000e+00,2.87238596E-4), (-13.6270456,9.43317413), (0x7FC00000,38.0958138), (-1.000000e+00,-1.42610097)]> : tensor<4xcomplex<f32>>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<(0.000000e+00,4.13205707E-4)> : tensor<complex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<complex<f32>>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<complex<f32>>) -> tensor<complex<f32>>
    check.expect_eq_const %1, dense<(0.000000e+00,4.13205707E-4)> : tensor<complex<f32>>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[1], [820746827]], [[1073741823], [5]]]> : tensor<2x2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x1xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [2, 1, 0] : (tensor<2x2x1xi32>) -> tensor<2x2x2x1xi32>
    check.expect_eq_const %1, dense<[[[[1], [1073741823]], [[820746827], [5]]], [[[1], [1073741823]], [[820746827], [5]]]]> : tensor<2x2x2x1xi32>
    return
  }
}

