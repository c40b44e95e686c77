func.func @square_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.square %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0x3FE2000000000000, 0x3FB0000000000000, 0x0000000000000000, 0x3FD0000000000000, 0x3FE8800000000000]> : tensor<5xf64>
  func.return
}
