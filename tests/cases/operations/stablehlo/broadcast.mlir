module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[-1.000000e+00, -77.480072, -3.56052423]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = stablehlo.broadcast %0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-1.000000e+00, -77.480072, -3.56052423], [-1.000000e+00, -77.480072, -3.56052423]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<true> : tensor<2x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi1>
    %1 = stablehlo.broadcast %0, sizes = [1, 3] : (tensor<2x1xi1>) -> tensor<1x3x2x1xi1>
    check.expect_eq_const %1, dense<true> : tensor<1x3x2x1xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[false, false, true], [true, false, true]]> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %1 = stablehlo.broadcast %0, sizes = [] : (tensor<2x3xi1>) -> tensor<2x3xi1>
    check.expect_eq_const %1, dense<[[false, false, true], [true, false, true]]> : tensor<2x3xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-1.000000e+00, 5.000000e-01], [0.000000e+00, 0.000000e+00], [5.000000e-01, 1.000000e+00]]> : tensor<3x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf16>
    %1 = stablehlo.broadcast %0, sizes = [3, 1] : (tensor<3x2xf16>) -> tensor<3x1x3x2xf16>
    check.expect_eq_const %1, dense<[[[[-1.000000e+00, 5.000000e-01], [0.000000e+00, 0.000000e+00], [5.000000e-01, 1.000000e+00]]], [[[-1.000000e+00, 5.000000e-01], [0.000000e+00, 0.000000e+00], [5.000000e-01, 1.000000e+00]]], [[[-1.000000e+00, 5.000000e-01], [0.000000e+00, 0.000000e+00], [5.000000e-01, 1.000000e+00]]]]> : tensor<3x1x3x2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[(3.186890e-04,-0.000000e+00), (278.535919,0x7FC00000)]> : tensor<2xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xcomplex<f32>>
    %1 = stablehlo.broadcast %0, sizes = [1, 3] : (tensor<2xcomplex<f32>>) -> tensor<1x3x2xcomplex<f32>>
    check.expect_eq_const %1, dense<[[[(3.186890e-04,-0.000000e+00), (278.535919,0x7FC00000)], [(3.186890e-04,-0.000000e+00), (278.535919,0x7FC00000)], [(3.186890e-04,-0.000000e+00), (278.535919,0x7FC00000)]]]> : tensor<1x3x2xcomplex<f32>>
    return
  }
}

