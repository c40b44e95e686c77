module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[235871124, 1240960396, 2147483647], [-1488905543, -1202579187, -2147483648]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-2147483648, -1311811558, 3], [2147483647, -1259135578, -2147483648]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.remsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[235871124, 1240960396, 1], [-1488905543, -1202579187, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[[-1, 4611686018427387903, 2620390165370462749]], [[5280718317543451610, -6619446819527405593, 4611686018427387903]], [[4611686018427387903, -9181507185259111205, 0]], [[0, 1236993107479565407, 5086000935697557609]]]]> : tensor<1x4x1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4x1x3xi64>
    %c_0 = stablehlo.constant dense<[[[[-1, 9223372036854775807, 4611686018427387903]], [[-5615544217189727607, 1410141242603300640, 1]], [[5922466873516673441, 3, -1954787388007253809]], [[-2643066888166832624, 5, 1]]]]> : tensor<1x4x1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x4x1x3xi64>
    %2 = arith.remsi %0, %1 : tensor<1x4x1x3xi64>
    check.expect_eq_const %2, dense<[[[[0, 4611686018427387903, 2620390165370462749]], [[5280718317543451610, -978881849114203033, 0]], [[4611686018427387903, -2, 0]], [[0, 2, 0]]]]> : tensor<1x4x1x3xi64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<9223372036854775807> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<5106289983747445571> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = arith.remsi %0, %1 : tensor<i64>
    check.expect_eq_const %2, dense<4117082053107330236> : tensor<i64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<-71> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<-115> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.remsi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<-71> : tensor<i8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-669499580, -1, -2088057154]]> : tensor<1x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3xi32>
    %c_0 = stablehlo.constant dense<[[5, -1, 5]]> : tensor<1x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3xi32>
    %2 = arith.remsi %0, %1 : tensor<1x3xi32>
    check.expect_eq_const %2, dense<[[0, 0, -4]]> : tensor<1x3xi32>
    return
  }
}

