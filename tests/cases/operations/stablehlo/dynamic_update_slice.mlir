module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 0.00140416541, -0.000000e+00, -0.0674661099, 9.999940e-41, -5.27109602E-4], [0x7FC00000, 2.500000e+00, -0.430317551, 0.000000e+00, -1.02161014, -1.000000e+00], [0.000000e+00, -0.0998273864, 8.94111231E-4, -0.00158687669, 0.000000e+00, 405.838776], [5.000000e-01, 0.0356361941, -0.000000e+00, -1.000000e+00, -1.500000e+00, 1.778800e-02]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<[[9.999940e-41, -106.726913, -11.0630331], [9.999940e-41, -1.500000e+00, -799.397766]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %c = stablehlo.constant dense<-1040804667> : tensor<i32>
    %2 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_1 = stablehlo.constant dense<-1169850488> : tensor<i32>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<i32>
    %4 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    check.expect_eq_const %4, dense<[[9.999940e-41, -106.726913, -11.0630331, -0.0674661099, 9.999940e-41, -5.27109602E-4], [9.999940e-41, -1.500000e+00, -799.397766, 0.000000e+00, -1.02161014, -1.000000e+00], [0.000000e+00, -0.0998273864, 8.94111231E-4, -0.00158687669, 0.000000e+00, 405.838776], [5.000000e-01, 0.0356361941, -0.000000e+00, -1.000000e+00, -1.500000e+00, 1.778800e-02]]> : tensor<4x6xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[1], [163]], [[127], [0]], [[0], [127]]]> : tensor<3x2x1xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x1xui8>
    %c_0 = stablehlo.constant dense<[[[218]], [[188]]]> : tensor<2x1x1xui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x1xui8>
    %c_1 = stablehlo.constant dense<3> : tensor<ui8>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<ui8>
    %c_2 = stablehlo.constant dense<1> : tensor<ui8>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<ui8>
    %c_3 = stablehlo.constant dense<3> : tensor<ui8>
    %4 = stablehlo.optimization_barrier %c_3 : tensor<ui8>
    %5 = stablehlo.dynamic_update_slice %0, %1, %2, %3, %4 : (tensor<3x2x1xui8>, tensor<2x1x1xui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<3x2x1xui8>
    check.expect_eq_const %5, dense<[[[1], [163]], [[127], [218]], [[0], [188]]]> : tensor<3x2x1xui8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[false, true], [true, true]], [[true, false], [false, true]], [[false, false], [true, true]]]> : tensor<3x2x2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x2xi1>
    %c_0 = stablehlo.constant dense<> : tensor<0x2x0xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<0x2x0xi1>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<i32>
    %c_2 = stablehlo.constant dense<-1> : tensor<i32>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<-1> : tensor<i32>
    %4 = stablehlo.optimization_barrier %c_3 : tensor<i32>
    %5 = stablehlo.dynamic_update_slice %0, %1, %2, %3, %4 : (tensor<3x2x2xi1>, tensor<0x2x0xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x2xi1>
    check.expect_eq_const %5, dense<[[[false, true], [true, true]], [[true, false], [false, true]], [[false, false], [true, true]]]> : tensor<3x2x2xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[0.000000e+00], [1.953130e-03], [0.000000e+00]]> : tensor<3x1xf8E4M3FN>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf8E4M3FN>
    %cst_0 = stablehlo.constant dense<> : tensor<0x1xf8E4M3FN>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<0x1xf8E4M3FN>
    %c = stablehlo.constant dense<2> : tensor<ui64>
    %2 = stablehlo.optimization_barrier %c : tensor<ui64>
    %c_1 = stablehlo.constant dense<0> : tensor<ui64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<ui64>
    %4 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<3x1xf8E4M3FN>, tensor<0x1xf8E4M3FN>, tensor<ui64>, tensor<ui64>) -> tensor<3x1xf8E4M3FN>
    check.expect_eq_const %4, dense<[[0.000000e+00], [1.953130e-03], [0.000000e+00]]> : tensor<3x1xf8E4M3FN>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.200000e+01, 3.125000e-02], [-0.000000e+00, -1.367190e-02], [-5.859380e-03, 0.000000e+00]]> : tensor<3x2xf8E4M3FN>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf8E4M3FN>
    %cst_0 = stablehlo.constant dense<> : tensor<2x0xf8E4M3FN>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x0xf8E4M3FN>
    %c = stablehlo.constant dense<1> : tensor<i8>
    %2 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_1 = stablehlo.constant dense<-1> : tensor<i8>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<i8>
    %4 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<3x2xf8E4M3FN>, tensor<2x0xf8E4M3FN>, tensor<i8>, tensor<i8>) -> tensor<3x2xf8E4M3FN>
    check.expect_eq_const %4, dense<[[1.200000e+01, 3.125000e-02], [-0.000000e+00, -1.367190e-02], [-5.859380e-03, 0.000000e+00]]> : tensor<3x2xf8E4M3FN>
    return
  }
}

