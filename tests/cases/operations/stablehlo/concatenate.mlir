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
  func.func @case_2() {
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf64>
    %1 = stablehlo.concatenate %0, dim = 0 : (tensor<1xf64>) -> tensor<1xf64>
    check.expect_eq_const %1, dense<-1.000000e+00> : tensor<1xf64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<3xi1>
    %c_0 = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<2xi1>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi1>
    %3 = stablehlo.concatenate %0, %1, %2, dim = 0 : (tensor<3xi1>, tensor<3xi1>, tensor<2xi1>) -> tensor<8xi1>
    check.expect_eq_const %3, dense<[false, false, true, false, true, false, true, true]> : tensor<8xi1>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<> : tensor<4x0xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x0xf32>
    %cst_0 = stablehlo.constant dense<[[-0.519854486, -0.0995795875], [0.288762689, 1.70333267E-4], [-5.11140446E-4, -1.2753551], [-0.0202308986, 0.000000e+00]]> : tensor<4x2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<4x2xf32>
    %cst_1 = stablehlo.constant dense<[[142.930511, 3.90207529, -0.440107882], [0.124625102, -0.0144819533, -33.1199455], [0x7FC00000, -118.991661, -834.218322], [1.89293611, -0.0010818633, 1.000000e+00]]> : tensor<4x3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<4x3xf32>
    %cst_2 = stablehlo.constant dense<[[0.00244970643], [786.401245], [-80.5579528], [1470.11877]]> : tensor<4x1xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<4x1xf32>
    %4 = stablehlo.concatenate %0, %1, %2, %3, dim = 1 : (tensor<4x0xf32>, tensor<4x2xf32>, tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    check.expect_eq_const %4, dense<[[-0.519854486, -0.0995795875, 142.930511, 3.90207529, -0.440107882, 0.00244970643], [0.288762689, 1.70333267E-4, 0.124625102, -0.0144819533, -33.1199455, 786.401245], [-5.11140446E-4, -1.2753551, 0x7FC00000, -118.991661, -834.218322, -80.5579528], [-0.0202308986, 0.000000e+00, 1.89293611, -0.0010818633, 1.000000e+00, 1470.11877]]> : tensor<4x6xf32>
    return
  }
}

