func.func @complex() {
  %c0 = stablehlo.constant dense<[0x3F800000, 0x80000000, 0x40800000]> : tensor<3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0xC0600000, 0x00000000]> : tensor<3xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3xf32>
  %result = stablehlo.complex %x0, %x1 : tensor<3xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0x3F800000, 0x40000000), (0x80000000, 0xC0600000), (0x40800000, 0x00000000)]> : tensor<3xcomplex<f32>>
  func.return
}
