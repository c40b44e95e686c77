module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.digamma %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0.70315665, 0.70315665, 0.70315665, 0.70315665, 0.70315665, -0.577215672, -0.577215672, -1.963510e+00, 0.70315665, 0.0364899747, 0.70315665, 0.70315665, 0.70315665, 0.70315665]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.413968176, 2.500000e+00, 2.500000e+00], [1.500000e+00, 5.000000e-01, 5.434410e+01]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.digamma %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-2.46280241, 0.70315665, 0.70315665], [0.0364899747, -1.963510e+00, 3.98610711]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<293.133453> : tensor<1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf32>
    %1 = chlo.digamma %0 : tensor<1xf32> -> tensor<1xf32>
    %cst_0 = stablehlo.constant dense<5.67892122> : tensor<1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<1xf32>, tensor<1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = chlo.digamma %0 : tensor<f16> -> tensor<f16>
    %cst_0 = stablehlo.constant dense<7.031250e-01> : tensor<f16>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<f16>, tensor<f16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[5.796880e+01, 2.500000e+00, 2.500000e+00, 1.773830e-03]> : tensor<4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf16>
    %1 = chlo.digamma %0 : tensor<4xf16> -> tensor<4xf16>
    %cst_0 = stablehlo.constant dense<[4.050780e+00, 7.031250e-01, 7.031250e-01, -5.645000e+02]> : tensor<4xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<4xf16>, tensor<4xf16>
    return
  }
}

