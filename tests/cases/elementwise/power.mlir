func.func @power_i32() {
  %c0 = stablehlo.constant dense<[2, -3, 0, -1, 2, 0]> : tensor<6xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi32>
  %c1 = stablehlo.constant dense<[10, 3, 0, -5, -1, -1]> : tensor<6xi32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi32>
  %result = stablehlo.power %x0, %x1 : tensor<6xi32>
  check.expect_eq_const %result, dense<[1024, -27, 1, -1, 0, 0]> : tensor<6xi32>
  func.return
}

func.func @power_f32() {
  %c0 = stablehlo.constant dense<[0x40000000, 0x00000000, 0xC1000000, 0x7F800000, 0x40800000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %c1 = stablehlo.constant dense<[0x3F000000, 0x00000000, 0x40400000, 0xBF800000, 0xBF000000]> : tensor<5xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<5xf32>
  %result = stablehlo.power %x0, %x1 : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[0x3FB504F3, 0x3F800000, 0xC4000000, 0x00000000, 0x3F000000]> : tensor<5xf32>
  func.return
}
