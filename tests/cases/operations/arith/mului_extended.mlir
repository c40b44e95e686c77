module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %low, %high = arith.mului_extended %0, %1 : tensor<64xi8>
    check.expect_eq_const %low, dense<[0, -128, 0, -128, -128, -128, -128, -128, -128, 1, 0, 127, 123, -127, 65, 121, 0, 0, 0, 0, 0, 0, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, -128, 123, 0, 5, 25, -5, 59, 35, -128, -127, 0, -1, -5, 1, -63, -7, -128, 65, 0, 63, 59, -63, -127, -71, -128, 121, 0, 7, 35, -7, -71, 49]> : tensor<64xi8>
    check.expect_eq_const %high, dense<[64, 63, 0, 0, 2, 127, 31, 3, 63, 63, 0, 0, 2, 126, 31, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 4, 1, 0, 127, 126, 0, 0, 4, -2, 62, 6, 31, 31, 0, 0, 1, 62, 15, 1, 3, 3, 0, 0, 0, 6, 1, 0]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[182610094, 0, 2115530434], [0, 1343064343, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-597005110, -1, 20461464], [-334314238, 373581231, -397462691]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %low, %high = arith.mului_extended %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %low, dense<[[-86245044, 0, 448622896], [0, 1953679801, 0]]> : tensor<2x3xi32>
    check.expect_eq_const %high, dense<[[157227092, 0, 10078505], [0, 116821292, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-35, 56, 118], [63, 0, 127], [-53, 5, 0]]> : tensor<3x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x3xi8>
    %c_0 = stablehlo.constant dense<[[82, 127, 99], [119, -25, 80], [127, 12, 32]]> : tensor<3x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x3xi8>
    %low, %high = arith.mului_extended %0, %1 : tensor<3x3xi8>
    check.expect_eq_const %low, dense<[[-54, -56, -94], [73, 0, -80], [-75, 60, 0]]> : tensor<3x3xi8>
    check.expect_eq_const %high, dense<[[70, 27, 45], [29, 0, 39], [100, 0, 0]]> : tensor<3x3xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[5, -1], [0, 127]], [[1, 1], [1, -1]], [[127, 61], [62, 63]]]> : tensor<3x2x2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x2xi8>
    %c_0 = stablehlo.constant dense<[[[-128, 83], [110, -57]], [[72, 0], [0, 5]], [[127, 0], [0, 113]]]> : tensor<3x2x2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x2x2xi8>
    %low, %high = arith.mului_extended %0, %1 : tensor<3x2x2xi8>
    check.expect_eq_const %low, dense<[[[-128, -83], [0, -71]], [[72, 0], [0, -5]], [[1, 0], [0, -49]]]> : tensor<3x2x2xi8>
    check.expect_eq_const %high, dense<[[[2, 82], [0, 98]], [[0, 0], [0, 4]], [[63, 0], [0, 27]]]> : tensor<3x2x2xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[1, 9223372036854775807]]> : tensor<1x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2xi64>
    %c_0 = stablehlo.constant dense<[[0, -444621018914725105]]> : tensor<1x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2xi64>
    %low, %high = arith.mului_extended %0, %1 : tensor<1x2xi64>
    check.expect_eq_const %low, dense<[[0, -8778751017940050703]]> : tensor<1x2xi64>
    check.expect_eq_const %high, dense<[[0, 9001061527397413254]]> : tensor<1x2xi64>
    return
  }
}

