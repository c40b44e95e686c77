func.func @cosh_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.cosh %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0x3FF4B705D1E5D6A8, 0x3FF080AB05CA6146, 0x3FF0000000000000, 0x3FF20AC1862AE8D0, 0x3FF686A148E1E0D1]> : tensor<5xf64>
  func.return
}
