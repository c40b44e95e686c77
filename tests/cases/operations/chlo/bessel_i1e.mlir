module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.bessel_i1e %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0.206584647, 0.206584647, 0.206584647, 0.206584647, 0.206584647, 0.207910419, 0.207910419, 0.156420797, 0.206584647, 0.219039381, 0.206584647, 0.206584647, 0.206584647, 0.206584647]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0.234364688, 604.347168], [2.500000e+00, 1.500000e+00, 0.0314665847]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.bessel_i1e %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.207910419, 0.0933377444, 0.0162179936], [0.206584647, 0.219039381, 0.0152478144]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<2xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xf64>
    %1 = chlo.bessel_i1e %0 : tensor<2xf64> -> tensor<2xf64>
    %cst_0 = stablehlo.constant dense<0.20658464953126657> : tensor<2xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2xf64>, tensor<2xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[2.500000e+00, 2.500000e+00]], [[0.0657252893, 0.307705194]]]> : tensor<2x1x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x2xf32>
    %1 = chlo.bessel_i1e %0 : tensor<2x1x2xf32> -> tensor<2x1x2xf32>
    %cst_0 = stablehlo.constant dense<[[[0.206584647, 0.206584647]], [[0.0307888072, 0.114445858]]]> : tensor<2x1x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2x1x2xf32>, tensor<2x1x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[8.007810e+00, 4.615780e-03, 1.189380e+02]]> : tensor<1x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf16>
    %1 = chlo.bessel_i1e %0 : tensor<1x3xf16> -> tensor<1x3xf16>
    %cst_0 = stablehlo.constant dense<[[1.340330e-01, 2.296450e-03, 3.646850e-02]]> : tensor<1x3xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<1x3xf16>, tensor<1x3xf16>
    return
  }
}

