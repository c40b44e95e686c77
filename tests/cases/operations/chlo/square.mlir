module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.square %0 : tensor<14xf32> -> tensor<14xf32>
    check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 2.500000e-01, 6.250000e+00, 2.250000e+00, 0.000000e+00, 0x7F800000, 4.900000e+09, 0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.129278257, 0xFF800000, 0.0189222395], [-1.000000e+00, 0.000000e+00, 14.8907595]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.square %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[0.0167128686, 0x7F800000, 3.58051155E-4], [1.000000e+00, 0.000000e+00, 221.734711]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = chlo.square %0 : tensor<f16> -> tensor<f16>
    check.expect_eq_const %1, dense<0x7C00> : tensor<f16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[0.000000e+00, -0.17169712237940549, -0.0095677552727350887, 0.0056684338641825247], [0xFFF0000000000000, -8.310441268564313, 0.0036044725043799038, 9.9999999999999992E-41]], [[-8.3328880698578368E-5, -2.5299193245778953, -1720.4978430310632, 10.380390621165287], [-725.53561896885947, 85.166239192480703, 2.8950449587372918E-4, -0.041184439068686379]], [[355.4349947536503, -14.391415030637178, 0.0010565204208085981, 1210.7413724215446], [-0.000000e+00, 0.000000e+00, 950.09571370600247, 202.30650611818456]]]> : tensor<3x2x4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2x4xf64>
    %1 = chlo.square %0 : tensor<3x2x4xf64> -> tensor<3x2x4xf64>
    check.expect_eq_const %1, dense<[[[0.000000e+00, 0.029479901833368544, 9.154194095895009E-5, 3.2131142472611231E-5], [0x7FF0000000000000, 69.063434078256833, 1.2992222034830736E-5, 9.9999999999999977E-81]], [[6.9437023584779067E-9, 6.4004917888726736, 2960112.8278745408, 107.75250944797624], [526401.93439252605, 7253.288298190836, 8.3812853131102072E-8, 0.001696158021402341]], [[126334.03549552742, 207.11282658404969, 1.1162353995855772E-6, 1465894.6708932053], [0.000000e+00, 0.000000e+00, 902681.86520251818, 40927.922417747046]]]> : tensor<3x2x4xf64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[-8.36936283], [5.000000e-01], [-0.0281977151]]> : tensor<3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf32>
    %1 = chlo.square %0 : tensor<3x1xf32> -> tensor<3x1xf32>
    check.expect_eq_const %1, dense<[[70.0462341], [2.500000e-01], [7.95111118E-4]]> : tensor<3x1xf32>
    return
  }
}

