module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.sine %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0xFFC00000, 0.000000e+00, 0.000000e+00, 0.841470957, -0.841470957, 0.47942555, 0.598472118, -0.997494995, 9.999940e-41, 0.874904871, 0.823474049, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[8.02316093, 1.000000e+00, 0.000000e+00], [0.00107788621, -1.500000e+00, -7.000000e+04]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.sine %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.985723257, 0.841470957, 0.000000e+00], [0.00107788597, -0.997494995, 0.823474049]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-3.468750e+00, 0.000000e+00], [-2.376560e-03, 1.000000e+00]]> : tensor<2x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf16>
    %1 = stablehlo.sine %0 : tensor<2x2xf16>
    %cst_0 = stablehlo.constant dense<[[3.212890e-01, 0.000000e+00], [-2.376560e-03, 8.413080e-01]]> : tensor<2x2xf16>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x2xf16>, tensor<2x2xf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[3.000000e+38], [2.500000e+00], [-0.00824710261]], [[1.000000e+00], [-1.000000e+00], [0.000000e+00]]]> : tensor<2x3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x1xf32>
    %1 = stablehlo.sine %0 : tensor<2x3x1xf32>
    %cst_0 = stablehlo.constant dense<[[[0.874904871], [0.598472118], [-0.00824700948]], [[0.841470957], [-0.841470957], [0.000000e+00]]]> : tensor<2x3x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3x1xf32>, tensor<2x3x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.000000e+00, -1.500000e+00, 2.500000e+00, 0x7FF0000000000000], [2.6420318335826717E-4, 0.049509822224292691, -0.01942095575949658, -293.42682799762872]]> : tensor<2x4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4xf64>
    %1 = stablehlo.sine %0 : tensor<2x4xf64>
    %cst_0 = stablehlo.constant dense<[[0.8414709848078965, -0.99749498660405444, 0.59847214410395655, 0xFFF8000000000000], [2.6420318028455721E-4, 0.049489598104802184, -0.019419734937470512, 0.95169541838503202]]> : tensor<2x4xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x4xf64>, tensor<2x4xf64>
    return
  }
}

