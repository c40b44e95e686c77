module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[-377713395, 1073741823, 5], [0, -1, -1698330416]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-2147483648, 2147483647, 3], [1, 1, 668039145]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.ceildivsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[1, 1, 2], [0, -1, -2]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<0> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<63> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.ceildivsi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<0> : tensor<i8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[4611686018427387903, -1, -9223372036854775808, 0], [4330129925446982979, 26787090240191338, -2033003366054877607, 4611686018427387903]]> : tensor<2x4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x4xi64>
    %c_0 = stablehlo.constant dense<[[-1, -8194954422812362761, 4611686018427387903, -8585067895881834629], [7124318728596539802, 4611686018427387903, -1, 4611686018427387903]]> : tensor<2x4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x4xi64>
    %2 = arith.ceildivsi %0, %1 : tensor<2x4xi64>
    check.expect_eq_const %2, dense<[[-4611686018427387903, 1, -2, 0], [1, 1, 2033003366054877607, 1]]> : tensor<2x4xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<5> : tensor<1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi8>
    %c_0 = stablehlo.constant dense<-11> : tensor<1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi8>
    %2 = arith.ceildivsi %0, %1 : tensor<1xi8>
    check.expect_eq_const %2, dense<0> : tensor<1xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[9223372036854775807, 0, 1]> : tensor<3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %c_0 = stablehlo.constant dense<[1, 1, -318028455433971508]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %2 = arith.ceildivsi %0, %1 : tensor<3xi64>
    check.expect_eq_const %2, dense<[9223372036854775807, 0, 0]> : tensor<3xi64>
    return
  }
}

