module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.13328521, 0.652910053], [0.0234531332, -0.585133374]]> : tensor<2x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<[-0.163725063, 0.607070684]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[-0.504101038, -0.287334502]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[0.0783691704, 0.0338883437]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[0.00301577128, 0.38318789]> : tensor<2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) <{epsilon = 0.928056061 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    check.expect_almost_eq_const %5, dense<[[-0.513419032, 0.0408389121], [-0.494783044, -0.6155079]]> : tensor<2x2xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[0.107897311, -0.794626295], [1.17560458, 1.10731423], [-0.350009292, -1.380620e+00]], [[-0.0518674254, 0.668496251], [-0.89076066, 0.172710285], [1.78111506, 0.117650397]]]> : tensor<2x3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3x2xf32>
    %cst_0 = stablehlo.constant dense<[-1.85724676, -0.62437737]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[0.153430283, 0.255895704]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[0.295329958, -0.0181791838]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[0.826898634, 0.708710313]> : tensor<2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) <{epsilon = 0.679230452 : f32, feature_index = 2 : i64}> : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x2xf32>
    check.expect_almost_eq_const %5, dense<[[[0.43708092, 0.667399227], [-1.17873061, -0.340596318], [1.13005245, 0.977965772]], [[0.678860366, -0.108030394], [1.94839692, 0.154727593], [-2.09507799, 0.183908373]]]> : tensor<2x3x2xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0.0506159961, 0.427633107], [-0.771235704, 1.23349833], [0.324133486, -1.50417233]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[-0.207282543, -0.237877309]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[0.0945212915, 0.960978746]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[-0.132162079, 0.0523196943]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[0.216676176, 1.31957018]> : tensor<2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) <{epsilon = 0.917789161 : f32, feature_index = 1 : i64}> : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
    check.expect_almost_eq_const %5, dense<[[0.0589506887, 0.901291847], [0.218891978, 0.773133277], [0.00572121097, 1.20851111]]> : tensor<3x2xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[[-1.37413776, -0.235683724, -0.147176743], [-0.276109815, -0.00621497119, 0.31135717]], [[0.150270283, -0.92420417, 0.948573112], [0.329281807, -0.559581399, -0.21333082]]]> : tensor<2x2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2x3xf32>
    %cst_0 = stablehlo.constant dense<[-0.00200485415, -0.369342923, -0.197238356]> : tensor<3xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[0.110013731, 0.594302714, 0.0959348082]> : tensor<3xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<[-0.292673886, -0.431421071, 0.224855691]> : tensor<3xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<[0.438216746, 0.119593397, 0.215416253]> : tensor<3xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<3xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) <{epsilon = 0.380413234 : f32, feature_index = 2 : i64}> : (tensor<2x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x2x3xf32>
    check.expect_almost_eq_const %5, dense<[[[0.112410083, 0.49206394, 0.190997735], [0.109977029, 0.37220639, 0.07383167]], [[0.109032236, 0.851696312, -0.0889917984], [0.108635575, 0.661244213, 0.207901642]]]> : tensor<2x2x3xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[1.26043355, -0.338576764], [0.839309513, 1.23865843], [1.34666276, -0.570471704]]> : tensor<3x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[-0.145336956, 0.720141649]> : tensor<2xf32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<[0.31337297, -2.62374115]> : tensor<2xf32>
    %2 = stablehlo.optimization_barrier %cst_1 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<[1.14880192, 0.109869964]> : tensor<2xf32>
    %3 = stablehlo.optimization_barrier %cst_2 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<[0.049132023, 0.646044194]> : tensor<2xf32>
    %4 = stablehlo.optimization_barrier %cst_3 : tensor<2xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) <{epsilon = 0.658460855 : f32, feature_index = 1 : i64}> : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
    check.expect_almost_eq_const %5, dense<[[0.294085652, -2.90649319], [0.366845936, -1.91202366], [0.279187292, -3.05270648]]> : tensor<3x2xf32>
    return
  }
}

