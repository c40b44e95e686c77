module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.muli %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, -128, 0, -128, -128, -128, -128, -128, -128, 1, 0, 127, 123, -127, 65, 121, 0, 0, 0, 0, 0, 0, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, -128, 123, 0, 5, 25, -5, 59, 35, -128, -127, 0, -1, -5, 1, -63, -7, -128, 65, 0, 63, 59, -63, -127, -71, -128, 121, 0, 7, 35, -7, -71, 49]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[323495513, 1073741823, 2147483647], [0, -1, -1]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[0, 1073741823, -1564710088], [-219487766, 1765737178, 1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.muli %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, -2147483647, 1564710088], [0, -1765737178, -1]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<5> : tensor<1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi8>
    %c_0 = stablehlo.constant dense<94> : tensor<1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi8>
    %2 = arith.muli %0, %1 : tensor<1xi8>
    check.expect_eq_const %2, dense<-42> : tensor<1xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[-6428037004206098537, -6302871054342351329, 0]> : tensor<3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %c_0 = stablehlo.constant dense<[1423672491204501422, -1, 5]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %2 = arith.muli %0, %1 : tensor<3xi64>
    check.expect_eq_const %2, dense<[-3613848621549301342, 6302871054342351329, 0]> : tensor<3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<63> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<64> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.muli %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<-64> : tensor<i8>
    return
  }
}

