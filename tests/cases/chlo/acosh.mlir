func.func @acosh_f64() {
  %c0 = stablehlo.constant dense<[0x3FF0000000000000, 0x3FF4000000000000, 0x4008000000000000, 0x4059000000000000]> : tensor<4xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf64>
  %result = chlo.acosh %x0 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0x0000000000000000, 0x3FE62E42FEFA39EF, 0x3FFC34366179D427, 0x401531738DCBC627]> : tensor<4xf64>
  func.return
}
