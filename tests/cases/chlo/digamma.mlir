func.func @digamma_f64() {
  %c0 = stablehlo.constant dense<[0x3FF0000000000000, 0x4000000000000000, 0x4010000000000000, 0x3FE0000000000000]> : tensor<4xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf64>
  %result = chlo.digamma %x0 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0xBFE2788CFC6FB619, 0x3FDB0EE6072093CE, 0x3FF4190ED71D7A48, 0xBFFF6A897D3214FC]> : tensor<4xf64>
  func.return
}
