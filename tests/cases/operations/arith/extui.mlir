module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %1 = arith.extui %0 : tensor<2xi1> to tensor<2xi32>
    check.expect_eq_const %1, dense<[0, 1]> : tensor<2xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = arith.extui %0 : tensor<8xi8> to tensor<8xi32>
    check.expect_eq_const %1, dense<[128, 127, 0, 1, 5, 255, 63, 7]> : tensor<8xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[0, 55, 0], [63, 5, 55]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %1 = arith.extui %0 : tensor<2x3xi8> to tensor<2x3xi32>
    check.expect_eq_const %1, dense<[[0, 55, 0], [63, 5, 55]]> : tensor<2x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<1> : tensor<1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi8>
    %1 = arith.extui %0 : tensor<1xi8> to tensor<1xi32>
    check.expect_eq_const %1, dense<1> : tensor<1xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-67> : tensor<1x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1xi8>
    %1 = arith.extui %0 : tensor<1x1xi8> to tensor<1x1xi32>
    check.expect_eq_const %1, dense<189> : tensor<1x1xi32>
    return
  }
}

