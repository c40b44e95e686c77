func.func @bessel_i1e_f64() {
  %c0 = stablehlo.constant dense<[0xC000000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x4008000000000000]> : tensor<4xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf64>
  %result = chlo.bessel_i1e %x0 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0xBFCB8DF1AE942419, 0x0000000000000000, 0x3FC40598CD0BE9EE, 0x3FC9319E244BA85C]> : tensor<4xf64>
  func.return
}
