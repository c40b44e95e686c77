func.func @erf_inv_f64() {
  %c0 = stablehlo.constant dense<[0xBFEE000000000000, 0xBFE0000000000000, 0x0000000000000000, 0x3FC0000000000000, 0x3FE8000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.erf_inv %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFF5130C3ACAE4E0, 0xBFDE861FBB24C00C, 0xB9D0000000000000, 0x3FBC79ED33D00AB0, 0x3FEA07890F6B2BA0]> : tensor<5xf64>
  func.return
}
