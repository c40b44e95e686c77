func.func @trunci() {
  %c0 = stablehlo.constant dense<[258, -1, 2147483647, -128]> : tensor<4xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xi32>
  %result = arith.trunci %x0 : tensor<4xi32> to tensor<4xi8>
  check.expect_eq_const %result, dense<[2, -1, -1, -128]> : tensor<4xi8>
  func.return
}
