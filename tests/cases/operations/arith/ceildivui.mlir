module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[1073741823, 339695057, -1], [-1, 1073741823, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1869754630, -779231624, -1583576485], [-1, 1622663692, 347865130]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.ceildivui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[1, 1, 2], [1, 1, 7]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_0 = stablehlo.constant dense<[1, 6136535501119983129]> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %2 = arith.ceildivui %0, %1 : tensor<2xi64>
    check.expect_eq_const %2, dense<[-9223372036854775808, 2]> : tensor<2xi64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<4062070561246239620> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = arith.ceildivui %0, %1 : tensor<i64>
    check.expect_eq_const %2, dense<1> : tensor<i64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[3038333996515096851, -5277387700240479370, -9132400901963554317]]> : tensor<1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3xi64>
    %c_0 = stablehlo.constant dense<[[-6970380034449646733, -9223372036854775808, -3824147579594268587]]> : tensor<1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3xi64>
    %2 = arith.ceildivui %0, %1 : tensor<1x3xi64>
    check.expect_eq_const %2, dense<[[1, 2, 1]]> : tensor<1x3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[0, 758592196], [411699050, 0], [1897903566, -1219265244], [442123844, -1507217446]]> : tensor<4x2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4x2xi32>
    %c_0 = stablehlo.constant dense<[[1, -1], [-1222780498, 1845606351], [-1, 3], [-861566061, -2147483648]]> : tensor<4x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x2xi32>
    %2 = arith.ceildivui %0, %1 : tensor<4x2xi32>
    check.expect_eq_const %2, dense<[[0, 1], [1, 0], [1, 1025234018], [1, 2]]> : tensor<4x2xi32>
    return
  }
}

