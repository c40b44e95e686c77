func.func @conj() {
  %c0 = stablehlo.constant dense<[(0x3F800000, 0x40000000), (0x80000000, 0xBF000000), (0x40800000, 0x00000000)]> : tensor<3xcomplex<f32>>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xcomplex<f32>>
  %result = chlo.conj %x0 : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0x3F800000, 0xC0000000), (0x80000000, 0x3F000000), (0x40800000, 0x80000000)]> : tensor<3xcomplex<f32>>
  func.return
}
