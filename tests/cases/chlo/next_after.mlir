func.func @next_after_f32() {
  %c0 = stablehlo.constant dense<[0x3F800000, 0x00000000, 0xBF800000, 0x40A00000]> : tensor<4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0xBF800000, 0xBF800000, 0x7F800000]> : tensor<4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<4xf32>
  %result = chlo.next_after %x0, %x1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %result, dense<[0x3F800001, 0x80000001, 0xBF800000, 0x40A00001]> : tensor<4xf32>
  func.return
}
