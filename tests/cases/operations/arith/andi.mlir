module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = arith.andi %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, false, false, true]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.andi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 0, 0, 0, 0, -128, 0, 0, 0, 127, 0, 1, 5, 127, 63, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 5, 0, 1, 5, 5, 5, 5, -128, 127, 0, 1, 5, -1, 63, 7, 0, 63, 0, 1, 5, 63, 63, 7, 0, 7, 0, 1, 5, 7, 7, 7]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-1032372036, 1221378115, -2147483648], [687702852, 0, 698275116]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[979273830, 1397021020, -2147483648], [-2147483648, -1, 5]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.andi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[39190564, 1078247488, -2147483648], [0, 0, 4]]> : tensor<2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i1>
    %2 = arith.andi %0, %1 : tensor<i1>
    check.expect_eq_const %2, dense<false> : tensor<i1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[-8199612676616687250, 871985884816804612, -7292352774098997681]> : tensor<3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %c_0 = stablehlo.constant dense<[-7616640936541941445, 5, 5]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %2 = arith.andi %0, %1 : tensor<3xi64>
    check.expect_eq_const %2, dense<[-8789899317478944470, 4, 5]> : tensor<3xi64>
    return
  }
}

