func.func @asinh_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.asinh %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFE62E42FEFA39EF, 0xBFCFACFB2399E637, 0x0000000000000000, 0x3FDECC2CAEC5160A, 0x3FE9490FEC3EFBE6]> : tensor<5xf64>
  func.return
}
