module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[-0.52888751, -0.500302494], [0.190485716, 0.271398216], [-0.181123108, 0.506548405]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[-0.134594589, 0.075174965, 0.901901245]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[1.7879349, -0.751328527, -0.791079163]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %1, %2) <{epsilon = 0.80766505 : f32, feature_index = 0 : i64}> : (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %output, dense<[[1.79007518, 1.78579462], [-0.754709184, -0.747947871], [-1.11335731, -0.468801081]]> : tensor<3x2xf32>
    check.expect_almost_eq_const %batch_mean, dense<[-0.514595032, 0.230941966, 0.162712649]> : tensor<3xf32>
    check.expect_almost_eq_const %batch_var, dense<[2.04275799E-4, 0.00163670816, 0.118223026]> : tensor<3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.469750136, 0.47921446], [0.081539318, -0.311932504]]> : tensor<2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<[1.14768422, -0.385612607]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[-1.52174199, 1.189030e+00]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %1, %2) <{epsilon = 0.402756482 : f32, feature_index = 0 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_almost_eq_const %output, dense<[[-2.20896959, -0.83451426], [1.07485044, 1.30320966]]> : tensor<2x2xf32>
    check.expect_almost_eq_const %batch_mean, dense<[0.00473216176, -0.115196593]> : tensor<2xf32>
    check.expect_almost_eq_const %batch_var, dense<[0.225133449, 0.0387050174]> : tensor<2xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.991765081, 0.518596292, -5.100360e-02], [-1.69260073, 3.308640e-01, 1.27853501], [-1.16104674, -2.20554829, -0.515377045]]> : tensor<3x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x3xf32>
    %cst_0 = stablehlo.constant dense<[-0.742797672, -0.557443082, 1.70213234]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[-2.25305057, -0.243501812, -0.190244362]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %1, %2) <{epsilon = 0.35791564 : f32, feature_index = 1 : i64}> : (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %output, dense<[[-3.17030597, -0.635909855, -6.976640e-01], [-1.64322805, -0.560012817, 1.64166045], [-1.94561768, 0.465417236, -1.5147295]]> : tensor<3x3xf32>
    check.expect_almost_eq_const %batch_mean, dense<[-0.620627462, -0.452029318, 0.237384781]> : tensor<3xf32>
    check.expect_almost_eq_const %batch_var, dense<[1.34699643, 1.54328823, 0.577937365]> : tensor<3xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-0.367133975, 0.55963856], [-1.38189387, -2.28239751], [-0.711341143, -0.594091773]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[-0.379007578, -1.02827954, 1.0298847]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[-1.25069773, 0.816852927, -0.123385146]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %1, %2) <{epsilon = 0.829639256 : f32, feature_index = 0 : i64}> : (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %output, dense<[[-1.07884169, -1.42255378], [0.361183554, 1.27252233], [-0.189534679, -0.0572356135]]> : tensor<3x2xf32>
    check.expect_almost_eq_const %batch_mean, dense<[0.0962522923, -1.83214569, -0.652716457]> : tensor<3xf32>
    check.expect_almost_eq_const %batch_var, dense<[0.214726835, 0.202726692, 0.00343685364]> : tensor<3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[1.03985572, -0.867151796, -2.14338779], [0.960263788, -1.98690164, -0.693247377], [-1.99122202, 0.252259433, 0.052911412]], [[-0.83968681, 0.625596106, -1.7034632], [-0.161407903, -0.642311215, -0.131509095], [0.307098538, -0.739444673, -0.528218806]]]> : tensor<2x3x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x3xf32>
    %cst_0 = stablehlo.constant dense<[0.496663898, 0.669148623]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[-0.0190287791, 0.621109962]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %1, %2) <{epsilon = 0.904208958 : f32, feature_index = 0 : i64}> : (tensor<2x3x3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x3xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_almost_eq_const %output, dense<[[[0.516703427, -0.107294351, -0.52489543], [0.490659893, -0.473691106, -0.0503905565], [-0.475104809, 0.258991629, 0.193762347]], [[0.37900129, 1.23182201, -0.123731896], [0.773771643, 0.493877411, 0.791173279], [1.04645073, 0.437343985, 0.560281217]]]> : tensor<2x3x3xf32>
    check.expect_almost_eq_const %batch_mean, dense<[-0.597402275, -0.42370522]> : tensor<2xf32>
    check.expect_almost_eq_const %batch_var, dense<[1.39969277, 0.417612225]> : tensor<2xf32>
    return
  }
}

