module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = chlo.mulhi %0, %1 : tensor<64xi8>, tensor<64xi8> -> tensor<64xi8>
    check.expect_eq_const %2, dense<[64, -64, 0, -1, -3, 0, -32, -4, -64, 63, 0, 0, 2, -1, 31, 3, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -3, 2, 0, 0, 0, -1, 1, 0, 0, -1, 0, -1, -1, 0, -1, -1, -32, 31, 0, 0, 1, -1, 15, 1, -4, 3, 0, 0, 0, -1, 1, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-1010032769, -538122057, 2147483647, 2061164115]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[-1, 2147483647, 186236880, 1073741823]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = chlo.mulhi %0, %1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
    check.expect_eq_const %2, dense<[0, -269061029, 93118439, 515291028]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-98> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<73> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = chlo.mulhi %0, %1 : tensor<i8>, tensor<i8> -> tensor<i8>
    check.expect_eq_const %2, dense<-28> : tensor<i8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[4294967295, 3604534422]> : tensor<2xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<2xui32>
    %c_0 = stablehlo.constant dense<[1960170362, 4213328938]> : tensor<2xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xui32>
    %2 = chlo.mulhi %0, %1 : tensor<2xui32>, tensor<2xui32> -> tensor<2xui32>
    check.expect_eq_const %2, dense<[1960170361, 3536019750]> : tensor<2xui32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[[1, 0, 1, -1]]], [[[0, 87, 2, 63]]]]> : tensor<2x1x1x4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x1x4xi8>
    %c_0 = stablehlo.constant dense<[[[[0, -89, -88, 5]]], [[[21, 127, 9, 0]]]]> : tensor<2x1x1x4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x1x4xi8>
    %2 = chlo.mulhi %0, %1 : tensor<2x1x1x4xi8>, tensor<2x1x1x4xi8> -> tensor<2x1x1x4xi8>
    check.expect_eq_const %2, dense<[[[[0, 0, -1, -1]]], [[[0, 43, 0, 0]]]]> : tensor<2x1x1x4xi8>
    return
  }
}

