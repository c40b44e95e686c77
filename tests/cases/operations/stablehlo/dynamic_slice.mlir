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
    %cst = stablehlo.constant dense<[[[0x7FC0, -1.000000e+00], [-1.602170e-03, -0.000000e+00]], [[0x7F80, 0x7FC0], [0xFF80, 9.183550e-41]], [[2.500000e+00, 0x7FC0], [2.500000e+00, 5.000000e-01]]]> : tensor<3x2x2xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x2xbf16>
    %c = stablehlo.constant dense<3> : tensor<ui32>
    %1 = stablehlo.optimization_barrier %c : tensor<ui32>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<ui32>
    %c_1 = stablehlo.constant dense<3> : tensor<ui32>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<ui32>
    %4 = stablehlo.dynamic_slice %0, %1, %2, %3, sizes = [0, 2, 2] : (tensor<3x2x2xbf16>, tensor<ui32>, tensor<ui32>, tensor<ui32>) -> tensor<0x2x2xbf16>
    check.expect_eq_const %4, dense<> : tensor<0x2x2xbf16>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[5, 1, 5, 7], [5, 3, -1, 6], [-4, 3, 1, 1], [0, 5, 0, 4]], [[1, -4, 5, -2], [-8, 6, 0, -1], [0, -1, 3, -8], [-2, -5, 3, 5]], [[7, 4, -8, 2], [-1, -1, 5, 5], [1, 5, 7, 3], [-1, 1, -1, 4]]]> : tensor<3x4x4xi4>
    %0 = stablehlo.optimization_barrier %c : tensor<3x4x4xi4>
    %c_0 = stablehlo.constant dense<-8358691114616946846> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %c_1 = stablehlo.constant dense<3> : tensor<i64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<i64>
    %c_2 = stablehlo.constant dense<-2> : tensor<i64>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<i64>
    %4 = stablehlo.dynamic_slice %0, %1, %2, %3, sizes = [0, 4, 4] : (tensor<3x4x4xi4>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<0x4x4xi4>
    check.expect_eq_const %4, dense<> : tensor<0x4x4xi4>
    return
  }
  func.func @case_3() {
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
  func.func @case_4() {
    %cst = stablehlo.constant dense<-9.687500e+00> : tensor<1xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xbf16>
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %1 = stablehlo.optimization_barrier %c : tensor<ui32>
    %2 = stablehlo.dynamic_slice %0, %1, sizes = [0] : (tensor<1xbf16>, tensor<ui32>) -> tensor<0xbf16>
    check.expect_eq_const %2, dense<> : tensor<0xbf16>
    return
  }
}

