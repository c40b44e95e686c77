func.func @fptoui() {
  %c0 = stablehlo.constant dense<[0x3FC00000, 0x40300000, 0x00000000, 0x4E6E6B28]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = arith.fptoui %x0 : tensor<4xf32> to tensor<4xi32>
  check.expect_eq_const %result, dense<[1, 2, 0, 1000000000]> : tensor<4xi32>
  func.return
}
