module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = stablehlo.not %0 : tensor<2xi1>
    check.expect_eq_const %1, dense<[true, false]> : tensor<2xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.not %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[127, -128, -1, -2, -6, 0, -64, -8]> : tensor<8xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[-1017394244, -2147483648, 1073741823, -2147483648]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %1 = stablehlo.not %0 : tensor<4xi32>
    check.expect_eq_const %1, dense<[1017394243, 2147483647, -1073741824, 2147483647]> : tensor<4xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[9223372036854775807, -8611547065745772864, -7595870831126319409], [4966743442692025770, 0, 1731946261588528741], [1, -9223372036854775808, 0]], [[1, 3439093622154192642, 9223372036854775807], [0, 6182243747585671371, 9223372036854775807], [-2667274886084113003, -8399789892025101516, -4140916975475309039]]]> : tensor<2x3x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3x3xi64>
    %1 = stablehlo.not %0 : tensor<2x3x3xi64>
    check.expect_eq_const %1, dense<[[[-9223372036854775808, 8611547065745772863, 7595870831126319408], [-4966743442692025771, -1, -1731946261588528742], [-2, 9223372036854775807, -1]], [[-2, -3439093622154192643, -9223372036854775808], [-1, -6182243747585671372, -9223372036854775808], [2667274886084113002, 8399789892025101515, 4140916975475309038]]]> : tensor<2x3x3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[15, 5, 120], [-72, 60, 127], [63, 0, -58]]> : tensor<3x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi8>
    %1 = stablehlo.not %0 : tensor<3x3xi8>
    check.expect_eq_const %1, dense<[[-16, -6, -121], [71, -61, -128], [-64, -1, 57]]> : tensor<3x3xi8>
    return
  }
}

