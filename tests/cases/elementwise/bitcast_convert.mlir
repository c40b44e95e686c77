func.func @f32_to_i8() {
  %c0 = stablehlo.constant dense<[0x3F800000, 0xC0000000]> : tensor<2xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2xf32>
  %result = stablehlo.bitcast_convert %x0 : (tensor<2xf32>) -> tensor<2x4xi8>
  check.expect_eq_const %result, dense<[[0, 0, -128, 63], [0, 0, 0, -64]]> : tensor<2x4xi8>
  func.return
}
