func.func @erf_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.erf %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFE6C1C9759D0E5F, 0xBFD1AF54E232D608, 0x0000000000000000, 0x3FE0A7EF5C18EDD2, 0x3FE91724951B8FC6]> : tensor<5xf64>
  func.return
}
