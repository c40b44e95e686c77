func.func @exponential_minus_one_f32() {
  %c0 = stablehlo.constant dense<[0xBF800000, 0xBC800000, 0x00000000, 0x3D800000, 0x40580000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %result = stablehlo.exponential_minus_one %x0 : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[0xBF21D2A7, 0xBC7E02A7, 0x00000000, 0x3D8415AC, 0x41E1CB55]> : tensor<5xf32>
  func.return
}
