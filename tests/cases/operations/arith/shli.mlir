module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.shli %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 127, 0, 1, 5, -1, 63, 7, 0, -128, 0, -128, -128, -128, -128, -128, -128, 127, 0, 1, 5, -1, 63, 7, 0, -2, 0, 2, 10, -2, 126, 14, 0, -32, 0, 32, -96, -32, -32, -32, 0, -128, 0, -128, -128, -128, -128, -128, 0, -128, 0, -128, -128, -128, -128, -128, 0, -128, 0, -128, -128, -128, -128, -128]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1073741823, 2147483647, -1621149377], [-1539438060, -227619500, -755062302]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[4, 15, 31], [0, 19, 31]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.shli %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-16, -32768, -2147483648], [-1539438060, 1788870656, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[33, -128, 18, 63], [91, -76, 0, 73]], [[119, 0, 127, 36], [98, -16, -128, 5]]]> : tensor<2x2x4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x4xi8>
    %c_0 = stablehlo.constant dense<[[[0, 7, 7, 0], [5, 7, 7, 0]], [[3, 4, 1, 0], [5, 2, 7, 1]]]> : tensor<2x2x4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x2x4xi8>
    %2 = arith.shli %0, %1 : tensor<2x2x4xi8>
    check.expect_eq_const %2, dense<[[[33, 0, 0, 63], [96, 0, 0, 73]], [[-72, 0, -2, 36], [64, -64, 0, 10]]]> : tensor<2x2x4xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[-1362922330734566610, -7799415318284128875], [-1, 1]]], [[[1920180060746042874, 0], [5, -1]]], [[[-6875567181952164769, -1], [-3956964553910355524, -5835692216039925776]]]]> : tensor<3x1x2x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1x2x2xi64>
    %c_0 = stablehlo.constant dense<[[[[34, 0], [6, 61]]], [[[63, 63], [6, 1]]], [[[5, 5], [7, 10]]]]> : tensor<3x1x2x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x1x2x2xi64>
    %2 = arith.shli %0, %1 : tensor<3x1x2x2xi64>
    check.expect_eq_const %2, dense<[[[[-1118708310522986496, -7799415318284128875], [-64, 2305843009213693952]]], [[[0, 0], [320, -2]]], [[[1342779062045346784, -32], [-8429372910367613440, 996250657010728960]]]]> : tensor<3x1x2x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[4611686018427387903, -1721424509761644270, -2586072418090680972]> : tensor<3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %c_0 = stablehlo.constant dense<[0, 46, 0]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %2 = arith.shli %0, %1 : tensor<3xi64>
    check.expect_eq_const %2, dense<[4611686018427387903, 7369155627773329408, -2586072418090680972]> : tensor<3xi64>
    return
  }
}

