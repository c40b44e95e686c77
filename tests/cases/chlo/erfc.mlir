func.func @erfc_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.erfc %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0x3FFB60E4BACE8730, 0x3FF46BD5388CB582, 0x3FF0000000000000, 0x3FDEB02147CE245C, 0x3FCBA36DAB91C0E9]> : tensor<5xf64>
  func.return
}
