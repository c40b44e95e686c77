module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.real %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[(-7.000000e+04,-1233.21741), (-204.659027,-100.468872), (0.134172305,-0.0403359942), (0x7F800000,0.243345976)]> : tensor<4xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    check.expect_eq_const %1, dense<[-7.000000e+04, -204.659027, 0.134172305, 0x7F800000]> : tensor<4xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[2.500000e+00, 102.889778], [0.000000e+00, -0.000000e+00], [-0.127779156, 4.92275809E-4], [0.0136873359, 0x7FC00000]]]> : tensor<1x4x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4x2xf32>
    %1 = stablehlo.real %0 : tensor<1x4x2xf32>
    check.expect_eq_const %1, dense<[[[2.500000e+00, 102.889778], [0.000000e+00, -0.000000e+00], [-0.127779156, 4.92275809E-4], [0.0136873359, 0x7FC00000]]]> : tensor<1x4x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[(1.000000e+00,-0.06133662071166486), (2.500000e+00,1.000000e-310)]], [[(-5.99978507365784,-7.6399172818929522), (0.031624006957998288,-1.000000e+00)]], [[(0.000000e+00,30.472192615066046), (-0.12651446492874155,0.64357978019496087)]]]> : tensor<3x1x2xcomplex<f64>>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1x2xcomplex<f64>>
    %1 = stablehlo.real %0 : (tensor<3x1x2xcomplex<f64>>) -> tensor<3x1x2xf64>
    check.expect_eq_const %1, dense<[[[1.000000e+00, 2.500000e+00]], [[-5.99978507365784, 0.031624006957998288]], [[0.000000e+00, -0.12651446492874155]]]> : tensor<3x1x2xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<1.55662072> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = stablehlo.real %0 : tensor<f32>
    check.expect_eq_const %1, dense<1.55662072> : tensor<f32>
    return
  }
}

