func.func @columns() {
  %c0 = stablehlo.constant dense<[[0x3F800000, 0x40000000], [0x40400000, 0xC0000000], [0x40A00000, 0x40C00000]]> : tensor<3x2xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x2xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x3F000000]> : tensor<2xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2xf32>
  %c2 = stablehlo.constant dense<[0x40400000, 0x40000000]> : tensor<2xf32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<2xf32>
  %c3 = stablehlo.constant dense<[0x402AAAAB, 0x412AAAAB]> : tensor<2xf32>
  %x3 = stablehlo.optimization_barrier %c3 : tensor<2xf32>
  %c4 = stablehlo.constant dense<[[0x3F800000, 0xBF800000], [0x3F000000, 0x40000000], [0xC0000000, 0x3E800000]]> : tensor<3x2xf32>
  %x4 = stablehlo.optimization_barrier %c4 : tensor<3x2xf32>
  %r:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) <{epsilon = 0.25 : f32, feature_index = 1 : i64}> : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %r#0, dense<[[0xBE758C30, 0xBE5B8784], [0x3F47DD45, 0x3DE1BD5B], [0xBF0A7A39, 0x3DD551AE]]> : tensor<3x2xf32>
  check.expect_almost_eq_const %r#1, dense<[0xC060D8EE, 0xC0079777]> : tensor<2xf32>
  check.expect_almost_eq_const %r#2, dense<[0xBF000000, 0x3FA00000]> : tensor<2xf32>
  func.return
}
