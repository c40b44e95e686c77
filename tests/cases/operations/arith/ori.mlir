module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = arith.ori %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, true, true, true]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.ori %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, -1, -128, -127, -123, -1, -65, -121, -1, 127, 127, 127, 127, -1, 127, 127, -128, 127, 0, 1, 5, -1, 63, 7, -127, 127, 1, 1, 5, -1, 63, 7, -123, 127, 5, 5, 5, -1, 63, 7, -1, -1, -1, -1, -1, -1, -1, -1, -65, 127, 63, 63, 63, -1, 63, 63, -121, 127, 7, 7, 7, -1, 63, 7]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-884809162, 1, 552806341], [1073741823, -1842236342, 1]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1618528444, -2147483648, 1587683160], [841129706, -1476788272, 1817774254]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.ori %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-344266050, -2147483647, 2129870813], [1073741823, -1208352806, 1817774255]]> : tensor<2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<-2076314126> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = arith.ori %0, %1 : tensor<i32>
    check.expect_eq_const %2, dense<-1> : tensor<i32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-128], [-1], [-1]]> : tensor<3x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1xi8>
    %c_0 = stablehlo.constant dense<[[5], [3], [25]]> : tensor<3x1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x1xi8>
    %2 = arith.ori %0, %1 : tensor<3x1xi8>
    check.expect_eq_const %2, dense<[[-123], [-1], [-1]]> : tensor<3x1xi8>
    return
  }
}

