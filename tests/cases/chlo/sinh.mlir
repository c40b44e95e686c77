func.func @sinh_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.sinh %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFEA506B2DD3C690, 0xBFD02ACCD9D08102, 0x0000000000000000, 0x3FE0ACD00FE63B97, 0x3FEFB6538D14EAFC]> : tensor<5xf64>
  func.return
}
