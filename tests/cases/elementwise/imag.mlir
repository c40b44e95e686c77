func.func @imag() {
  %c0 = stablehlo.constant dense<[(0x3F800000, 0x40000000), (0x80000000, 0xC0600000), (0x40800000, 0x00000000)]> : tensor<3xcomplex<f32>>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3xcomplex<f32>>
  %result = stablehlo.imag %x0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0x40000000, 0xC0600000, 0x00000000]> : tensor<3xf32>
  func.return
}
