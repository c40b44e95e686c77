module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.maxsi %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 127, 0, 1, 5, -1, 63, 7, 127, 127, 127, 127, 127, 127, 127, 127, 0, 127, 0, 1, 5, 0, 63, 7, 1, 127, 1, 1, 5, 1, 63, 7, 5, 127, 5, 5, 5, 5, 63, 7, -1, 127, 0, 1, 5, -1, 63, 7, 63, 127, 63, 63, 63, 63, 63, 63, 7, 127, 7, 7, 7, 7, 63, 7]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[5, 758194177, 1], [1, 762581739, 1915689617]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[1073741823, -320661707, 2147483647], [-342150439, 1073741823, -1915617205]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.maxsi %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[1073741823, 758194177, 2147483647], [1, 1073741823, 1915689617]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<0> : tensor<i8>
    %0 = stablehlo.optimization_barrier %c : tensor<i8>
    %c_0 = stablehlo.constant dense<78> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = arith.maxsi %0, %1 : tensor<i8>
    check.expect_eq_const %2, dense<78> : tensor<i8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[-1161003460701004267, -3352982813497161963], [-1691967184892896308, 5], [-7799756540663655277, -9223372036854775808], [-3858008159974205584, 5]], [[0, 9088265228222649850], [-133009178541609447, -9223372036854775808], [5, -9223372036854775808], [7577311900526194208, -9223372036854775808]]]> : tensor<2x4x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<2x4x2xi64>
    %c_0 = stablehlo.constant dense<[[[-6892082797472788114, 5], [-2993713199504022176, -5105644529657967180], [6581846564435703527, -9223372036854775808], [1, -8250632583351688408]], [[7780837993861853976, 4611686018427387903], [-4168110400956162798, -1], [1, 2145624640076966009], [-5822013653629826545, 0]]]> : tensor<2x4x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x4x2xi64>
    %2 = arith.maxsi %0, %1 : tensor<2x4x2xi64>
    check.expect_eq_const %2, dense<[[[-1161003460701004267, 5], [-1691967184892896308, 5], [6581846564435703527, -9223372036854775808], [1, 5]], [[7780837993861853976, 9088265228222649850], [-133009178541609447, -1], [5, 2145624640076966009], [7577311900526194208, 0]]]> : tensor<2x4x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[-28, 5, -9], [127, 63, 1]]> : tensor<2x3xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi8>
    %c_0 = stablehlo.constant dense<[[-128, 127, 16], [16, -103, 5]]> : tensor<2x3xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi8>
    %2 = arith.maxsi %0, %1 : tensor<2x3xi8>
    check.expect_eq_const %2, dense<[[-28, 127, 16], [127, 63, 5]]> : tensor<2x3xi8>
    return
  }
}

