module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 0.000000e+00, 0x7F800000, 0xFF800000, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[3.000000e+38, -0.000000e+00, 0.00135799311], [-1.000000e+00, 0.00177811261, -4.88037767E-4]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[0x7F800000, -0.000000e+00, 0.00135803223], [-1.000000e+00, 0.00177764893, -4.88042831E-4]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[4.47047118E-4], [9.42789775E-4], [7.5880065]]> : tensor<3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf32>
    %1 = stablehlo.reduce_precision %0, format = e2m2 : tensor<3x1xf32>
    check.expect_eq_const %1, dense<[[0.000000e+00], [0.000000e+00], [0x7F800000]]> : tensor<3x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = stablehlo.reduce_precision %0, format = e6m16 : tensor<f64>
    check.expect_eq_const %1, dense<1.000000e+00> : tensor<f64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0x7F800000, -0.0102629289, -14.6474371, -0.00906674284], [-7.22664524E-4, 9.7057037E-4, 1.49051487, -0.124979474], [70.1290894, 5.000000e-01, -142.366623, -7.000000e+04]]> : tensor<3x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x4xf32>
    %1 = stablehlo.reduce_precision %0, format = e9m20 : tensor<3x4xf32>
    check.expect_eq_const %1, dense<[[0x7F800000, -0.0102629289, -14.647438, -0.00906674563], [-7.22664408E-4, 9.7057037E-4, 1.49051476, -0.124979496], [70.1290894, 5.000000e-01, -142.366577, -7.000000e+04]]> : tensor<3x4xf32>
    return
  }
}

