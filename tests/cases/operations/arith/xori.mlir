module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = arith.xori %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, true, true, false]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.xori %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, -1, -128, -127, -123, 127, -65, -121, -1, 0, 127, 126, 122, -128, 64, 120, -128, 127, 0, 1, 5, -1, 63, 7, -127, 126, 1, 0, 4, -2, 62, 6, -123, 122, 5, 4, 0, -6, 58, 2, 127, -128, -1, -2, -6, 0, -64, -8, -65, 64, 63, 62, 58, -64, 0, 56, -121, 120, 7, 6, 2, -8, 56, 0]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[1799644626, 1661342815, 0], [575813268, -321499931, -1728231745]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1801610134, -1, 946539308], [-1755835937, 1073741823, 5]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.xori %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-2491976, -1661342816, 946539308], [-1257625781, -752241894, -1728231750]]> : tensor<2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[127, -54], [1, -1]]> : tensor<2x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2xi8>
    %c_0 = stablehlo.constant dense<[[1, 68], [116, 65]]> : tensor<2x2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x2xi8>
    %2 = arith.xori %0, %1 : tensor<2x2xi8>
    check.expect_eq_const %2, dense<[[126, -114], [117, -66]]> : tensor<2x2xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i1>
    %2 = arith.xori %0, %1 : tensor<i1>
    check.expect_eq_const %2, dense<false> : tensor<i1>
    return
  }
}

