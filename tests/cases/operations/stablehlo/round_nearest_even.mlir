module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.round_nearest_even %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 0.000000e+00, 2.000000e+00, -2.000000e+00, 0.000000e+00, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.00220935419, -2967.69824, -0.000000e+00], [-0.0131113054, 0xFF800000, 5.000000e-01]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.round_nearest_even %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-0.000000e+00, -2.968000e+03, -0.000000e+00], [-0.000000e+00, 0xFF800000, 0.000000e+00]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<-1.0178390884929864> : tensor<1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf64>
    %1 = stablehlo.round_nearest_even %0 : tensor<1xf64>
    check.expect_eq_const %1, dense<-1.000000e+00> : tensor<1xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[[-410.27141778761035], [0x7FF8000000000000]], [[3.000000e+38], [-0.043966604245328486]], [[-0.089979922666504467], [8.0087651134904433E-4]]], [[[0.000000e+00], [-0.001370602007290649]], [[-0.01102873069732444], [0.16108619491957885]], [[0.000000e+00], [-12.490343769508495]]], [[[0.000000e+00], [-0.0047807478067645529]], [[-1184.2361198751148], [0x7FF8000000000000]], [[735.6259269546938], [-7.000000e+04]]], [[[0.098092848664119062], [86.150649087506565]], [[77.859289640930697], [-8.9350054620288653]], [[-1.500000e+00], [0xFFF0000000000000]]]]> : tensor<4x3x2x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x3x2x1xf64>
    %1 = stablehlo.round_nearest_even %0 : tensor<4x3x2x1xf64>
    check.expect_eq_const %1, dense<[[[[-4.100000e+02], [0x7FF8000000000000]], [[3.000000e+38], [-0.000000e+00]], [[-0.000000e+00], [0.000000e+00]]], [[[0.000000e+00], [-0.000000e+00]], [[-0.000000e+00], [0.000000e+00]], [[0.000000e+00], [-1.200000e+01]]], [[[0.000000e+00], [-0.000000e+00]], [[-1.184000e+03], [0x7FF8000000000000]], [[7.360000e+02], [-7.000000e+04]]], [[[0.000000e+00], [8.600000e+01]], [[7.800000e+01], [-9.000000e+00]], [[-2.000000e+00], [0xFFF0000000000000]]]]> : tensor<4x3x2x1xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[1.000000e+00, 0xFC00, -1.000000e+00]> : tensor<3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf16>
    %1 = stablehlo.round_nearest_even %0 : tensor<3xf16>
    check.expect_eq_const %1, dense<[1.000000e+00, 0xFC00, -1.000000e+00]> : tensor<3xf16>
    return
  }
}

