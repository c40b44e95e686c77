module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.optimization_barrier %cst : tensor<f32>
    %c = stablehlo.constant dense<> : tensor<0xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<0xi64>
    %c_0 = stablehlo.constant dense<> : tensor<0xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<0xi64>
    %c_1 = stablehlo.constant dense<> : tensor<0xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<0xi64>
    %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<f32>, tensor<0xi64>, tensor<0xi64>, tensor<0xi64>) -> tensor<f32>
    check.expect_eq_const %4, dense<1.000000e+00> : tensor<f32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[true, false], [true, true]], [[false, true], [false, false]], [[false, true], [false, true]]]> : tensor<3x2x2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2x2xi1>
    %c_0 = stablehlo.constant dense<[3, 0, 1]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<3xi64>
    %c_1 = stablehlo.constant dense<[3, 0, 2]> : tensor<3xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<3xi64>
    %c_2 = stablehlo.constant dense<1> : tensor<3xi64>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<3xi64>
    %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<3x2x2xi1>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<0x0x1xi1>
    check.expect_eq_const %4, dense<> : tensor<0x0x1xi1>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[true, false, false, true, true, true, true, true, false]> : tensor<9xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<9xi1>
    %c_0 = stablehlo.constant dense<6> : tensor<1xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xi64>
    %c_1 = stablehlo.constant dense<7> : tensor<1xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<1xi64>
    %c_2 = stablehlo.constant dense<2> : tensor<1xi64>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<1xi64>
    %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<9xi1>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
    check.expect_eq_const %4, dense<true> : tensor<1xi1>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 0x7C00], [0xFC00, 0x7E00], [1.641600e+00, 0x7C00], [-2.422330e-03, -1.748750e+02], [0.000000e+00, 0.000000e+00], [-1.853030e-01, 0xFC00], [-1.386250e+02, 0xFC00], [0.000000e+00, 0.000000e+00], [0x7C00, -6.328130e+00]]> : tensor<9x2xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<9x2xf16>
    %c = stablehlo.constant dense<0> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_0 = stablehlo.constant dense<[4, 0]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %c_1 = stablehlo.constant dense<2> : tensor<2xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<9x2xf16>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x0xf16>
    check.expect_eq_const %4, dense<> : tensor<2x0xf16>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[(0.00168146542,0.00108661165), (-1464.32288,5.000000e-01)], [(-0.0929495468,-0.00173791405), (-0.0884782746,0.00230049226)]]> : tensor<2x2xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x2xcomplex<f32>>
    %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_0 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_0 : tensor<2xi64>
    %c_1 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<2x2xcomplex<f32>>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<0x0xcomplex<f32>>
    check.expect_eq_const %4, dense<> : tensor<0x0xcomplex<f32>>
    return
  }
}

