module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<4xi1>
    %cst = stablehlo.constant dense<[-0.000000e+00, 0.000000e+00, -0.00120717473, 0.134140924]> : tensor<4xf32>
    %1 = stablehlo.optimization_barrier %cst : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[-3.14041623E-4, -1.500000e+00, 0.0301593021, 0.0169350747]> : tensor<4xf32>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<4xf32>
    %3 = stablehlo.select %0, %1, %2 : tensor<4xi1>, tensor<4xf32>
    check.expect_eq_const %3, dense<[-3.14041623E-4, 0.000000e+00, -0.00120717473, 0.0169350747]> : tensor<4xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %c_0 = stablehlo.constant dense<-59> : tensor<i8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i8>
    %c_1 = stablehlo.constant dense<69> : tensor<i8>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<i8>
    %3 = stablehlo.select %0, %1, %2 : tensor<i1>, tensor<i8>
    check.expect_eq_const %3, dense<-59> : tensor<i8>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[true, false, false, true]]> : tensor<1x4xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<1x4xi1>
    %cst = stablehlo.constant dense<[[(-0.18113441867874805,628.51330275206112), (-7.000000e+04,5.4418585652330181E-4), (1.000000e-310,-126.98704734121094), (0.20964374470121136,1.000000e-310)]]> : tensor<1x4xcomplex<f64>>
    %1 = stablehlo.optimization_barrier %cst : tensor<1x4xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<[[(521.82903385732845,-4.3527659204087836), (-1.9521246731057782E-4,1.000000e-310), (0.38968943007216,1.000000e+00), (31.376459614447963,5.000000e-01)]]> : tensor<1x4xcomplex<f64>>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<1x4xcomplex<f64>>
    %3 = stablehlo.select %0, %1, %2 : tensor<1x4xi1>, tensor<1x4xcomplex<f64>>
    check.expect_eq_const %3, dense<[[(-0.18113441867874805,628.51330275206112), (-1.9521246731057782E-4,1.000000e-310), (0.38968943007216,1.000000e+00), (0.20964374470121136,1.000000e-310)]]> : tensor<1x4xcomplex<f64>>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[false]], [[true]], [[true]], [[false]]], [[[false]], [[false]], [[true]], [[false]]]]> : tensor<2x4x1x1xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2x4x1x1xi1>
    %cst = stablehlo.constant dense<[[[[(-1498.18774,0x7FC00000)]], [[(0.00134304073,5.791600e+02)]], [[(-0.00188206357,1.88907552)]], [[(-168.627136,2.500000e+00)]]], [[[(-0.000000e+00,1.000000e+00)]], [[(5.000000e-01,0x7F800000)]], [[(0x7FC00000,0.00277593406)]], [[(3.10571049E-4,-1.000000e+00)]]]]> : tensor<2x4x1x1xcomplex<f32>>
    %1 = stablehlo.optimization_barrier %cst : tensor<2x4x1x1xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[[[[(-1.500000e+00,9.999940e-41)]], [[(-0.00481101219,14.9208965)]], [[(-0.0198685471,1.000000e+00)]], [[(1.000000e+00,-0.516711771)]]], [[[(0.000000e+00,-9.28160285)]], [[(0.0531030893,-9.313480e+00)]], [[(-72.3189621,-11.0309172)]], [[(-0.0270375535,0.00138627295)]]]]> : tensor<2x4x1x1xcomplex<f32>>
    %2 = stablehlo.optimization_barrier %cst_0 : tensor<2x4x1x1xcomplex<f32>>
    %3 = stablehlo.select %0, %1, %2 : tensor<2x4x1x1xi1>, tensor<2x4x1x1xcomplex<f32>>
    check.expect_eq_const %3, dense<[[[[(-1.500000e+00,9.999940e-41)]], [[(0.00134304073,5.791600e+02)]], [[(-0.00188206357,1.88907552)]], [[(1.000000e+00,-0.516711771)]]], [[[(0.000000e+00,-9.28160285)]], [[(0.0531030893,-9.313480e+00)]], [[(0x7FC00000,0.00277593406)]], [[(-0.0270375535,0.00138627295)]]]]> : tensor<2x4x1x1xcomplex<f32>>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.optimization_barrier %c : tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<ui16>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui16>
    %c_1 = stablehlo.constant dense<24614> : tensor<ui16>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<ui16>
    %3 = stablehlo.select %0, %1, %2 : tensor<i1>, tensor<ui16>
    check.expect_eq_const %3, dense<0> : tensor<ui16>
    return
  }
}

