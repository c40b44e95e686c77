func.func @asin_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.asin %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFEB235315C680DC, 0xBFD02BE9CE0B87CD, 0x0000000000000000, 0x3FE0C152382D7366, 0x3FF10C066D3E6932]> : tensor<5xf64>
  func.return
}
