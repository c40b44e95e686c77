module {
  func.func @case_0() {
    %c = stablehlo.constant dense<false> : tensor<2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi1>
    %cst = stablehlo.constant dense<[[-7.00414133, -1.500000e+00, 0.169841215], [-1176.32849, -1.500000e+00, -1.211080e-03]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.500000e+00, 0x7FC00000, -60.0120583], [5.000000e-01, 11.8465137, 2.500000e+00]]> : tensor<2x3xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %3 = arith.select %0, %1, %2 : tensor<2x3xi1>, tensor<2x3xf32>
    check.expect_eq_const %3, dense<[[2.500000e+00, 0x7FC00000, -60.0120583], [5.000000e-01, 11.8465137, 2.500000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[false, true, true, false]], [[false, true, true, true]]]> : tensor<2x1x4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x4xi1>
    %c_0 = stablehlo.constant dense<[[[false, true, true, false]], [[false, true, true, false]]]> : tensor<2x1x4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x4xi1>
    %c_1 = stablehlo.constant dense<[[[true, false, false, false]], [[false, false, true, false]]]> : tensor<2x1x4xi1>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2x1x4xi1>
    %3 = arith.select %0, %1, %2 : tensor<2x1x4xi1>, tensor<2x1x4xi1>
    check.expect_eq_const %3, dense<[[[true, true, true, false]], [[false, true, true, false]]]> : tensor<2x1x4xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[false, true, true], [false, false, false]]]> : tensor<1x2x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xi1>
    %c_0 = stablehlo.constant dense<[[[false, false, false], [false, true, false]]]> : tensor<1x2x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x3xi1>
    %c_1 = stablehlo.constant dense<[[[true, false, true], [false, false, true]]]> : tensor<1x2x3xi1>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<1x2x3xi1>
    %3 = arith.select %0, %1, %2 : tensor<1x2x3xi1>, tensor<1x2x3xi1>
    check.expect_eq_const %3, dense<[[[true, false, false], [false, false, true]]]> : tensor<1x2x3xi1>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[true], [false], [false], [false]]> : tensor<4x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<[[false], [false], [false], [true]]> : tensor<4x1xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x1xi1>
    %c_1 = stablehlo.constant dense<[[true], [true], [false], [true]]> : tensor<4x1xi1>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<4x1xi1>
    %3 = arith.select %0, %1, %2 : tensor<4x1xi1>, tensor<4x1xi1>
    check.expect_eq_const %3, dense<[[false], [true], [false], [true]]> : tensor<4x1xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[false, true, true]]> : tensor<1x3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3xi1>
    %c_0 = stablehlo.constant dense<[[true, true, false]]> : tensor<1x3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<1x3xi1>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<1x3xi1>
    %3 = arith.select %0, %1, %2 : tensor<1x3xi1>, tensor<1x3xi1>
    check.expect_eq_const %3, dense<[[true, true, false]]> : tensor<1x3xi1>
    return
  }
}

