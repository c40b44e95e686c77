func.func @real_dynamic_slice() {
  %c = stablehlo.constant dense<[0, 10, 20, 30, 40, 50]> : tensor<6xi32>
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.constant dense<6> : tensor<1xi32>
  %stride = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %c, %start, %limit, %stride
    : (tensor<6xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[10, 30, 50]> : tensor<3xi32>
  func.return
}
