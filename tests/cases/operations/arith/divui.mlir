module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[5, -1, 0], [-892065236, 975662183, 0]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1010132706, 499622224, 477761010], [5, 5, -2147483648]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.divui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[0, 8, 0], [680580412, 195132436, 0]]> : tensor<2x3xi32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-67, -128, -87, -85], [0, -1, 55, 116], [-34, 1, -72, 109]]> : tensor<3x4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<3x4xi8>
    %c_0 = stablehlo.constant dense<[[1, -24, -1, -128], [101, 127, 12, 63], [-121, -102, 127, 63]]> : tensor<3x4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3x4xi8>
    %2 = arith.divui %0, %1 : tensor<3x4xi8>
    check.expect_eq_const %2, dense<[[-67, 0, 0, 1], [0, 2, 4, 1], [1, 0, 1, 1]]> : tensor<3x4xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[1, 5, 7978437761705242455]], [[-1, 5, 9223372036854775807]]]> : tensor<2x1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x3xi64>
    %c_0 = stablehlo.constant dense<[[[-143763256889132450, -1401268297350691712, -1]], [[-6093743661030671837, -4163573182138929660, 3]]]> : tensor<2x1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x3xi64>
    %2 = arith.divui %0, %1 : tensor<2x1x3xi64>
    check.expect_eq_const %2, dense<[[[0, 0, 0]], [[1, 0, 3074457345618258602]]]> : tensor<2x1x3xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[1, 5, -2837262062156099368]], [[9223372036854775807, 0, -9223372036854775808]], [[1937400341196825567, 7231314499559823936, -6611218354145941999]], [[-5057721801920908840, 4611686018427387903, -9223372036854775808]]]> : tensor<4x1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x3xi64>
    %c_0 = stablehlo.constant dense<[[[5, -3026268916531713919, 1386167173138700301]], [[-7508490529299138915, 9223372036854775807, -1245352735437424030]], [[2426015066243780993, -2608313396523754498, -5766049200360664582]], [[6172218001177396776, 651186591676948391, 7107689352707332118]]]> : tensor<4x1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x1x3xi64>
    %2 = arith.divui %0, %1 : tensor<4x1x3xi64>
    check.expect_eq_const %2, dense<[[[0, 0, 11]], [[0, 0, 0]], [[0, 0, 0]], [[2, 7, 1]]]> : tensor<4x1x3xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<27> : tensor<1xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi8>
    %c_0 = stablehlo.constant dense<63> : tensor<1xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi8>
    %2 = arith.divui %0, %1 : tensor<1xi8>
    check.expect_eq_const %2, dense<0> : tensor<1xi8>
    return
  }
}

