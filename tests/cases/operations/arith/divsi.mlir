module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[-2147483648, 1219371748, 1176193230], [451305644, 232822792, 1073741823]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-2147483648, 1689599339, -2147483648], [3, -1983095039, 1073741823]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.divsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[1, 0, 0], [150435214, 0, 1]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<2122722035> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<-492019744> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = arith.divsi %0, %1 : tensor<i32>
    check.expect_eq_const %2, dense<-4> : tensor<i32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[5419337230716567500, 7932457658903831499, -7647647400772784624, -9223372036854775808]> : tensor<4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi64>
    %c_0 = stablehlo.constant dense<[9223372036854775807, 7943641344160418180, 708301953605596262, 3]> : tensor<4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi64>
    %2 = arith.divsi %0, %1 : tensor<4xi64>
    check.expect_eq_const %2, dense<[0, 0, -10, -3074457345618258602]> : tensor<4xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<45> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<15> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.divsi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<3> : tensor<i8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[-1, 1206096879057366544]], [[-9223372036854775808, 4611686018427387903]], [[0, -1]], [[-1, -8769871607702971442]]]> : tensor<4x1x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x2xi64>
    %c_0 = stablehlo.constant dense<[[[5, -1]], [[4611686018427387903, 9223372036854775807]], [[6076534710563209426, 3066058435635931725]], [[1, 9223372036854775807]]]> : tensor<4x1x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x1x2xi64>
    %2 = arith.divsi %0, %1 : tensor<4x1x2xi64>
    check.expect_eq_const %2, dense<[[[0, -1206096879057366544]], [[-2, 0]], [[0, 0]], [[-1, 0]]]> : tensor<4x1x2xi64>
    return
  }
}

