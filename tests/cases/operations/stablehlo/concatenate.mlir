module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-0.000000e+00, 2.500000e+00, 0.385271311], [0.000000e+00, 2.500000e+00, 0x7FC00000]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[107.175934, 3.000000e+38, 3.000000e+38], [150.739029, -11.3488283, 0.000000e+00]]> : tensor<2x3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2x3xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    check.expect_eq_const %2, dense<[[-0.000000e+00, 2.500000e+00, 0.385271311], [0.000000e+00, 2.500000e+00, 0x7FC00000], [107.175934, 3.000000e+38, 3.000000e+38], [150.739029, -11.3488283, 0.000000e+00]]> : tensor<4x3xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[1, 4]> : tensor<2xi4>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi4>
    %1 = stablehlo.concatenate %0, dim = 0 : (tensor<2xi4>) -> tensor<2xi4>
    check.expect_eq_const %1, dense<[1, 4]> : tensor<2xi4>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<> : tensor<1x0xi4>
    %0 = stablehlo.optimization_barrier %c : tensor<1x0xi4>
    %c_0 = stablehlo.constant dense<5> : tensor<1x1xi4>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x1xi4>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<1x0xi4>, tensor<1x1xi4>) -> tensor<1x1xi4>
    check.expect_eq_const %2, dense<5> : tensor<1x1xi4>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[5]], [[1]]]> : tensor<2x1x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1x1xi32>
    %c_0 = stablehlo.constant dense<> : tensor<2x1x0xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x1x0xi32>
    %c_1 = stablehlo.constant dense<[[[577728430, 5, -504757834]], [[-2147483648, 2110788253, -2147483648]]]> : tensor<2x1x3xi32>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2x1x3xi32>
    %c_2 = stablehlo.constant dense<[[[-2147483648]], [[92886224]]]> : tensor<2x1x1xi32>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<2x1x1xi32>
    %4 = stablehlo.concatenate %0, %1, %2, %3, dim = 2 : (tensor<2x1x1xi32>, tensor<2x1x0xi32>, tensor<2x1x3xi32>, tensor<2x1x1xi32>) -> tensor<2x1x5xi32>
    check.expect_eq_const %4, dense<[[[5, 577728430, 5, -504757834, -2147483648]], [[1, -2147483648, 2110788253, -2147483648, 92886224]]]> : tensor<2x1x5xi32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf64>
    %1 = stablehlo.concatenate %0, dim = 0 : (tensor<1xf64>) -> tensor<1xf64>
    check.expect_eq_const %1, dense<-1.000000e+00> : tensor<1xf64>
    return
  }
}

