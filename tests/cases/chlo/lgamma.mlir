func.func @lgamma_f64() {
  %c0 = stablehlo.constant dense<[0x3FD0000000000000, 0x3FE8000000000000, 0x3FF0000000000000, 0x3FF8000000000000, 0x3FFE000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.lgamma %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0x3FF49BBD81C16EFA, 0x3FCA051C372609E0, 0x0000000000000000, 0xBFBEEB95B094C1A0, 0xBFA8688DE1676DA0]> : tensor<5xf64>
  func.return
}
