func.func @f32_to_i8() {
  %c0 = stablehlo.constant dense<[0x3F000000, 0xBFF33333, 0x40200000, 0xC0400000, 0x43960000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<7xf32>
  %result = stablehlo.convert %x0 : (tensor<7xf32>) -> tensor<7xi8>
  check.expect_eq_const %result, dense<[0, -1, 2, -3, 127, -128, 0]> : tensor<7xi8>
  func.return
}

func.func @i8_to_f32() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %result = stablehlo.convert %x0 : (tensor<6xi8>) -> tensor<6xf32>
  check.expect_eq_const %result, dense<[0x00000000, 0x3F800000, 0xBF800000, 0x40E00000, 0xC3000000, 0x42FE0000]> : tensor<6xf32>
  func.return
}
