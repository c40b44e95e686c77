module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.tan %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0xFFC00000, 0.000000e+00, 0.000000e+00, 1.55740774, -1.55740774, 0.546302497, -0.747022271, -14.1014204, 9.999940e-41, -1.80655444, 1.45142901, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.000000e+38, -0.120870717, -7.000000e+04], [-0.00105455588, 0x7FC00000, 22.686348]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.tan %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-1.80655444, -0.121462807, 1.45142901], [-0.00105455623, 0x7FC00000, 0.834114968]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.000000e+00, -40.9204636], [-190.635651, -3.19809071E-4]]> : tensor<2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf32>
    %1 = chlo.tan %0 : tensor<2x2xf32> -> tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, -0.0799286291], [1.56256223, -3.19809071E-4]]> : tensor<2x2xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x2xf32>, tensor<2x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[1.000000e+00, 0.000000e+00], [1.198730e-01, 0x7C00]], [[-5.559920e-04, 1.255860e+00], [0.000000e+00, -1.671250e+02]], [[2.539060e+00, 1.000000e+00], [0xFC00, 0.000000e+00]], [[-1.507760e-03, 1.000000e+00], [-1.010500e+03, 0x7C00]]]> : tensor<4x2x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2x2xf16>
    %1 = chlo.tan %0 : tensor<4x2x2xf16> -> tensor<4x2x2xf16>
    %cst_0 = stablehlo.constant dense<[[[1.557620e+00, 0.000000e+00], [1.204220e-01, 0xFE00]], [[-5.559920e-04, 3.070310e+00], [0.000000e+00, -7.148430e-01]], [[-6.879880e-01, 1.557620e+00], [0xFE00, 0.000000e+00]], [[-1.507760e-03, 1.557620e+00], [1.930660e+00, 0xFE00]]]> : tensor<4x2x2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x2x2xf16>, tensor<4x2x2xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0.00101768447], [-0.00110701716], [0.802496492], [1.090820e+00]]> : tensor<4x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x1xf32>
    %1 = chlo.tan %0 : tensor<4x1xf32> -> tensor<4x1xf32>
    %cst_0 = stablehlo.constant dense<[[0.00101768482], [-0.00110701763], [1.03479493], [1.92093134]]> : tensor<4x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<4x1xf32>, tensor<4x1xf32>
    return
  }
}

