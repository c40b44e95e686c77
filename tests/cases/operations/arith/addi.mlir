module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.addi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, -1, -128, -127, -123, 127, -65, -121, -1, -2, 127, -128, -124, 126, -66, -122, -128, 127, 0, 1, 5, -1, 63, 7, -127, -128, 1, 2, 6, 0, 64, 8, -123, -124, 5, 6, 10, 4, 68, 12, 127, 126, -1, 0, 4, -2, 62, 6, -65, -66, 63, 64, 68, 62, 126, 70, -121, -122, 7, 8, 12, 6, 70, 14]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1073741823, 627821133, 1], [647469085, -1392737637, -786313481]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1404255040, -1646712072, 1073741823], [4675000, 0, -533051525]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.addi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1816970433, -1018890939, 1073741824], [652144085, -1392737637, -1319365006]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<5> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<-27> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.addi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<-22> : tensor<i8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[2551215979851640196, 3741037274045871269]]> : tensor<1x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2xi64>
    %c_0 = stablehlo.constant dense<[[-9223372036854775808, 9181285715611674306]]> : tensor<1x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2xi64>
    %2 = arith.addi %0, %1 : tensor<1x2xi64>
    check.expect_eq_const %2, dense<[[-6672156057003135612, -5524421084052006041]]> : tensor<1x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[9223372036854775807, -2817640765451970158]> : tensor<2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_0 = stablehlo.constant dense<[-9223372036854775808, 1]> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %2 = arith.addi %0, %1 : tensor<2xi64>
    check.expect_eq_const %2, dense<[-1, -2817640765451970157]> : tensor<2xi64>
    return
  }
}

