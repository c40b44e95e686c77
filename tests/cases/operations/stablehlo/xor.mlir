module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = stablehlo.xor %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, true, true, false]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.xor %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[0, -1, -128, -127, -123, 127, -65, -121, -1, 0, 127, 126, 122, -128, 64, 120, -128, 127, 0, 1, 5, -1, 63, 7, -127, 126, 1, 0, 4, -2, 62, 6, -123, 122, 5, 4, 0, -6, 58, 2, 127, -128, -1, -2, -6, 0, -64, -8, -65, 64, 63, 62, 58, -64, 0, 56, -121, 120, 7, 6, 2, -8, 56, 0]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[520970435, 855408811, -623786786, 1694312617]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[-1, 1073741823, 1, 0]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.xor %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[-520970436, 218333012, -623786785, 1694312617]> : tensor<4xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[-2104592225, -1, -437424515]> : tensor<3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi32>
    %c_0 = stablehlo.constant dense<[5, -2147483648, 2001680521]> : tensor<3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi32>
    %2 = stablehlo.xor %0, %1 : tensor<3xi32>
    check.expect_eq_const %2, dense<[-2104592230, 2147483647, -1834854668]> : tensor<3xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[-984307997, 2147483647]> : tensor<2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %c_0 = stablehlo.constant dense<[-1, -200759326]> : tensor<2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi32>
    %2 = stablehlo.xor %0, %1 : tensor<2xi32>
    check.expect_eq_const %2, dense<[984307996, -1946724323]> : tensor<2xi32>
    return
  }
}

