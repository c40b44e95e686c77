module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.subi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, -1, -128, -127, -123, 127, -65, -121, 1, 0, -127, -126, -122, -128, -64, -120, -128, 127, 0, 1, 5, -1, 63, 7, 127, 126, -1, 0, 4, -2, 62, 6, 123, 122, -5, -4, 0, -6, 58, 2, -127, -128, 1, 2, 6, 0, 64, 8, 65, 64, -63, -62, -58, -64, 0, -56, 121, 120, -7, -6, -2, -8, 56, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[890373408, 2147483647, 1785643711], [-600199596, 1679450262, -502478839]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 1, -376886166], [1073741823, 0, 1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.subi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[890373409, 2147483646, -2132437419], [-1673941419, 1679450262, -502478840]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[4298583862848593833, 4048507607789060129, 8246487786393713663], [6048231871089064260, 2769452621471157165, -4572594414687526581], [-8676944185283530874, 5, -9223372036854775808]]> : tensor<3x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi64>
    %c_0 = stablehlo.constant dense<[[-6795763311917573607, 2543804408555496975, 5], [-1966290902078128984, 9223372036854775807, -1], [1, 6245738502090358399, 9223372036854775807]]> : tensor<3x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x3xi64>
    %2 = arith.subi %0, %1 : tensor<3x3xi64>
    check.expect_eq_const %2, dense<[[-7352396898943384176, 1504703199233563154, 8246487786393713658], [8014522773167193244, -6453919415383618642, -4572594414687526580], [-8676944185283530875, -6245738502090358394, 1]]> : tensor<3x3xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[-63, 127, 51, 1]> : tensor<4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi8>
    %c_0 = stablehlo.constant dense<[24, 117, -128, 5]> : tensor<4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi8>
    %2 = arith.subi %0, %1 : tensor<4xi8>
    check.expect_eq_const %2, dense<[-87, 10, -77, -4]> : tensor<4xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<1073741823> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = arith.subi %0, %1 : tensor<i32>
    check.expect_eq_const %2, dense<-1073741822> : tensor<i32>
    return
  }
}

