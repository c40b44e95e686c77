module {
  func.func @case_0() {
    %c = stablehlo.constant dense<[-128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7, -128, 127, 0, 1, 5, -1, 63, 7]> : tensor<64xi8>
    %0 = stablehlo.optimization_barrier %c : tensor<64xi8>
    %c_0 = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1, 63, 63, 63, 63, 63, 63, 63, 63, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<64xi8>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<64xi8>
    %2 = arith.minui %0, %1 : tensor<64xi8>
    check.expect_eq_const %2, dense<[-128, 127, 0, 1, 5, -128, 63, 7, 127, 127, 0, 1, 5, 127, 63, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 5, 5, 0, 1, 5, 5, 5, 5, -128, 127, 0, 1, 5, -1, 63, 7, 63, 63, 0, 1, 5, 63, 63, 7, 7, 7, 0, 1, 5, 7, 7, 7]> : tensor<64xi8>
    return
  }
  func.func @case_1() {
    %c = stablehlo.constant dense<[[-1, -1055204699, 29672554], [1420811942, -2010727968, 2147483647]]> : tensor<2x3xi32>
    %0 = stablehlo.optimization_barrier %c : tensor<2x3xi32>
    %c_0 = stablehlo.constant dense<[[-2039208228, -1638323850, -1], [2147483647, 1476587765, 1163273147]]> : tensor<2x3xi32>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<2x3xi32>
    %2 = arith.minui %0, %1 : tensor<2x3xi32>
    check.expect_eq_const %2, dense<[[-2039208228, -1638323850, 29672554], [1420811942, 1476587765, 1163273147]]> : tensor<2x3xi32>
    return
  }
  func.func @case_2() {
    %c = stablehlo.constant dense<[[[[4611686018427387903, -1, -819533822502890156]], [[9223372036854775807, 4611686018427387903, 0]]]]> : tensor<1x2x1x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x1x3xi64>
    %c_0 = stablehlo.constant dense<[[[[598048140187890479, 9223372036854775807, -4553428734566204963]], [[1944770131036242440, 9223372036854775807, 9223372036854775807]]]]> : tensor<1x2x1x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x1x3xi64>
    %2 = arith.minui %0, %1 : tensor<1x2x1x3xi64>
    check.expect_eq_const %2, dense<[[[[598048140187890479, 9223372036854775807, -4553428734566204963]], [[1944770131036242440, 4611686018427387903, 0]]]]> : tensor<1x2x1x3xi64>
    return
  }
  func.func @case_3() {
    %c = stablehlo.constant dense<[[[5, 9223372036854775807]], [[1, 8574078752542321585]], [[5740100393591483777, 3641124956108615181]], [[1199876875073659264, -1]]]> : tensor<4x1x2xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<4x1x2xi64>
    %c_0 = stablehlo.constant dense<[[[0, -9223372036854775808]], [[-4400442315251756692, 5]], [[4611686018427387903, -7346602704556375559]], [[1, 4611686018427387903]]]> : tensor<4x1x2xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<4x1x2xi64>
    %2 = arith.minui %0, %1 : tensor<4x1x2xi64>
    check.expect_eq_const %2, dense<[[[0, 9223372036854775807]], [[1, 5]], [[4611686018427387903, 3641124956108615181]], [[1, 4611686018427387903]]]> : tensor<4x1x2xi64>
    return
  }
  func.func @case_4() {
    %c = stablehlo.constant dense<[[[4972320403215622326, 4611686018427387903, 5], [-1, -8469640002181284264, 8648995397410397145]]]> : tensor<1x2x3xi64>
    %0 = stablehlo.optimization_barrier %c : tensor<1x2x3xi64>
    %c_0 = stablehlo.constant dense<[[[1047547194829293370, 3389456971143882714, 0], [3217322839302163706, 6187382087411548669, 3461838968354568673]]]> : tensor<1x2x3xi64>
    %1 = stablehlo.optimization_barrier %c_0 : tensor<1x2x3xi64>
    %2 = arith.minui %0, %1 : tensor<1x2x3xi64>
    check.expect_eq_const %2, dense<[[[1047547194829293370, 3389456971143882714, 0], [3217322839302163706, 6187382087411548669, 3461838968354568673]]]> : tensor<1x2x3xi64>
    return
  }
}

