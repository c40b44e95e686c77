module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = stablehlo.or %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, true, true, true]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.or %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, -1, -128, -127, -123, -1, -65, -121, -1, 127, 127, 127, 127, -1, 127, 127, -128, 127, 0, 1, 5, -1, 63, 7, -127, 127, 1, 1, 5, -1, 63, 7, -123, 127, 5, 5, 5, -1, 63, 7, -1, -1, -1, -1, -1, -1, -1, -1, -65, 127, 63, 63, 63, -1, 63, 63, -121, 127, 7, 7, 7, -1, 63, 7]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[-1387588507, 1729155043, 1073741823, 2147483647]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[-1, -995275647, 1449516978, -2147483648]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.or %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[-1, -406990877, 2147483647, -1]> : tensor<4xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<2xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi1>
    %2 = stablehlo.or %0, %1 : tensor<2xi1>
    check.expect_eq_const %2, dense<true> : tensor<2xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %0 = stablehlo.optimization_barrier %c : tensor<ui64>
    %c_0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui64>
    %2 = stablehlo.or %0, %1 : tensor<ui64>
    check.expect_eq_const %2, dense<18446744073709551615> : tensor<ui64>
    return
  }
}

