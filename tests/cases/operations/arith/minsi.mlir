module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.minsi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, 127, 0, 1, 5, -1, 63, 7, -128, 0, 0, 0, 0, -1, 0, 0, -128, 1, 0, 1, 1, -1, 1, 1, -128, 5, 0, 1, 5, -1, 5, 5, -128, -1, -1, -1, -1, -1, -1, -1, -128, 63, 0, 1, 5, -1, 63, 7, -128, 7, 0, 1, 5, -1, 7, 7]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[86746648, 788382641, 693035732], [-2147483648, 1073741823, 1073741823]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1073741823, 645945101, 1073741823], [1013918805, -21468864, 517843493]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.minsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[86746648, 645945101, 693035732], [-2147483648, -21468864, 517843493]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[63, 0, 127], [-1, 127, 127]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %c_0 = stablehlo.constant dense<[[63, -1, 22], [5, 0, 63]]> : tensor<2x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi8>
    %2 = arith.minsi %0, %1 : tensor<2x3xi8>
    check.expect_eq_const %2, dense<[[63, -1, 22], [-1, 0, 63]]> : tensor<2x3xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[5, -128, 72, 108]> : tensor<4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi8>
    %c_0 = stablehlo.constant dense<[-128, -13, -128, 86]> : tensor<4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi8>
    %2 = arith.minsi %0, %1 : tensor<4xi8>
    check.expect_eq_const %2, dense<[-128, -128, -128, 86]> : tensor<4xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-9223372036854775808> : tensor<1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi64>
    %2 = arith.minsi %0, %1 : tensor<1xi64>
    check.expect_eq_const %2, dense<-9223372036854775808> : tensor<1xi64>
    return
  }
}

