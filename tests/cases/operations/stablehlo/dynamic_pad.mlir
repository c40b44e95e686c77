module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[[2.500000e+00], [11.98002617830198], [-0.000000e+00]], [[2.500000e+00], [-0.0016420519665056848], [1.000000e-310]], [[1.000000e-310], [2.500000e+00], [-0.0037618922689767902]], [[-7.000000e+04], [-0.037295722314607226], [5.000000e-01]]]> : tensor<4x3x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x3x1xf64>
    %cst_0 = stablehlo.constant dense<-0.0087078057662774953> : tensor<f64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f64>
    %c = stablehlo.constant dense<[3, 2, -2]> : tensor<3xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %c_1 = stablehlo.constant dense<[-2, 2, 1]> : tensor<3xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<3xi64>
    %c_2 = stablehlo.constant dense<[1, 0, 0]> : tensor<3xi64>
    %4 = stablehlo.optimization_barrier %c_2 : tensor<3xi64>
    %5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<4x3x1xf64>, tensor<f64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<8x7x0xf64>
    check.expect_eq_const %5, dense<> : tensor<8x7x0xf64>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[-0.014166823561938782], [4.2325790882757408]]> : tensor<2x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<2x1xf64>
    %cst_0 = stablehlo.constant dense<62.132594702583773> : tensor<f64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f64>
    %c = stablehlo.constant dense<-1> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_1 = stablehlo.constant dense<[-2, 0]> : tensor<2xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %c_2 = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
    %4 = stablehlo.optimization_barrier %c_2 : tensor<2xi64>
    %5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<2x1xf64>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x0xf64>
    check.expect_eq_const %5, dense<> : tensor<1x0xf64>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<196> : tensor<ui8>
    %0 = stablehlo.optimization_barrier %c : tensor<ui8>
    %c_0 = stablehlo.constant dense<0> : tensor<ui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<ui8>
    %c_1 = stablehlo.constant dense<> : tensor<0xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<0xi64>
    %c_2 = stablehlo.constant dense<> : tensor<0xi64>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<0xi64>
    %c_3 = stablehlo.constant dense<> : tensor<0xi64>
    %4 = stablehlo.optimization_barrier %c_3 : tensor<0xi64>
    %5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<ui8>, tensor<ui8>, tensor<0xi64>, tensor<0xi64>, tensor<0xi64>) -> tensor<ui8>
    check.expect_eq_const %5, dense<196> : tensor<ui8>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[5.000000e-01, 0xFF800000, -0.000000e+00]]> : tensor<1x3xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x3xf32>
    %cst_0 = stablehlo.constant dense<-1.16666198> : tensor<f32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f32>
    %c = stablehlo.constant dense<-2> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_1 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
    %3 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %c_2 = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
    %4 = stablehlo.optimization_barrier %c_2 : tensor<2xi64>
    %5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<1x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<0x4xf32>
    check.expect_eq_const %5, dense<> : tensor<0x4xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[1493624618, 1073741823], [551160750, 124674906], [-1989639777, -1030473438]]> : tensor<3x2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<3x2xi32>
    %c_0 = stablehlo.constant dense<-1223310442> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %c_1 = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
    %2 = stablehlo.optimization_barrier %c_1 : tensor<2xi64>
    %c_2 = stablehlo.constant dense<[2, -2]> : tensor<2xi64>
    %3 = stablehlo.optimization_barrier %c_2 : tensor<2xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<2xi64>
    %4 = stablehlo.optimization_barrier %c_3 : tensor<2xi64>
    %5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<3x2xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<10x2xi32>
    check.expect_eq_const %5, dense<[[-1223310442, -1223310442], [-1223310442, -1223310442], [-1223310442, -1223310442], [-1223310442, 1493624618], [-1223310442, -1223310442], [-1223310442, 551160750], [-1223310442, -1223310442], [-1223310442, -1989639777], [-1223310442, -1223310442], [-1223310442, -1223310442]]> : tensor<10x2xi32>
    return
  }
}

