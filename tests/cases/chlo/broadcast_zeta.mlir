func.func @zeta_f64() {
  %c0 = stablehlo.constant dense<[[0x4000000000000000], [0x4010000000000000]]> : tensor<2x1xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x1xf64>
  %c1 = stablehlo.constant dense<[0x3FF0000000000000, 0x4000000000000000]> : tensor<2xf64>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xf64>
  %result = chlo.broadcast_zeta %x0, %x1 : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<[[0x3FFA51A6625307D3, 0x3FE4A34CC4A60FA6], [0x3FF151322AC7D847, 0x3FB51322AC7D8470]]> : tensor<2x2xf64>
  func.return
}
