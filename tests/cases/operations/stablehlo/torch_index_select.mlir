module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[128.399139, 1457.52625, -0.0852380469], [0xFF800000, -724.891418, -13.4657469]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<[1073741823, -1599500372, -136416832, 1213781000]> : tensor<4xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<4xi32>
    %2 = "stablehlo.torch_index_select"(%0, %1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
    check.expect_eq_const %2, dense<[[-0.0852380469, 128.399139, 128.399139, -0.0852380469], [-13.4657469, 0xFF800000, 0xFF800000, -13.4657469]]> : tensor<2x4xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[0, 1]> : tensor<2xi4>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi4>
    %c_0 = stablehlo.constant dense<0> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %2 = "stablehlo.torch_index_select"(%0, %1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2xi4>, tensor<i8>) -> tensor<i4>
    check.expect_eq_const %2, dense<0> : tensor<i4>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[5.041500e-02, 5.000000e-01, -6.083980e-01, 5.000000e-01]> : tensor<4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf16>
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %1 = stablehlo.optimization_barrier %c : tensor<ui32>
    %2 = "stablehlo.torch_index_select"(%0, %1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4xf16>, tensor<ui32>) -> tensor<f16>
    check.expect_eq_const %2, dense<5.041500e-02> : tensor<f16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[3.265380e-03, 1.272000e+03], [0x7F80, 0x7F80]]> : tensor<2x2xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xbf16>
    %c = stablehlo.constant dense<-1> : tensor<2xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %2 = "stablehlo.torch_index_select"(%0, %1) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<2x2xbf16>, tensor<2xi32>) -> tensor<2xbf16>
    check.expect_eq_const %2, dense<[3.265380e-03, 0x7F80]> : tensor<2xbf16>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[0, 0, 127]> : tensor<3xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<3xui8>
    %c_0 = stablehlo.constant dense<[2, 3]> : tensor<2xui32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xui32>
    %2 = "stablehlo.torch_index_select"(%0, %1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3xui8>, tensor<2xui32>) -> tensor<2xui8>
    check.expect_eq_const %2, dense<127> : tensor<2xui8>
    return
  }
}

