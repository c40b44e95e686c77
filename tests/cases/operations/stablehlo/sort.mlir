module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<2xui8>
    %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %2 = stablehlo.compare LT, %arg0, %arg1 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<2xui8>) -> tensor<2xui8>
    check.expect_eq_const %1, dense<[0, 255]> : tensor<2xui8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[[-2147483648], [5]], [[-1521079878], [-1]], [[1445618422], [1]], [[0], [5]], [[1012980160], [0]], [[1073741823], [1483068659]], [[520080184], [513711976]], [[-2147483648], [0]], [[2042137445], [5]]]> : tensor<9x2x1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<9x2x1xi32>
    %1 = "stablehlo.sort"(%0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %2 = stablehlo.compare GT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<9x2x1xi32>) -> tensor<9x2x1xi32>
    check.expect_eq_const %1, dense<[[[-2147483648], [5]], [[-1521079878], [-1]], [[1445618422], [1]], [[0], [5]], [[1012980160], [0]], [[1073741823], [1483068659]], [[520080184], [513711976]], [[-2147483648], [0]], [[2042137445], [5]]]> : tensor<9x2x1xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-1674018598> : tensor<1xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<1xui8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1xui8>
    %2:2 = "stablehlo.sort"(%0, %1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %3 = stablehlo.compare LT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<1xi32>, tensor<1xui8>) -> (tensor<1xi32>, tensor<1xui8>)
    check.expect_eq_const %2#0, dense<-1674018598> : tensor<1xi32>
    check.expect_eq_const %2#1, dense<0> : tensor<1xui8>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %0 = stablehlo.optimization_barrier %c : tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<2xi1>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2xi1>
    %2:2 = "stablehlo.sort"(%0, %1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<i1>, %arg1: tensor<i1>, %arg2: tensor<i1>, %arg3: tensor<i1>):
      %3 = stablehlo.compare LT, %arg2, %arg3 : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>)
    check.expect_eq_const %2#0, dense<[true, false]> : tensor<2xi1>
    check.expect_eq_const %2#1, dense<true> : tensor<2xi1>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[174, 174, 0, 0, 0, 158, 255, 0, 0]> : tensor<9xui8>
    %0 = stablehlo.optimization_barrier %c : tensor<9xui8>
    %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg0: tensor<ui8>, %arg1: tensor<ui8>):
      %2 = stablehlo.compare LT, %arg0, %arg1 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<9xui8>) -> tensor<9xui8>
    check.expect_eq_const %1, dense<[0, 0, 0, 0, 0, 158, 174, 174, 255]> : tensor<9xui8>
    return
  }
}

