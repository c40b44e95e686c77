module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.sinh %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, 0.000000e+00, 1.17520118, -1.17520118, 0.521095276, 6.05020427, -2.12927938, 9.999940e-41, 0x7F800000, 0xFF800000, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.0600932688, 1.000000e+00, 2.500000e+00], [-0.111604154, 90.6531754, 9.99048233]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.sinh %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.060129445, 1.17520118, 6.05020427], [-0.111835979, 0x7F800000, 10908.9102]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-11.647278701518449, 0.0026916566482413822, 0.016634534955171712]]> : tensor<1x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf64>
    %1 = chlo.sinh %0 : tensor<1x3xf64> -> tensor<1x3xf64>
    %cst_0 = stablehlo.constant dense<[[-57189.838951625745, 0.0026916598984249212, 0.016635302116584368]]> : tensor<1x3xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x3xf64>, tensor<1x3xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[0xFF800000, 2.500000e+00], [-0.313107342, 3.16805934E-4], [0x7FC00000, 0.000000e+00]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %1 = chlo.sinh %0 : tensor<3x2xf32> -> tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[[0xFF800000, 6.05020427], [-0.318248451, 3.16805934E-4], [0x7FC00000, 0.000000e+00]]> : tensor<3x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x2xf32>, tensor<3x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[2.4341759507373451E-4, -182.74734323808551, -1021.1283970967706], [-0.011429046177722776, -1.4720540553761341, 1124.7940335625044], [9.9999999999999992E-41, 11.541076006108677, -1.000000e+00], [450.26176486856178, 0.091316177771504386, -1.000000e+00]]> : tensor<4x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x3xf64>
    %1 = chlo.sinh %0 : tensor<4x3xf64> -> tensor<4x3xf64>
    %cst_0 = stablehlo.constant dense<[[2.4341759747756951E-4, -1.1618036996646475E+79, 0xFFF0000000000000], [-0.01142929499558153, -2.0643621009874815, 0x7FF0000000000000], [9.9999999999999992E-41, 51427.525591748563, -1.1752011936438014], [1.7586114594269468E+195, 0.091443139548959745, -1.1752011936438014]]> : tensor<4x3xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x3xf64>, tensor<4x3xf64>
    return
  }
}

