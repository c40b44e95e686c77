module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.asinh %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, 0.000000e+00, 0.881373584, -0.881373584, 0.481211811, 1.6472311, -1.19476318, 9.999940e-41, 89.2899932, -11.8493977, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.0724470168, -370.194214, -1.47161198], [3.000000e+38, 0x7FC00000, 5.000000e-01]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.asinh %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-0.0723837912, -6.60717678, -1.17891252], [89.2899932, 0x7FC00000, 0.481211811]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.010887083097780208, 0.16660706528270139], [-4.6085748754533435E-4, -3.9976845405350871E-4]]> : tensor<2x2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf64>
    %1 = chlo.asinh %0 : tensor<2x2xf64> -> tensor<2x2xf64>
    %cst_0 = stablehlo.constant dense<[[0.010886868037503822, 0.16584575954222952], [-4.6085747123177784E-4, -3.9976844340535578E-4]]> : tensor<2x2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x2xf64>, tensor<2x2xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[16.555783975426912, 0x7FF8000000000000]> : tensor<2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf64>
    %1 = chlo.asinh %0 : tensor<2xf64> -> tensor<2xf64>
    %cst_0 = stablehlo.constant dense<[3.5007935567990502, 0x7FF8000000000000]> : tensor<2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2xf64>, tensor<2xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<6.28959751> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.asinh %0 : tensor<f32> -> tensor<f32>
    %cst_0 = stablehlo.constant dense<2.53830481> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

