func.func @sqrt_f32() {
  %c0 = stablehlo.constant dense<[0x00000000, 0x000116C2, 0x3E800000, 0x40000000, 0x7149F2CA, 0x7F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %result = stablehlo.sqrt %x0 : tensor<6xf32>
  check.expect_eq_const %result, dense<[0x00000000, 0x1E3CE4E7, 0x3F000000, 0x3FB504F3, 0x58635FA9, 0x7F800000]> : tensor<6xf32>
  func.return
}
