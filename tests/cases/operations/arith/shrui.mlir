module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.shrui %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 127, 0, 1, 5, -1, 63, 7, 1, 0, 0, 0, 0, 1, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, 64, 63, 0, 0, 2, 127, 31, 3, 4, 3, 0, 0, 0, 7, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1073741823, -1801279357, 1073741823], [1073741823, 691952909, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[31, 19, 31], [5, 3, 18]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.shrui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, 4756, 0], [33554431, 86494113, 8191]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-65> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<0> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.shrui %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<-65> : tensor<i8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[63, 5, 1], [0, -128, -22], [-1, 0, 1]]> : tensor<3x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi8>
    %c_0 = stablehlo.constant dense<[[0, 3, 0], [0, 7, 7], [3, 6, 1]]> : tensor<3x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x3xi8>
    %2 = arith.shrui %0, %1 : tensor<3x3xi8>
    check.expect_eq_const %2, dense<[[63, 0, 1], [0, 1, 1], [31, 0, 0]]> : tensor<3x3xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[4611686018427387903, -9223372036854775808, -7598072475656682690], [9223372036854775807, 1827383779965539760, -5069962810014386071], [199457312261258056, 3976579421894428500, 0], [9223372036854775807, 6959999387745212666, 2575994615756844947]]> : tensor<4x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x3xi64>
    %c_0 = stablehlo.constant dense<[[1, 1, 0], [44, 5, 0], [45, 0, 39], [33, 48, 0]]> : tensor<4x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x3xi64>
    %2 = arith.shrui %0, %1 : tensor<4x3xi64>
    check.expect_eq_const %2, dense<[[2305843009213693951, 4611686018427387904, -7598072475656682690], [524287, 57105743123923117, -5069962810014386071], [5668, 3976579421894428500, 0], [1073741823, 24726, 2575994615756844947]]> : tensor<4x3xi64>
    return
  }
}

