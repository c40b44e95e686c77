module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.acos %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 1.57079637, 1.57079637, 0.000000e+00, 3.14159274, 1.04719758, 0x7FC00000, 0x7FC00000, 1.57079637, 0x7FC00000, 0x7FC00000, 1.57079637]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-7.000000e+04, -0.0332129188, -1.500000e+00], [-398.483643, -96.2325363, 0.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.acos %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7FC00000, 1.60401535, 0x7FC00000], [0x7FC00000, 0x7FC00000, 1.57079637]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[-8.777350e-01, 5.000000e-01], [-1515.21484, -1.15226328]], [[-786.507141, -7.90018588E-4], [174.90152, -0.230597332]]], [[[2.500000e+00, -0.606661498], [-1.0032639E-4, -5.30040503]], [[-0.245352924, -0.000000e+00], [10.444046, 9.999940e-41]]], [[[2.500000e+00, 0.0107200174], [-220.152725, 9.999940e-41]], [[0.00237885513, 1186.08936], [5.000000e-01, 0.0072506438]]]]> : tensor<3x2x2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x2x2xf32>
    %1 = chlo.acos %0 : tensor<3x2x2x2xf32> -> tensor<3x2x2x2xf32>
    %cst_0 = stablehlo.constant dense<[[[[2.64191079, 1.04719758], [0x7FC00000, 0x7FC00000]], [[0x7FC00000, 1.57158637], [0x7FC00000, 1.8034879]]], [[[0x7FC00000, 2.22265053], [1.57089663, 0x7FC00000]], [[1.818680e+00, 1.57079637], [0x7FC00000, 1.57079637]]], [[[0x7FC00000, 1.56007612], [0x7FC00000, 1.57079637]], [[1.56841743, 0x7FC00000], [1.04719758, 1.56354558]]]]> : tensor<3x2x2x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x2x2x2xf32>, tensor<3x2x2x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[0xFF800000, -77.4048386, 0.0189224854]]]> : tensor<1x1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x3xf32>
    %1 = chlo.acos %0 : tensor<1x1x3xf32> -> tensor<1x1x3xf32>
    %cst_0 = stablehlo.constant dense<[[[0x7FC00000, 0x7FC00000, 1.55187273]]]> : tensor<1x1x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x1x3xf32>, tensor<1x1x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-207.88149148300107, 9.9999999999999992E-41, -0.088349680628370467, -124.39728527414249], [33.206722184437339, 4.6400471748831134, -7.000000e+04, 76.404945315431434], [-6.6642082156012693E-4, 0xFFF0000000000000, -0.000000e+00, 2.5579305490617408], [-0.95342319196349867, 2.500000e+00, 5.000000e-01, 0.48699984863178364]]> : tensor<4x4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x4xf64>
    %1 = chlo.acos %0 : tensor<4x4xf64> -> tensor<4x4xf64>
    %cst_0 = stablehlo.constant dense<[[0x7FF8000000000000, 1.5707963267948966, 1.6592613510519465, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [1.5714627476657848, 0x7FF8000000000000, 1.5707963267948966, 0x7FF8000000000000], [2.8351846454018776, 0x7FF8000000000000, 1.0471975511965979, 1.0621448940901512]]> : tensor<4x4xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x4xf64>, tensor<4x4xf64>
    return
  }
}

