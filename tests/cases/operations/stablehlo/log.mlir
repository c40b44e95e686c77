module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.log %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0xFF800000, 0.000000e+00, 0x7FC00000, -0.693147182, 0.91629076, 0x7FC00000, -92.1034088, 88.5968475, 0x7FC00000, 0xFF800000]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0xFF800000, 1.000000e+00], [683.9151, 7.26323557, 0.00104405952]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.log %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 0x7FC00000, 0.000000e+00], [6.52783394, 1.9828254, -6.86463881]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[[-178.428055], [0.621495485], [0.000000e+00]], [[-10.295043], [-6.4449379E-4], [0.0212490503]], [[5.000000e-01], [-0.000000e+00], [99.5576095]], [[-0.0127590178], [44.2187729], [-203.374359]]]]]> : tensor<1x1x4x3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x4x3x1xf32>
    %1 = stablehlo.log %0 : tensor<1x1x4x3x1xf32>
    %cst_0 = stablehlo.constant dense<[[[[[0x7FC00000], [-0.475626618], [0xFF800000]], [[0x7FC00000], [0x7FC00000], [-3.85144305]], [[-0.693147182], [0xFF800000], [4.60073662]], [[0x7FC00000], [3.78914952], [0x7FC00000]]]]]> : tensor<1x1x4x3x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<1x1x4x3x1xf32>, tensor<1x1x4x3x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-0.108919673], [1.000000e+00], [-5.13259147E-4]], [[2.500000e+00], [-0.0700390488], [-9.24426073E-4]]]> : tensor<2x3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x1xf32>
    %1 = stablehlo.log %0 : tensor<2x3x1xf32>
    %cst_0 = stablehlo.constant dense<[[[0x7FC00000], [0.000000e+00], [0x7FC00000]], [[0.91629076], [0x7FC00000], [0x7FC00000]]]> : tensor<2x3x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3x1xf32>, tensor<2x3x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.log %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<f32>, tensor<f32>
    return
  }
}

