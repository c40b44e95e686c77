module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.maxui %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, -128, -128, -128, -128, -1, -128, -128, -128, 127, 127, 127, 127, -1, 127, 127, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 1, 1, 5, -1, 63, 7, -128, 127, 5, 5, 5, -1, 63, 7, -1, -1, -1, -1, -1, -1, -1, -1, -128, 127, 63, 63, 63, -1, 63, 63, -128, 127, 7, 7, 7, -1, 63, 7]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-605571108, -481102195, -1070916876], [-2147483648, 2147483647, -646086283]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-1, 5, 1], [2147483647, -1343788644, 377851326]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.maxui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-1, -481102195, -1070916876], [-2147483648, -1343788644, -646086283]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %0 = stablehlo.optimization_barrier %c : tensor<i64>
    %c_0 = stablehlo.constant dense<-6128375393065681361> : tensor<i64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %2 = arith.maxui %0, %1 : tensor<i64>
    check.expect_eq_const %2, dense<-6128375393065681361> : tensor<i64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[[5, 63, 1, -68]], [[-15, -128, -1, -128]], [[-108, 1, -62, -128]]]]> : tensor<1x3x1x4xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<1x3x1x4xi8>
    %c_0 = stablehlo.constant dense<[[[[92, 25, 5, -106]], [[-15, 91, 127, -1]], [[54, -1, -30, 5]]]]> : tensor<1x3x1x4xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x3x1x4xi8>
    %2 = arith.maxui %0, %1 : tensor<1x3x1x4xi8>
    check.expect_eq_const %2, dense<[[[[92, 63, 5, -68]], [[-15, -128, -1, -1]], [[-108, -1, -30, -128]]]]> : tensor<1x3x1x4xi8>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[2147483647, 985365309], [-1152281092, -2147483648], [-2147483648, -2147483648], [-2147483648, 5]]> : tensor<4x2xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<4x2xi32>
    %c_0 = stablehlo.constant dense<[[0, 1073741823], [-1044169077, 2117031127], [1942266176, 1100017788], [-1663530900, 919578382]]> : tensor<4x2xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x2xi32>
    %2 = arith.maxui %0, %1 : tensor<4x2xi32>
    check.expect_eq_const %2, dense<[[2147483647, 1073741823], [-1044169077, -2147483648], [-2147483648, -2147483648], [-1663530900, 919578382]]> : tensor<4x2xi32>
    return
  }
}

