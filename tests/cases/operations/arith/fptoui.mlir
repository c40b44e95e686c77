module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[2.750000e+00, 2.750000e+00, 2.750000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 5.000000e-01, 2.500000e+00, 1.500000e+00, 9.999940e-41, 2.750000e+00, 2.750000e+00, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = arith.fptoui %0 : tensor<14xf32> to tensor<14xi32>
    check.expect_eq_const %1, dense<[2, 2, 2, 0, 0, 1, 1, 0, 2, 1, 0, 2, 2, 0]> : tensor<14xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[2.23715878, 0.00444921525, 0.00275338092], [6.92372559E-5, 2.96553326, 2.750000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = arith.fptoui %0 : tensor<2x3xf32> to tensor<2x3xi32>
    check.expect_eq_const %1, dense<[[2, 0, 0], [0, 2, 2]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[3.099440e-03], [1.626010e-04]]> : tensor<2x1xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1xf16>
    %1 = arith.fptoui %0 : tensor<2x1xf16> to tensor<2x1xi32>
    check.expect_eq_const %1, dense<0> : tensor<2x1xi32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<4.84344101> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %1 = arith.fptoui %0 : tensor<f32> to tensor<i32>
    check.expect_eq_const %1, dense<4> : tensor<i32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<1.17864372E-4> : tensor<1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1xf32>
    %1 = arith.fptoui %0 : tensor<1xf32> to tensor<1xi64>
    check.expect_eq_const %1, dense<0> : tensor<1xi64>
    return
  }
}

