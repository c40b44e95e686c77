module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, 2.500000e+00, -1.500000e+00, 9.999940e-41, 3.000000e+38, -7.000000e+04, 0.000000e+00]> : tensor<14xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<14xf32>
    %1 = stablehlo.tan %0 : tensor<14xf32>
    %cst_0 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0xFFC00000, 0.000000e+00, 0.000000e+00, 1.55740774, -1.55740774, 0.546302497, -0.747022271, -14.1014204, 9.999940e-41, -1.80655444, 1.45142901, 0.000000e+00]> : tensor<14xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<14xf32>, tensor<14xf32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-1.500000e+00, 1045.18823, 0.059008494], [-1.68032377E-4, -7.000000e+04, 3.000000e+38]]> : tensor<2x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x3xf32>
    %1 = stablehlo.tan %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[-14.1014204, -1.43482602, 0.0590770803], [-1.68032377E-4, 1.45142901, -1.80655444]]> : tensor<2x3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x3xf32>, tensor<2x3xf32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[0.00459359121, -847.015075, 1.000000e+00]> : tensor<3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3xf32>
    %1 = stablehlo.tan %0 : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<[0.00459362334, 2.69049692, 1.55740774]> : tensor<3xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3xf32>, tensor<3xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[-0.000000e+00], [9.999940e-41], [-139.007141]]> : tensor<3x1xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf32>
    %1 = stablehlo.tan %0 : tensor<3x1xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00], [9.999940e-41], [-0.983469784]]> : tensor<3x1xf32>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<3x1xf32>, tensor<3x1xf32>
    return
  }
  func.func @case_4() {
    %cst = stablehlo.constant dense<[[[[-7.000000e+04, -0.0083898458731686033, -4.462486245736784]], [[2.500000e+00, -7.000000e+04, -1.000000e+00]], [[9.9999999999999992E-41, 0.95517039301772566, 9.6508797756019953E-5]], [[0x7FF8000000000000, 0.56506681566645156, -1.2076940924439319]]], [[[0.011054700336769804, -1.0458049542605323, 0xFFF0000000000000]], [[-35.316964792574694, -9.9075228315505031E-4, 0.03093374701806258]], [[0x7FF0000000000000, -1.000000e+00, 1565.8876426732859]], [[2.500000e+00, 9.687615478899238E-4, 0.023429884591879415]]]]> : tensor<2x4x1x3xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x4x1x3xf64>
    %1 = stablehlo.tan %0 : tensor<2x4x1x3xf64>
    %cst_0 = stablehlo.constant dense<[[[[1.4514290171652637, -0.008390042731101853, -3.9179070469417567]], [[-0.74702229723866032, 1.4514290171652637, -1.5574077246549023]], [[9.9999999999999992E-41, 1.4137749777460811, 9.6508798055645932E-5]], [[0x7FF8000000000000, 0.63403049650969112, -2.6319338450808987]]], [[[0.011055150677158976, -1.7264938199567996, 0xFFF8000000000000]], [[-0.9493968004421075, -9.9075260732605068E-4, 0.030943617596323261]], [[0xFFF8000000000000, -1.5574077246549023, 5.0287691865755697]], [[-0.74702229723866032, 9.6876185095059845E-4, 0.023434172886036095]]]]> : tensor<2x4x1x3xf64>
    check.expect_close %1, %cst_0, max_ulp_difference = 4 : tensor<2x4x1x3xf64>, tensor<2x4x1x3xf64>
    return
  }
}

