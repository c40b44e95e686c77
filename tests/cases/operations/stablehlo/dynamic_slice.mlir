module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0x7F800000, 0.544700444, 64.6492081, 95.8096237, 0x7FC00000, 0x7F800000], [0.00796252861, -1.000000e+00, -1.500000e+00, 21.3387413, 0.0202310756, -0.000000e+00], [2.23271275, 2.500000e+00, -1.45900941, -1.96789159E-4, 0.00556268776, -1.500000e+00], [-0.00470410055, -1.61838698, 0x7F800000, -2.21361232, 8.786240e-04, 0.0950802937]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %c = stablehlo.constant dense<1073741823> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %3 = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    check.expect_eq_const %3, dense<[[-1.96789159E-4, 0.00556268776, -1.500000e+00], [-2.21361232, 8.786240e-04, 0.0950802937]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-1093924516, 1, 1291269538], [1, 507140552, -1140895020], [-852114870, 1525830422, -541612984]]> : tensor<3x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi32>
    %c_0 = stablehlo.constant dense<5> : tensor<ui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui32>
    %c_1 = stablehlo.constant dense<3970329926> : tensor<ui32>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<ui32>
    %3 = stablehlo.dynamic_slice %0, %1, %2, sizes = [3, 1] : (tensor<3x3xi32>, tensor<ui32>, tensor<ui32>) -> tensor<3x1xi32>
    check.expect_eq_const %3, dense<[[1291269538], [-1140895020], [-541612984]]> : tensor<3x1xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %1 = stablehlo.dynamic_slice %0, sizes = [] : (tensor<i1>) -> tensor<i1>
    check.expect_eq_const %1, dense<true> : tensor<i1>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<121> : tensor<ui8>
    %0 = stablehlo.optimization_barrier %c : tensor<ui8>
    %1 = stablehlo.dynamic_slice %0, sizes = [] : (tensor<ui8>) -> tensor<ui8>
    check.expect_eq_const %1, dense<121> : tensor<ui8>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-1.000000e+00, 0x7FF0000000000000, -0.016487741739891707], [0.19635397336221574, 0.017674399699361229, 2.2934078323087075], [1.000000e+00, -0.3451874398167496, -0.000000e+00], [0.082361321364006479, -0.012363621723553079, -1.359443607896577]], [[9.9999999999999992E-41, 13.377146653952746, 5.000000e-01], [9.9999999999999992E-41, 0.040653308241958619, -81.407985871209305], [-7.000000e+04, -1.500000e+00, -1.2352718319023508], [7.2700613421917393E-6, -7.9636139735033788, 0.09544710222570868]]]> : tensor<2x4x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4x3xf64>
    %c = stablehlo.constant dense<-1045093824> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<i32>
    %4 = stablehlo.dynamic_slice %0, %1, %2, %3, sizes = [0, 4, 0] : (tensor<2x4x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x4x0xf64>
    check.expect_eq_const %4, dense<> : tensor<0x4x0xf64>
    return
  }
}

