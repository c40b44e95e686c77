module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[-783900123, -390500672, 0], [0, 789420754, -491340150]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[5, 947754449, 1633584390], [1248895342, 1073741823, -1]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.remui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[3, 113448828, 0], [0, 789420754, -491340150]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[110, 0]> : tensor<2xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi8>
    %c_0 = stablehlo.constant dense<[124, -122]> : tensor<2xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi8>
    %2 = arith.remui %0, %1 : tensor<2xi8>
    check.expect_eq_const %2, dense<[110, 0]> : tensor<2xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[1654058214, -2147483648, 1]]> : tensor<1x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3xi32>
    %c_0 = stablehlo.constant dense<[[911180843, 1018603162, 835139994]]> : tensor<1x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3xi32>
    %2 = arith.remui %0, %1 : tensor<1x3xi32>
    check.expect_eq_const %2, dense<[[742877371, 110277324, 1]]> : tensor<1x3xi32>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<-4924328398004408636> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = arith.remui %0, %1 : tensor<i64>
    check.expect_eq_const %2, dense<0> : tensor<i64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[-23, 0, 1, 63]], [[0, 5, -7, 124]]]> : tensor<2x1x4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x4xi8>
    %c_0 = stablehlo.constant dense<[[[127, -128, 5, -1]], [[127, -49, -1, 1]]]> : tensor<2x1x4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x4xi8>
    %2 = arith.remui %0, %1 : tensor<2x1x4xi8>
    check.expect_eq_const %2, dense<[[[106, 0, 1, 63]], [[0, 5, -7, 0]]]> : tensor<2x1x4xi8>
    return
  }
}

