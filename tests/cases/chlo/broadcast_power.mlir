func.func @power_f64() {
  %c0 = stablehlo.constant dense<[[0x4018000000000000, 0x401E000000000000, 0x3FE0000000000000], [0x4000000000000000, 0x3FF0000000000000, 0x4022000000000000]]> : tensor<2x3xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xf64>
  %c1 = stablehlo.constant dense<[0x4008000000000000, 0x4000000000000000, 0x3FD0000000000000]> : tensor<3xf64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xf64>
  %result = chlo.broadcast_power %x0, %x1 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<[[0x406B000000000000, 0x404C200000000000, 0x3FEAE89F995AD3AD], [0x4020000000000000, 0x3FF0000000000000, 0x3FFBB67AE8584CAA]]> : tensor<2x3xf64>
  func.return
}
