module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %sum, %overflow = arith.addui_extended %0, %1 : tensor<64xi8>, tensor<64xi1>
    check.expect_eq_const %sum, dense<[0, -1, -128, -127, -123, 127, -65, -121, -1, -2, 127, -128, -124, 126, -66, -122, -128, 127, 0, 1, 5, -1, 63, 7, -127, -128, 1, 2, 6, 0, 64, 8, -123, -124, 5, 6, 10, 4, 68, 12, 127, 126, -1, 0, 4, -2, 62, 6, -65, -66, 63, 64, 68, 62, 126, 70, -121, -122, 7, 8, 12, 6, 70, 14]> : tensor<64xi8>
    check.expect_eq_const %overflow, dense<[true, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, true, true, false, true, true, true, true, true, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false]> : tensor<64xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[2147483647, 1528553099, -1406455482], [541296255, 1073741823, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 0, 1], [-321154914, -455209667, 2130095131]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %sum, %overflow = arith.addui_extended %0, %1 : tensor<2x3xi32>, tensor<2x3xi1>
    check.expect_eq_const %sum, dense<[[2147483646, 1528553099, -1406455481], [220141341, 618532156, 2130095131]]> : tensor<2x3xi32>
    check.expect_eq_const %overflow, dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[-9223372036854775808, 4998705322876832966, -9223372036854775808, -7518213826201331678]]]> : tensor<1x1x4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1x4xi64>
    %c_0 = stablehlo.constant dense<[[[0, -8199716289788496326, -1726061309524848178, 6030178864229622618]]]> : tensor<1x1x4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x1x4xi64>
    %sum, %overflow = arith.addui_extended %0, %1 : tensor<1x1x4xi64>, tensor<1x1x4xi1>
    check.expect_eq_const %sum, dense<[[[-9223372036854775808, -3201010966911663360, 7497310727329927630, -1488034961971709060]]]> : tensor<1x1x4xi64>
    check.expect_eq_const %overflow, dense<[[[false, false, true, false]]]> : tensor<1x1x4xi1>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-104, -128, -1], [30, 0, 45], [-1, -30, 127]]> : tensor<3x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi8>
    %c_0 = stablehlo.constant dense<[[67, -128, 0], [38, -1, 5], [1, -61, 1]]> : tensor<3x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x3xi8>
    %sum, %overflow = arith.addui_extended %0, %1 : tensor<3x3xi8>, tensor<3x3xi1>
    check.expect_eq_const %sum, dense<[[-37, 0, -1], [68, -1, 50], [0, -91, -128]]> : tensor<3x3xi8>
    check.expect_eq_const %overflow, dense<[[false, true, false], [false, false, false], [true, true, false]]> : tensor<3x3xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[-78, 5, 5], [-1, 1, -1], [127, -117, 127], [-128, -26, 63]]]> : tensor<1x4x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4x3xi8>
    %c_0 = stablehlo.constant dense<[[[-9, -122, 63], [0, -6, -41], [63, 101, -21], [25, -128, 50]]]> : tensor<1x4x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x4x3xi8>
    %sum, %overflow = arith.addui_extended %0, %1 : tensor<1x4x3xi8>, tensor<1x4x3xi1>
    check.expect_eq_const %sum, dense<[[[-87, -117, 68], [-1, -5, -42], [-66, -16, 106], [-103, 102, 113]]]> : tensor<1x4x3xi8>
    check.expect_eq_const %overflow, dense<[[[true, false, false], [false, false, true], [false, false, true], [false, true, false]]]> : tensor<1x4x3xi1>
    return
  }
}

