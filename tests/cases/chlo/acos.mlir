func.func @acos_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.acos %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0x400359D26F93B6C3, 0x3FFD2CF5C7C70F0C, 0x3FF921FB54442D18, 0x3FF0C152382D7366, 0x3FE02BE9CE0B87CD]> : tensor<5xf64>
  func.return
}
