func.func @extf() {
  %c0 = stablehlo.constant dense<[0x3FC00000, 0xC0300000, 0x00000000, 0x4E6E6B28]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %result = arith.extf %x0 : tensor<4xf32> to tensor<4xf64>
  check.expect_eq_const %result, dense<[0x3FF8000000000000, 0xC006000000000000, 0x0000000000000000, 0x41CDCD6500000000]> : tensor<4xf64>
  func.return
}
