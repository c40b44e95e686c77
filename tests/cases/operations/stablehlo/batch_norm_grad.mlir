module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[1.12939525, 0.133713141, 0.120066471], [-0.206273809, 0.907761275, -1.17782259], [-0.349658906, -0.467133135, 1.69335008]]> : tensor<3x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x3xf32>
    %cst_0 = stablehlo.constant dense<[-1.11042488, 0.0158043262, 0.756679177]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[0.461058289, -0.158778384, 2.921860e-01]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<[0.223368168, 0.726071298, 0.983930408]> : tensor<3xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<[[1.90299296, 0.333115876, -0.595807731], [3.180950e-01, 1.41331112, -0.445719421], [1.1029855, 0.366744578, -0.608616888]]> : tensor<3x3xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<3x3xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{epsilon = 0.230761975 : f32, feature_index = 0 : i64}> : (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %grad_operand, dense<[[-1.13060188, -0.188756689, 1.31935859], [-0.00126445689, 0.00422568852, -0.0029612314], [0.337790132, -0.208389834, -0.129400313]]> : tensor<3x3xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_scale, dense<[2.02697563, 1.98987412, -1.66876185]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_offset, dense<[1.64030111, 1.28568673, 0.86111319]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[-0.325905979, -1.55062282], [-1.55085421, 0.644595623], [0.231401235, -0.74834913]], [[1.11863148, -0.183894157], [-0.284965038, 1.20625639], [1.05746067, -0.771443784]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %cst_0 = stablehlo.constant dense<[0.382191539, -0.762270033]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[0.0409613736, -0.233909652]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[0.834267914, 8.559460e-01]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[[[0.839531242, 0.726138711], [-1.11135781, 0.128287777], [-0.469898969, -0.581135511]], [[-0.649515807, 0.247271329], [-0.523987949, -1.06713581], [0.800913035, 3.370170e-02]]]> : tensor<2x3x2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2x3x2xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{epsilon = 0.97633928 : f32, feature_index = 2 : i64}> : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_almost_eq_const %grad_operand, dense<[[[0.307094365, -0.316285312], [-0.193969369, -0.214296818], [-0.0889644846, 0.334118277]], [[-0.178408146, -0.19273001], [-0.0819633826, 0.398842782], [2.362110e-01, -0.00964893214]]]> : tensor<2x3x2xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_scale, dense<[1.2310884, -1.54183459]> : tensor<2xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_offset, dense<[-1.11431623, -0.512871802]> : tensor<2xf32> {tolerance = 1.000000e-03 : f64}
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-0.53946048, 0.201716974], [0.882651507, 1.31690037], [-2.1153717, -1.49008465]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[1.07860827, -0.00281453296, -1.31807983]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[-0.168871745, 1.09977591, -1.80272818]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<[1.373360e-01, 0.0471430197, 0.0977459773]> : tensor<3xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<[[-1.8259455, -0.462115705], [-0.183789045, 1.03706837], [-0.0127511648, -0.777770698]]> : tensor<3x2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<3x2xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{epsilon = 0.141007259 : f32, feature_index = 0 : i64}> : (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %grad_operand, dense<[[-0.706259548, 0.706259548], [0.00296842074, -0.00296842074], [-0.609399139, 0.609399139]]> : tensor<3x2xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_scale, dense<[0.957992315, 0.611112534, -0.489493966]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_offset, dense<[-2.28806114, 0.853279352, -0.79052186]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-0.599734902, -0.689917922, 0.544394374], [-0.752375722, -0.238942072, 1.4581399]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[-0.423161864, -0.592480182, 0.695033371]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[-0.676055312, -4.644300e-01, 1.00126708]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<[0.00582480291, 0.0508448072, 0.208732709]> : tensor<3xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<[[-0.993195295, -0.538987637, 0.543667138], [6.811980e-01, 1.53198731, -1.71112823]]> : tensor<2x3xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2x3xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{epsilon = 0.804969847 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_almost_eq_const %grad_operand, dense<[[0.390613556, 0.623776078, 0.618011534], [-0.390613556, -0.623776078, -0.618011534]]> : tensor<2x3xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_scale, dense<[-0.141919717, 0.504787147, -1.02316844]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_offset, dense<[-0.311997294, 0.992999672, -1.16746116]> : tensor<3xf32> {tolerance = 1.000000e-03 : f64}
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[-0.496906877, -3.631410e-01], [-0.489956468, -0.384045124]], [[0.143155918, 0.39694643], [0.565941632, -1.76397026]]]> : tensor<2x2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x2xf32>
    %cst_0 = stablehlo.constant dense<[1.22656691, -0.592069864]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[-0.43351236, -0.164481565]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[0.00365098449, 0.87543106]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[[[-0.114470929, 0.285164118], [0.326022774, -1.76851165]], [[-0.558900714, 0.00819402095], [0.383301169, 0.650998294]]]> : tensor<2x2x2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2x2x2xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{epsilon = 0.632530451 : f32, feature_index = 0 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_almost_eq_const %grad_operand, dense<[[[0.30989942, 0.930810034], [9.876220e-01, -2.22833157]], [[0.304926306, 0.0126658175], [-0.180734545, -0.136857569]]]> : tensor<2x2x2xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_scale, dense<[-0.0984958261, -0.756219625]> : tensor<2xf32> {tolerance = 1.000000e-03 : f64}
    check.expect_almost_eq_const %grad_offset, dense<[-1.27179575, 0.483592778]> : tensor<2xf32> {tolerance = 1.000000e-03 : f64}
    return
  }
}

