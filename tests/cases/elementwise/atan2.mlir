func.func @quadrants() {
  %c0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000]> : tensor<5xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<5xf32>
  %c1 = stablehlo.constant dense<[0xBF800000, 0xBF800000, 0x00000000, 0x40000000, 0x7F800000]> : tensor<5xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<5xf32>
  %result = stablehlo.atan2 %x0, %x1 : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[0x40490FDB, 0xC0490FDB, 0x3FC90FDB, 0xBEED6339, 0x3F490FDB]> : tensor<5xf32>
  func.return
}
