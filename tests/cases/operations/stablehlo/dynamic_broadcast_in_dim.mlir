module {
  func.func @case_0() {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %0 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<[3, 2, 3, 2]> : tensor<4xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4xi64>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [] : (tensor<i32>, tensor<4xi64>) -> tensor<3x2x3x2xi32>
    check.expect_eq_const %2, dense<-1> : tensor<3x2x3x2xi32>
    return
  }
  func.func @case_1() {
    %cst = stablehlo.constant dense<[[[(0x7F800000,-1.500000e+00)], [(0.00116620399,0.00198254548)]]]> : tensor<1x2x1xcomplex<f32>>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2x1xcomplex<f32>>
    %c = stablehlo.constant dense<[3, 2, 1, 3]> : tensor<4xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<4xi64>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [2, 1, 0] : (tensor<1x2x1xcomplex<f32>>, tensor<4xi64>) -> tensor<3x2x1x3xcomplex<f32>>
    check.expect_eq_const %2, dense<[[[[(0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00)]], [[(0.00116620399,0.00198254548), (0.00116620399,0.00198254548), (0.00116620399,0.00198254548)]]], [[[(0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00)]], [[(0.00116620399,0.00198254548), (0.00116620399,0.00198254548), (0.00116620399,0.00198254548)]]], [[[(0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00), (0x7F800000,-1.500000e+00)]], [[(0.00116620399,0.00198254548), (0.00116620399,0.00198254548), (0.00116620399,0.00198254548)]]]]> : tensor<3x2x1x3xcomplex<f32>>
    return
  }
  func.func @case_2() {
    %cst = stablehlo.constant dense<[[0x7F800000, 9.999940e-41, 1.81605864, -0.000000e+00]]> : tensor<1x4xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x4xf32>
    %c = stablehlo.constant dense<[1, 4, 1]> : tensor<3xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<3xi64>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [2, 1] : (tensor<1x4xf32>, tensor<3xi64>) -> tensor<1x4x1xf32>
    check.expect_eq_const %2, dense<[[[0x7F800000], [9.999940e-41], [1.81605864], [-0.000000e+00]]]> : tensor<1x4x1xf32>
    return
  }
  func.func @case_3() {
    %cst = stablehlo.constant dense<[[9.999940e-41, 0x7F800000]]> : tensor<1x2xf32>
    %0 = stablehlo.optimization_barrier %cst : tensor<1x2xf32>
    %c = stablehlo.constant dense<2> : tensor<2xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [0, 1] : (tensor<1x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
    check.expect_eq_const %2, dense<[[9.999940e-41, 0x7F800000], [9.999940e-41, 0x7F800000]]> : tensor<2x2xf32>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<230148896> : tensor<1x1x1x1x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1x1x1x1x1xi32>
    %c_0 = stablehlo.constant dense<[1, 1, 1, 4, 1]> : tensor<5xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<5xi64>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [3, 1, 0, 4, 2] : (tensor<1x1x1x1x1xi32>, tensor<5xi64>) -> tensor<1x1x1x4x1xi32>
    check.expect_eq_const %2, dense<230148896> : tensor<1x1x1x4x1xi32>
    return
  }
}

