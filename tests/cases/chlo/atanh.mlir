func.func @atanh_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.atanh %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFEF2272AE325A57, 0xBFD058AEFA811452, 0x0000000000000000, 0x3FE193EA7AAD030A, 0x3FF5AA16394D481F]> : tensor<5xf64>
  func.return
}
