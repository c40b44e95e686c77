module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = arith.bitcast %0 : tensor<14xf32> to tensor<14xi32>
    check.expect_eq_const %1, dense<[2143289344, 2139095040, -8388608, 0, -2147483648, 1065353216, -1082130432, 1056964608, 1075838976, -1077936128, 71362, 2137108966, -947341312, 0]> : tensor<14xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 9.999940e-41, 0.0604298338], [9.999940e-41, -1088.54529, 8.94763278]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = arith.bitcast %0 : tensor<2x3xf32> to tensor<2x3xi32>
    check.expect_eq_const %1, dense<[[0, 71362, 1031243078], [71362, -997715597, 1091512705]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[[[0.107326701, 0.432858676, 2.500000e+00]]]]> : tensor<1x1x1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1x1x3xf32>
    %1 = arith.bitcast %0 : tensor<1x1x1x3xf32> to tensor<1x1x1x3xi32>
    check.expect_eq_const %1, dense<[[[[1037815322, 1054711719, 1075838976]]]]> : tensor<1x1x1x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %1 = arith.bitcast %0 : tensor<i32> to tensor<i32>
    check.expect_eq_const %1, dense<2147483647> : tensor<i32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[[2.500000e+00]], [[9.999940e-41]]]], [[[[1.000000e+00]], [[0.000000e+00]]]]]> : tensor<2x1x2x1x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1x2x1x1xf32>
    %1 = arith.bitcast %0 : tensor<2x1x2x1x1xf32> to tensor<2x1x2x1x1xi32>
    check.expect_eq_const %1, dense<[[[[[1075838976]], [[71362]]]], [[[[1065353216]], [[0]]]]]> : tensor<2x1x2x1x1xi32>
    return
  }
}

