module {
  func.func @case_0() {
    %cst = stablehlo.constant dense<[[2.000000e+00, 2.000000e+00, -1.000000e+00, 0.000000e+00, -1.000000e+00, 3.000000e+00], [-3.000000e+00, -1.000000e+00, -2.000000e+00, -1.000000e+00, -3.000000e+00, 0.000000e+00], [2.000000e+00, -3.000000e+00, 2.000000e+00, -3.000000e+00, -3.000000e+00, 0.000000e+00], [3.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00, 3.000000e+00, -2.000000e+00]]> : tensor<4x6xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f32>
    %2 = stablehlo.reduce(%0 init: %1) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg0: tensor<f32>, %arg1: tensor<f32>)  {
      stablehlo.return %arg0 : tensor<f32>
    }
    check.expect_eq_const %2, dense<-1.000000e+00> : tensor<4xf32>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<> : tensor<1x0x2x0xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x0x2x0xi32>
    %c_0 = stablehlo.constant dense<-3> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.minimum across dimensions = [1, 2] : (tensor<1x0x2x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    check.expect_eq_const %2, dense<> : tensor<1x0xi32>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[-2.000000e+00], [3.000000e+00], [-2.000000e+00]]> : tensor<3x1xf64>
    %0 = stablehlo.optimization_barrier %cst : tensor<3x1xf64>
    %cst_0 = stablehlo.constant dense<-3.000000e+00> : tensor<f64>
    %1 = stablehlo.optimization_barrier %cst_0 : tensor<f64>
    %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [1, 0] : (tensor<3x1xf64>, tensor<f64>) -> tensor<f64>
    check.expect_eq_const %2, dense<3.000000e+00> : tensor<f64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[1, 1], [1, -2], [1, -1]]]> : tensor<1x3x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3x2xi64>
    %c_0 = stablehlo.constant dense<-2> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [] : (tensor<1x3x2xi64>, tensor<i64>) -> tensor<1x3x2xi64>
    check.expect_eq_const %2, dense<[[[1, 1], [1, -2], [1, -1]]]> : tensor<1x3x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<-2> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i32>
    %2 = stablehlo.reduce(%0 init: %1) across dimensions = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
     reducer(%arg0: tensor<i32>, %arg1: tensor<i32>)  {
      %3 = stablehlo.minimum %arg0, %arg1 : tensor<i32>
      %4 = stablehlo.add %3, %arg1 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }
    check.expect_eq_const %2, dense<-3> : tensor<i32>
    return
  }
}

