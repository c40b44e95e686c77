module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[[-171724432, 1736629981, -1664912119], [-26116185, -1, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %1 = arith.trunci %0 : tensor<2x3xi32> to tensor<2x3xi8>
    check.expect_eq_const %1, dense<[[112, -35, 9], [-89, -1, -1]]> : tensor<2x3xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[9223372036854775807], [7678645065268222755], [9223372036854775807]]> : tensor<3x1xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x1xi64>
    %1 = arith.trunci %0 : tensor<3x1xi64> to tensor<3x1xi8>
    check.expect_eq_const %1, dense<[[-1], [35], [-1]]> : tensor<3x1xi8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[2311620879317889091, 7953274913480730547, 8010249460200338055], [2714169771951498823, -6050451532295034858, -1], [5, 9223372036854775807, 1], [5, -9223372036854775808, 0]]> : tensor<4x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x3xi64>
    %1 = arith.trunci %0 : tensor<4x3xi64> to tensor<4x3xi8>
    check.expect_eq_const %1, dense<[[67, -77, -121], [71, 22, -1], [5, -1, 1], [5, 0, 0]]> : tensor<4x3xi8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<1631429117> : tensor<1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %1 = arith.trunci %0 : tensor<1xi32> to tensor<1xi8>
    check.expect_eq_const %1, dense<-3> : tensor<1xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[5629333152285610124, 6624336292543255762], [8374065618134139042, -9223372036854775808], [-5371988055979273348, 9223372036854775807], [-6405679218255727068, 5]], [[4611686018427387903, 5], [4611686018427387903, -3173067117888656905], [-4477016411484404899, -1709322172119852348], [9223372036854775807, -1]], [[2039358826902068148, 3310511236268854042], [0, -9223372036854775808], [433243357997546729, -560642828637806480], [9223372036854775807, 4375364614779665194]]]> : tensor<3x4x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<3x4x2xi64>
    %1 = arith.trunci %0 : tensor<3x4x2xi64> to tensor<3x4x2xi8>
    check.expect_eq_const %1, dense<[[[-116, -46], [-94, 0], [124, -1], [36, 5]], [[-1, 5], [-1, -9], [93, -60], [-1, -1]], [[-76, 26], [0, 0], [-23, 112], [-1, 42]]]> : tensor<3x4x2xi8>
    return
  }
}

