func.func @log_f32() {
  %c0 = stablehlo.constant dense<[0x00000000, 0x000116C2, 0x3E800000, 0x40000000, 0x7149F2CA, 0x7F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %result = stablehlo.log %x0 : tensor<6xf32>
  check.expect_almost_eq_const %result, dense<[0xFF800000, 0xC2B834F2, 0xBFB17218, 0x3F317218, 0x428A27B5, 0x7F800000]> : tensor<6xf32>
  func.return
}
