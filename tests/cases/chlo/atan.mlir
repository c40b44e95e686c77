func.func @atan_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.atan %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFE4978FA3269EE1, 0xBFCF5B75F92C80DD, 0x0000000000000000, 0x3FDDAC670561BB4F, 0x3FE700A7C5784634]> : tensor<5xf64>
  func.return
}
