module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7]> : tensor<8xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<8xi8>
    %1 = stablehlo.count_leading_zeros %0 : tensor<8xi8>
    check.expect_eq_const %1, dense<[0, 1, 8, 7, 5, 0, 2, 5]> : tensor<8xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[1073741823, 5, 2083212008, 1073741823]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %1 = stablehlo.count_leading_zeros %0 : tensor<4xi32>
    check.expect_eq_const %1, dense<[2, 29, 1, 2]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[5, 127]> : tensor<2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi8>
    %1 = stablehlo.count_leading_zeros %0 : tensor<2xi8>
    check.expect_eq_const %1, dense<[5, 1]> : tensor<2xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[1, 16849957283257323091, 0, 0]]> : tensor<1x4xui64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4xui64>
    %1 = stablehlo.count_leading_zeros %0 : tensor<1x4xui64>
    check.expect_eq_const %1, dense<[[63, 0, 64, 64]]> : tensor<1x4xui64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[4056074591, 2147483647, 0, 125541978]> : tensor<4xui32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xui32>
    %1 = stablehlo.count_leading_zeros %0 : tensor<4xui32>
    check.expect_eq_const %1, dense<[0, 1, 32, 5]> : tensor<4xui32>
    return
  }
}

