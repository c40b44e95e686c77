module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.conj %0 : tensor<14xf32> -> tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-87.5914764, -9.49119785E-5, -1.500000e+00], [-1199.42822, -2.13019729, 5.000000e-01]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.conj %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-87.5914764, -9.49119785E-5, -1.500000e+00], [-1199.42822, -2.13019729, 5.000000e-01]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<0.863271296> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = chlo.conj %0 : tensor<f32> -> tensor<f32>
    check.expect_eq_const %1, dense<0.863271296> : tensor<f32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[1.55931413, -1.02012913E-4, 3.000000e+38]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = chlo.conj %0 : tensor<3xf32> -> tensor<3xf32>
    check.expect_eq_const %1, dense<[1.55931413, -1.02012913E-4, 3.000000e+38]> : tensor<3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<-1.364260e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = chlo.conj %0 : tensor<f16> -> tensor<f16>
    check.expect_eq_const %1, dense<-1.364260e+00> : tensor<f16>
    return
  }
}

