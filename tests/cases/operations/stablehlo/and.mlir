module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi1>
    %2 = stablehlo.and %0, %1 : tensor<4xi1>
    check.expect_eq_const %2, dense<[false, false, false, true]> : tensor<4xi1>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = stablehlo.and %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 0, 0, 0, 0, -128, 0, 0, 0, 127, 0, 1, 5, 127, 63, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 5, 0, 1, 5, 5, 5, 5, -128, 127, 0, 1, 5, -1, 63, 7, 0, 63, 0, 1, 5, 63, 63, 7, 0, 7, 0, 1, 5, 7, 7, 7]> : tensor<64xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[2147483647, 0, 331854044, -1261289638]> : tensor<4xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[-2147483648, -779283695, 1459646048, -1171780780]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi32>
    %2 = stablehlo.and %0, %1 : tensor<4xi32>
    check.expect_eq_const %2, dense<[0, 0, 318775360, -1342174384]> : tensor<4xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[-7693095821222420943, 5098629060783183605, 1], [-1, 0, -1], [9223372036854775807, 7994682342586545396, -8927988819817002866], [-9096208763572272051, 5, 5]]> : tensor<4x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x3xi64>
    %c_0 = stablehlo.constant dense<[[-4210416446488610845, -8108411058987399302, -1748856413965869391], [-2290216120220476325, 3470604152571844139, 4611686018427387903], [3334011977661641682, 5, 4611686018427387903], [9223372036854775807, -9122917037276197955, 4740852235889463956]]> : tensor<4x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x3xi64>
    %2 = stablehlo.and %0, %1 : tensor<4x3xi64>
    check.expect_eq_const %2, dense<[[-8858439678000081375, 450676725705410160, 1], [-2290216120220476325, 0, 4611686018427387903], [3334011977661641682, 4, 295383217037772942], [127163273282503757, 5, 4]]> : tensor<4x3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<63> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<-45> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = stablehlo.and %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<19> : tensor<i8>
    return
  }
}

