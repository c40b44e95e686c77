module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.shift_left %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128, 127, 0, 1, 5, -1, 63, 7, 0, -2, 0, 2, 10, -2, 126, 14, 0, -32, 0, 32, -96, -32, -32, -32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128, 0, -128, -128, -128, -128, -128]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-769014621, 202259835, 0, -1]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[1, 1073741823, -949049468, 1073741823]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.shift_left %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[-1538029242, 0, 0, 0]> : tensor<4xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<210> : tensor<ui8>
    %0 = stablehlo.optimization_barrier %c : tensor<ui8>
    %c_0 = stablehlo.constant dense<227> : tensor<ui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui8>
    %2 = stablehlo.shift_left %0, %1 : tensor<ui8>
    check.expect_eq_const %2, dense<0> : tensor<ui8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[44101, 0, 65535, 24734]> : tensor<4xui16>
    %0 = stablehlo.optimization_barrier %c : tensor<4xui16>
    %c_0 = stablehlo.constant dense<[52597, 14839, 14563, 22083]> : tensor<4xui16>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xui16>
    %2 = stablehlo.shift_left %0, %1 : tensor<4xui16>
    check.expect_eq_const %2, dense<0> : tensor<4xui16>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-1346407194> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = stablehlo.shift_left %0, %1 : tensor<i32>
    check.expect_eq_const %2, dense<0> : tensor<i32>
    return
  }
}

