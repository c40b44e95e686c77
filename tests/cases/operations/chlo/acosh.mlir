module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.acosh %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.000000e+00, 0x7FC00000, 0x7FC00000, 1.56679928, 0x7FC00000, 0x7FC00000, 89.2899932, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[9.999940e-41, -1.000000e+00, -0.0186204016], [0.000000e+00, 121.327705, -1.280820e-03]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.acosh %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 5.49162531, 0x7FC00000]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[0.000000e+00], [0x7F800000]], [[-1693.43665], [2.500000e+00]], [[-7.22330046], [-10.2555609]]]> : tensor<3x2x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x1xf32>
    %1 = chlo.acosh %0 : tensor<3x2x1xf32> -> tensor<3x2x1xf32>
    %cst_0 = stablehlo.constant dense<[[[0x7FC00000], [0x7F800000]], [[0x7FC00000], [1.56679928]], [[0x7FC00000], [0x7FC00000]]]> : tensor<3x2x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x2x1xf32>, tensor<3x2x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[5.30989317E-4, -3.16831803], [-3.23606658, 9.999940e-41], [24.4769363, -38.475563]], [[0xFF800000, 1.000000e+00], [-1.199570e+00, 4.26716185], [-1.000000e+00, -180.69635]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %1 = chlo.acosh %0 : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
    %cst_0 = stablehlo.constant dense<[[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [3.89046097, 0x7FC00000]], [[0x7FC00000, 0.000000e+00], [0x7FC00000, 2.13007474], [0x7FC00000, 0x7FC00000]]]> : tensor<2x3x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[0x7FC00000, 2.500000e+00, -1.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = chlo.acosh %0 : tensor<3xf32> -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 1.56679928, 0x7FC00000]> : tensor<3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf32>, tensor<3xf32>
    return
  }
}

