func.func @extui() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %result = arith.extui %x0 : tensor<6xi8> to tensor<6xi32>
  check.expect_eq_const %result, dense<[7, 249, 128, 127, 1, 0]> : tensor<6xi32>
  func.return
}
