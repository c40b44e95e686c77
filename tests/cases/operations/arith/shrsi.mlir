module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.shrsi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 127, 0, 1, 5, -1, 63, 7, -1, 0, 0, 0, 0, -1, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, -64, 63, 0, 0, 2, -1, 31, 3, -4, 3, 0, 0, 0, -1, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-1, 1409182337, -281375062], [-1535961956, 1073741823, 537331056]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[0, 5, 31], [31, 31, 14]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.shrsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1, 44036948, -1], [-1, 0, 32796]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<4> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<1> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.shrsi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<2> : tensor<i8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-4906016558729668164, 3108743659292308351, -1, 0]]> : tensor<1x4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4xi64>
    %c_0 = stablehlo.constant dense<[[1, 40, 17, 63]]> : tensor<1x4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x4xi64>
    %2 = arith.shrsi %0, %1 : tensor<1x4xi64>
    check.expect_eq_const %2, dense<[[-2453008279364834082, 2827385, -1, 0]]> : tensor<1x4xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[127], [0], [-6]]> : tensor<3x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1xi8>
    %c_0 = stablehlo.constant dense<[[7], [1], [2]]> : tensor<3x1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x1xi8>
    %2 = arith.shrsi %0, %1 : tensor<3x1xi8>
    check.expect_eq_const %2, dense<[[0], [0], [-2]]> : tensor<3x1xi8>
    return
  }
}

