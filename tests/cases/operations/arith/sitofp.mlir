module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = arith.sitofp %0 : tensor<2xi1> to tensor<2xf32>
    check.expect_eq_const %1, dense<[0.000000e+00, -1.000000e+00]> : tensor<2xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = arith.sitofp %0 : tensor<8xi8> to tensor<8xf32>
    check.expect_eq_const %1, dense<[-1.280000e+02, 1.270000e+02, 0.000000e+00, 1.000000e+00, 5.000000e+00, -1.000000e+00, 6.300000e+01, 7.000000e+00]> : tensor<8xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[-1855142090, 0, -2147483648], [-1052363187, 991338360, 789814182]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %1 = arith.sitofp %0 : tensor<2x3xi32> to tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-1.85514214E+9, 0.000000e+00, -2.14748365E+9], [-1.0523632E+9, 0x4E6C5A7E, 0x4E3C4E6F]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[true], [true]], [[true], [false]]]> : tensor<2x2x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x2x1xi1>
    %1 = arith.sitofp %0 : tensor<2x2x1xi1> to tensor<2x2x1xf16>
    check.expect_eq_const %1, dense<[[[-1.000000e+00], [-1.000000e+00]], [[-1.000000e+00], [0.000000e+00]]]> : tensor<2x2x1xf16>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-1> : tensor<1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %1 = arith.sitofp %0 : tensor<1xi32> to tensor<1xf64>
    check.expect_eq_const %1, dense<-1.000000e+00> : tensor<1xf64>
    return
  }
}

