func.func @clamp_f32() {
  %c0 = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<f32>
  %c1 = stablehlo.constant dense<[0xC1000000, 0xBE000000, 0x00000000, 0x3F000000, 0x41D80000]> : tensor<5xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<5xf32>
  %c2 = stablehlo.constant dense<0x40000000> : tensor<f32>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<f32>
  %result = stablehlo.clamp %x0, %x1, %x2 : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0xBF800000, 0xBE000000, 0x00000000, 0x3F000000, 0x40000000]> : tensor<5xf32>
  func.return
}
