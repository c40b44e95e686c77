func.func @is_finite_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %result = stablehlo.is_finite %x0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
  check.expect_eq_const %result, dense<[[true, true, true, true], [false, false, false, true]]> : tensor<2x4xi1>
  func.return
}
