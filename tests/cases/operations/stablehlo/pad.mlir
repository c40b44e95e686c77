module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0.00404335186, 1.000000e+00, -7.000000e+04, -15.3464165, -7.000000e+04, 3.000000e+38], [393.945618, 471.733704, 9.999940e-41, 2.500000e+00, 290.774963, 993.911193], [9.999940e-41, -1.000000e+00, -0.155433819, 0.00434300816, -0.014876374, 0xFF800000], [-6.853320e+01, 5.000000e-01, 2.500000e+00, 0.373585135, -18.1590347, 5.000000e-01]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f32>
    %2 = stablehlo.pad %0, %1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    check.expect_eq_const %2, dense<[[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0.00404335186, 1.000000e+00, -7.000000e+04, -15.3464165, -7.000000e+04, 3.000000e+38], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [393.945618, 471.733704, 9.999940e-41, 2.500000e+00, 290.774963, 993.911193], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [9.999940e-41, -1.000000e+00, -0.155433819, 0.00434300816, -0.014876374, 0xFF800000], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [-6.853320e+01, 5.000000e-01, 2.500000e+00, 0.373585135, -18.1590347, 5.000000e-01]]> : tensor<8x6xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<-0.61402595> : tensor<1x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x1xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f32>
    %2 = stablehlo.pad %0, %1, low = [3, 0], high = [0, 1], interior = [2, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<4x2xf32>
    check.expect_eq_const %2, dense<[[5.000000e-01, 5.000000e-01], [5.000000e-01, 5.000000e-01], [5.000000e-01, 5.000000e-01], [-0.61402595, 5.000000e-01]]> : tensor<4x2xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[5.000000e-01, 2.225000e+01]> : tensor<2xbf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2xbf16>
    %cst_0 = stablehlo.constant dense<1.232910e-02> : tensor<bf16>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<bf16>
    %2 = stablehlo.pad %0, %1, low = [2], high = [3], interior = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<7xbf16>
    check.expect_eq_const %2, dense<[1.232910e-02, 1.232910e-02, 5.000000e-01, 2.225000e+01, 1.232910e-02, 1.232910e-02, 1.232910e-02]> : tensor<7xbf16>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<(1898.01477,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<complex<f32>>
    %cst_0 = stablehlo.constant dense<(-1.93745946E-4,9.999940e-41)> : tensor<complex<f32>>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<complex<f32>>
    %2 = stablehlo.pad %0, %1, low = [], high = [], interior = [] : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    check.expect_eq_const %2, dense<(1898.01477,0.000000e+00)> : tensor<complex<f32>>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[1073741823], [-1]]> : tensor<2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x1xi32>
    %c_0 = stablehlo.constant dense<-949927015> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = stablehlo.pad %0, %1, low = [-2, -2], high = [2, 1], interior = [2, 1] : (tensor<2x1xi32>, tensor<i32>) -> tensor<4x0xi32>
    check.expect_eq_const %2, dense<> : tensor<4x0xi32>
    return
  }
}

