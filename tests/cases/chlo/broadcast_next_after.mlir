func.func @next_after_f64() {
  %c0 = stablehlo.constant dense<[[0x4018000000000000, 0xC01E000000000000, 0x3FE0000000000000], [0x4000000000000000, 0x3FF0000000000000, 0x4022000000000000]]> : tensor<2x3xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xf64>
  %c1 = stablehlo.constant dense<[0x4008000000000000, 0x4000000000000000, 0x3FD0000000000000]> : tensor<3xf64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xf64>
  %result = chlo.broadcast_next_after %x0, %x1 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %result, dense<[[0x4017FFFFFFFFFFFF, 0xC01DFFFFFFFFFFFF, 0x3FDFFFFFFFFFFFFF], [0x4000000000000001, 0x3FF0000000000001, 0x4021FFFFFFFFFFFF]]> : tensor<2x3xf64>
  func.return
}
