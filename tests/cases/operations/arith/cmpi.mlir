module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.cmpi ne, %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false]> : tensor<64xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1279999582, 2147483647, 0], [0, -525146417, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[0, 5, -321900799], [5, 766902848, 1683436254]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.cmpi ne, %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<true> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[[-1, 1, -1, -1]], [[2488457318318910725, 3699972455937947295, 1, 9223372036854775807]]], [[[4611686018427387903, 1, 9223372036854775807, 5]], [[227868052022496207, -760790848182545944, 4341859290628784450, -2984996059342630337]]]]]> : tensor<1x2x2x1x4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x2x1x4xi64>
    %c_0 = stablehlo.constant dense<[[[[[4611686018427387903, -6584181982276726721, 5, 1]], [[-1529510996069194129, -1, 0, -2790362850245373908]]], [[[5, 1772115876354778220, 7868600118197384222, -1]], [[1, 661536228928997657, 1189045436180440986, 148407848176425714]]]]]> : tensor<1x2x2x1x4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x2x1x4xi64>
    %2 = arith.cmpi ne, %0, %1 : tensor<1x2x2x1x4xi64>
    check.expect_eq_const %2, dense<true> : tensor<1x2x2x1x4xi1>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[3274131813042122209, 4611686018427387903], [2861013142816561236, 1586802837114927464], [5663328269913615451, -1]]> : tensor<3x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2xi64>
    %c_0 = stablehlo.constant dense<[[0, -922802960155858012], [7710272024339925499, 0], [0, 5]]> : tensor<3x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x2xi64>
    %2 = arith.cmpi slt, %0, %1 : tensor<3x2xi64>
    check.expect_eq_const %2, dense<[[false, false], [true, false], [false, true]]> : tensor<3x2xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[0, -66], [102, -128], [5, -128]], [[77, -1], [93, 63], [1, -128]]]> : tensor<2x3x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3x2xi8>
    %c_0 = stablehlo.constant dense<[[[-128, 48], [-103, 109], [-119, -1]], [[-128, 45], [63, 63], [5, 91]]]> : tensor<2x3x2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3x2xi8>
    %2 = arith.cmpi ne, %0, %1 : tensor<2x3x2xi8>
    check.expect_eq_const %2, dense<[[[true, true], [true, true], [true, true]], [[true, true], [true, false], [true, true]]]> : tensor<2x3x2xi1>
    return
  }
}

