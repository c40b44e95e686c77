module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[0x7E00, 0xFC00, -2.696510e-04], [0xFC00, 4.490000e+02, 5.000000e-01]]> : tensor<2x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf16>
    %1 = arith.extf %0 : tensor<2x3xf16> to tensor<2x3xf32>
    check.expect_eq_const %1, dense<[[0x7FC00000, 0xFF800000, -2.69651413E-4], [0xFF800000, 4.490000e+02, 5.000000e-01]]> : tensor<2x3xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[-4.703520e-03, 0.000000e+00, 0xFC00], [0xFC00, 1.348750e+02, 0xFC00], [-2.748110e-02, -5.859380e-01, -1.959380e+01]], [[0.000000e+00, -1.147660e+01, 0x7E00], [0x7C00, 0xFC00, 1.353130e+01], [-8.220000e+02, -0.000000e+00, 6.250000e+02]], [[4.987720e-04, 8.018490e-03, 9.980460e-01], [0xFC00, 0x7C00, 0x7E00], [0xFC00, 0.000000e+00, -1.000000e+00]]]> : tensor<3x3x3xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x3x3xf16>
    %1 = arith.extf %0 : tensor<3x3x3xf16> to tensor<3x3x3xf32>
    check.expect_eq_const %1, dense<[[[-0.00470352173, 0.000000e+00, 0xFF800000], [0xFF800000, 1.348750e+02, 0xFF800000], [-0.0274810791, -0.5859375, -19.59375]], [[0.000000e+00, -11.4765625, 0x7FC00000], [0x7F800000, 0xFF800000, 13.53125], [-8.220000e+02, -0.000000e+00, 6.250000e+02]], [[4.98771667E-4, 0.00801849365, 0.998046875], [0xFF800000, 0x7F800000, 0x7FC00000], [0xFF800000, 0.000000e+00, -1.000000e+00]]]> : tensor<3x3x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 0x7C00, 0.000000e+00, -3.072270e+00]]> : tensor<1x4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4xf16>
    %1 = arith.extf %0 : tensor<1x4xf16> to tensor<1x4xf32>
    check.expect_eq_const %1, dense<[[5.000000e-01, 0x7F800000, 0.000000e+00, -3.07226563]]> : tensor<1x4xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, 0.000000e+00, -1.144530e+01]> : tensor<4xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<4xf16>
    %1 = arith.extf %0 : tensor<4xf16> to tensor<4xf32>
    check.expect_eq_const %1, dense<[0.000000e+00, 5.000000e-01, 0.000000e+00, -11.4453125]> : tensor<4xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[[1.351560e+00], [-1.237870e-03]], [[2.388950e-04], [-5.927730e-01]]], [[[-6.585690e-02], [8.621210e-03]], [[0xFC00], [0xFC00]]], [[[3.021880e+01], [0x7C00]], [[9.722900e-02], [1.000000e+00]]], [[[0x7C00], [2.925400e-04]], [[-1.592190e+01], [9.059900e-04]]]]]> : tensor<1x4x2x2x1xf16>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4x2x2x1xf16>
    %1 = arith.extf %0 : tensor<1x4x2x2x1xf16> to tensor<1x4x2x2x1xf32>
    check.expect_eq_const %1, dense<[[[[[1.3515625], [-0.00123786926]], [[2.38895416E-4], [-0.592773438]]], [[[-0.0658569336], [0.00862121582]], [[0xFF800000], [0xFF800000]]], [[[30.21875], [0x7F800000]], [[0.0972290039], [1.000000e+00]]], [[[0x7F800000], [2.92539597E-4]], [[-15.921875], [9.059906E-4]]]]]> : tensor<1x4x2x2x1xf32>
    return
  }
}

