module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = arith.negf %0 : tensor<14xf32>
    check.expect_eq_const %1, dense<[0xFFC00000, 0xFF800000, 0x7F800000, -0.000000e+00, 0.000000e+00, -1.000000e+00, 1.000000e+00, -5.000000e-01, -2.500000e+00, 1.500000e+00, -9.999940e-41, -3.000000e+38, 7.000000e+04, -0.000000e+00]> : tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0xFF800000], [0x7FC00000, -7.000000e+04, 5.000000e-01]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = arith.negf %0 : tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[-0.000000e+00, -0.000000e+00, 0x7F800000], [0xFFC00000, 7.000000e+04, -5.000000e-01]]> : tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = arith.negf %0 : tensor<f32>
    check.expect_eq_const %1, dense<-2.500000e+00> : tensor<f32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<776.28073290575367> : tensor<f64>
    %0 = stablehlo.optimization_barrier %cst : tensor<f64>
    %1 = arith.negf %0 : tensor<f64>
    check.expect_eq_const %1, dense<-776.28073290575367> : tensor<f64>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[0.0502799228, -1.63185883], [-4.53049231, 1.000000e+00], [0.0997405052, -0.00135030563], [-0.0182886627, 409.888428]]> : tensor<4x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x2xf32>
    %1 = arith.negf %0 : tensor<4x2xf32>
    check.expect_eq_const %1, dense<[[-0.0502799228, 1.63185883], [4.53049231, -1.000000e+00], [-0.0997405052, 0.00135030563], [0.0182886627, -409.888428]]> : tensor<4x2xf32>
    return
  }
}

