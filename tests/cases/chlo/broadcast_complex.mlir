func.func @pairs() {
  %c0 = stablehlo.constant dense<[[0x3F800000], [0x40000000]]> : tensor<2x1xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x1xf32>
  %c1 = stablehlo.constant dense<[0x40400000, 0xC0800000]> : tensor<2xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xf32>
  %result = chlo.broadcast_complex %x0, %x1 : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xcomplex<f32>>
  check.expect_eq_const %result, dense<[[(0x3F800000, 0x40400000), (0x3F800000, 0xC0800000)], [(0x40000000, 0x40400000), (0x40000000, 0xC0800000)]]> : tensor<2x2xcomplex<f32>>
  func.return
}
