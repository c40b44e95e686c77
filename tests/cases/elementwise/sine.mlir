func.func @sine_f32() {
  %c0 = stablehlo.constant dense<[0xC0400000, 0xC0200000, 0xC0000000, 0xBFC00000, 0xBF800000, 0xBF000000, 0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40200000, 0x40400000]> : tensor<13xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<13xf32>
  %result = stablehlo.sine %x0 : tensor<13xf32>
  check.expect_almost_eq_const %result, dense<[0xBE1081C3, 0xBF193578, 0xBF68C7B7, 0xBF7F5BD5, 0xBF576AA4, 0xBEF57744, 0x00000000, 0x3EF57744, 0x3F576AA4, 0x3F7F5BD5, 0x3F68C7B7, 0x3F193578, 0x3E1081C3]> : tensor<13xf32>
  func.return
}
