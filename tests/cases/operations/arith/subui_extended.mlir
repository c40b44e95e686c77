module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %diff, %borrow = arith.subui_extended %0, %1 : tensor<64xi8>, tensor<64xi1>
    check.expect_eq_const %diff, dense<[0, -1, -128, -127, -123, 127, -65, -121, 1, 0, -127, -126, -122, -128, -64, -120, -128, 127, 0, 1, 5, -1, 63, 7, 127, 126, -1, 0, 4, -2, 62, 6, 123, 122, -5, -4, 0, -6, 58, 2, -127, -128, 1, 2, 6, 0, 64, 8, 65, 64, -63, -62, -58, -64, 0, -56, 121, 120, -7, -6, -2, -8, 56, 0]> : tensor<64xi8>
    check.expect_eq_const %borrow, dense<[false, true, true, true, true, false, true, true, false, false, true, true, true, false, true, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, true, false, false, false, false, true, true, true, true, true, false, true, true, false, false, true, true, true, false, false, true, false, false, true, true, true, false, false, false]> : tensor<64xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[1073741823, 2147483647, 952832856], [-1, -1545304806, 1017812189]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[2147483647, -1321150734, 1073741823], [-1987496517, 1, 2147483647]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %diff, %borrow = arith.subui_extended %0, %1 : tensor<2x3xi32>, tensor<2x3xi1>
    check.expect_eq_const %diff, dense<[[-1073741824, -826332915, -120908967], [1987496516, -1545304807, -1129671458]]> : tensor<2x3xi32>
    check.expect_eq_const %borrow, dense<[[true, true, true], [false, false, true]]> : tensor<2x3xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[4611686018427387903, 7216464732134767553, 1, 1]> : tensor<4xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi64>
    %c_0 = stablehlo.constant dense<[-1, 0, 7682676279273787836, 4611686018427387903]> : tensor<4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi64>
    %diff, %borrow = arith.subui_extended %0, %1 : tensor<4xi64>, tensor<4xi1>
    check.expect_eq_const %diff, dense<[4611686018427387904, 7216464732134767553, -7682676279273787835, -4611686018427387902]> : tensor<4xi64>
    check.expect_eq_const %borrow, dense<[true, false, true, true]> : tensor<4xi1>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[5, -128]]> : tensor<1x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2xi8>
    %c_0 = stablehlo.constant dense<[[127, -111]]> : tensor<1x2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2xi8>
    %diff, %borrow = arith.subui_extended %0, %1 : tensor<1x2xi8>, tensor<1x2xi1>
    check.expect_eq_const %diff, dense<[[-122, -17]]> : tensor<1x2xi8>
    check.expect_eq_const %borrow, dense<true> : tensor<1x2xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<5> : tensor<2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi8>
    %c_0 = stablehlo.constant dense<[0, 127]> : tensor<2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi8>
    %diff, %borrow = arith.subui_extended %0, %1 : tensor<2xi8>, tensor<2xi1>
    check.expect_eq_const %diff, dense<[5, -122]> : tensor<2xi8>
    check.expect_eq_const %borrow, dense<[false, true]> : tensor<2xi1>
    return
  }
}

