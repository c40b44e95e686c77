func.func @tan_f64() {
  %c0 = stablehlo.constant dense<[0xBFE8000000000000, 0xBFD0000000000000, 0x0000000000000000, 0x3FE0000000000000, 0x3FEC000000000000]> : tensor<5xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf64>
  %result = chlo.tan %x0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0xBFEDCFA36110EEEC, 0xBFD05785A43C4C56, 0x0000000000000000, 0x3FE17B4F5BF3474A, 0x3FF328A395115A5E]> : tensor<5xf64>
  func.return
}
