module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = arith.uitofp %0 : tensor<2xi1> to tensor<2xf32>
    check.expect_eq_const %1, dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = arith.uitofp %0 : tensor<8xi8> to tensor<8xf32>
    check.expect_eq_const %1, dense<[1.280000e+02, 1.270000e+02, 0.000000e+00, 1.000000e+00, 5.000000e+00, 2.550000e+02, 6.300000e+01, 7.000000e+00]> : tensor<8xf32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[5, 0, 1146637012], [1489251656, -400294901, 5]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %1 = arith.uitofp %0 : tensor<2x3xi32> to tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[5.000000e+00, 0.000000e+00, 1.14663706E+9], [1.48925171E+9, 3.89467238E+9, 5.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<748678016> : tensor<1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %1 = arith.uitofp %0 : tensor<1xi32> to tensor<1xf32>
    check.expect_eq_const %1, dense<7.486780e+08> : tensor<1xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[2147483647, -1029699736]> : tensor<2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %1 = arith.uitofp %0 : tensor<2xi32> to tensor<2xf32>
    check.expect_eq_const %1, dense<[2.14748365E+9, 3.26526746E+9]> : tensor<2xf32>
    return
  }
}

