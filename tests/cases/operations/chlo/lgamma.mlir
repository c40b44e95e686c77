module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00, 2.500000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = chlo.lgamma %0 : tensor<14xf32> -> tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0.28468287, 0.28468287, 0.28468287, 0.28468287, 0.28468287, 0.000000e+00, 0.000000e+00, 0.572364926, 0.28468287, -0.120782241, 0.28468287, 0.28468287, 0.28468287, 0.28468287]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[24.7368469, 0.016234789, 1.000000e+00], [2.500000e+00, 2.500000e+00, 2.500000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = chlo.lgamma %0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[53.9443893, 4.11144304, 0.000000e+00], [0.28468287, 0.28468287, 0.28468287]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[75.603326675036698, 693.92331001166895, 2.500000e+00, 2.500000e+00]> : tensor<4xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf64>
    %1 = chlo.lgamma %0 : tensor<4xf64> -> tensor<4xf64>
    %cst_0 = stablehlo.constant dense<[250.17617509756977, 3843.6216806291263, 0.28468287047291918, 0.28468287047291918]> : tensor<4xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<4xf64>, tensor<4xf64>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[3.66178489, 0.791915535, 3.18969464, 2.500000e+00]> : tensor<4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %1 = chlo.lgamma %0 : tensor<4xf32> -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[1.38369668, 0.159936801, 0.875130892, 0.28468287]> : tensor<4xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<4xf32>, tensor<4xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<f16>
    %0 = stablehlo.optimization_barrier %cst : tensor<f16>
    %1 = chlo.lgamma %0 : tensor<f16> -> tensor<f16>
    %cst_0 = stablehlo.constant dense<2.846680e-01> : tensor<f16>
    check.expect_close %1, %cst_0, max_ulp_difference = 256 : tensor<f16>, tensor<f16>
    return
  }
}

