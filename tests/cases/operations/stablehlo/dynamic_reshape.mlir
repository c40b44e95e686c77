module {
  func.func @case_0() {
    %c = stablehlo.constant dense<> : tensor<0xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<0xi1>
    %c_0 = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<0xi1>, tensor<3xi64>) -> tensor<0x1x1xi1>
    check.expect_eq_const %2, dense<> : tensor<0x1x1xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<> : tensor<1x1x0x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1x0x1xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi64>
    %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<1x1x0x1xi1>, tensor<1xi64>) -> tensor<0xi1>
    check.expect_eq_const %2, dense<> : tensor<0xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[1214408332], [1327555035]], [[5], [982754523]], [[0], [2147483647]]]> : tensor<3x2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x1xi32>
    %c_0 = stablehlo.constant dense<[6, 1]> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<3x2x1xi32>, tensor<2xi64>) -> tensor<6x1xi32>
    check.expect_eq_const %2, dense<[[1214408332], [1327555035], [5], [982754523], [0], [2147483647]]> : tensor<6x1xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<-1643152408> : tensor<1x1x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1x1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<5xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<5xi64>
    %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<1x1x1xi32>, tensor<5xi64>) -> tensor<1x1x1x1x1xi32>
    check.expect_eq_const %2, dense<-1643152408> : tensor<1x1x1x1x1xi32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[true, true, true, false, false]]> : tensor<1x5xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x5xi1>
    %c_0 = stablehlo.constant dense<[1, 1, 5, 1]> : tensor<4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi64>
    %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<1x5xi1>, tensor<4xi64>) -> tensor<1x1x5x1xi1>
    check.expect_eq_const %2, dense<[[[[true], [true], [true], [false], [false]]]]> : tensor<1x1x5x1xi1>
    return
  }
}

