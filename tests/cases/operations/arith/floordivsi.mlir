module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[1073741823, -1, -1], [1810146525, 259514684, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1093647470, 1073741823, 1073741823], [911166965, 1073741823, -1658677936]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.floordivsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, -1, -1], [1, 0, -2]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<0> : tensor<1x1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1xi8>
    %c_0 = stablehlo.constant dense<-76> : tensor<1x1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x1xi8>
    %2 = arith.floordivsi %0, %1 : tensor<1x1xi8>
    check.expect_eq_const %2, dense<0> : tensor<1x1xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[2826235817907673024], [9223372036854775807], [9223372036854775807]], [[5481302839543528879], [1], [5]]]> : tensor<2x3x1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3x1xi64>
    %c_0 = stablehlo.constant dense<[[[5], [4611686018427387903], [4653244241193459960]], [[-9223372036854775808], [5], [7677717677366634714]]]> : tensor<2x3x1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3x1xi64>
    %2 = arith.floordivsi %0, %1 : tensor<2x3x1xi64>
    check.expect_eq_const %2, dense<[[[565247163581534604], [2], [1]], [[-1], [0], [0]]]> : tensor<2x3x1xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[63, -79, 102], [5, 5, -96], [-1, 111, -128], [-114, -128, 127]]]> : tensor<1x4x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4x3xi8>
    %c_0 = stablehlo.constant dense<[[[3, -128, 5], [127, -23, -128], [-1, 69, 91], [127, -7, -74]]]> : tensor<1x4x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x4x3xi8>
    %2 = arith.floordivsi %0, %1 : tensor<1x4x3xi8>
    check.expect_eq_const %2, dense<[[[21, 0, 20], [0, -1, 0], [1, 1, -2], [-1, 18, -2]]]> : tensor<1x4x3xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-2931161390589985321> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = arith.floordivsi %0, %1 : tensor<i64>
    check.expect_eq_const %2, dense<0> : tensor<i64>
    return
  }
}

