func.func @forward() {
  %c0 = stablehlo.constant dense<[(0x3F800000, 0x3F800000), (0x40000000, 0x00000000), (0x80000000, 0xBF800000), (0x3F000000, 0x00000000), (0x40400000, 0xC0000000), (0x3F800000, 0x00000000)]> : tensor<6xcomplex<f32>>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xcomplex<f32>>
  %result = stablehlo.fft %x0, type = FFT, length = [6] : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0x40F00000, 0xC0000000), (0x3FAED9EC, 0x40876CF6), (0xC0176CF6, 0xBF76CF5D), (0x3F000000, 0xC0000000), (0xBF224C29, 0x40BED9EC), (0xBEBB67AF, 0x3F449851)]> : tensor<6xcomplex<f32>>
  func.return
}

func.func @inverse() {
  %c0 = stablehlo.constant dense<[(0x40F00000, 0xC0000000), (0x3FAED9EC, 0x40876CF6), (0xC0176CF6, 0xBF76CF5D), (0x3F000000, 0xC0000000), (0xBF224C29, 0x40BED9EC), (0xBEBB67AF, 0x3F449851)]> : tensor<6xcomplex<f32>>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xcomplex<f32>>
  %result = stablehlo.fft %x0, type = IFFT, length = [6] : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0x3F800000, 0x3F800000), (0x40000000, 0x00000000), (0x80000000, 0xBF800000), (0x3F000000, 0x00000000), (0x40400000, 0xC0000000), (0x3F800000, 0x00000000)]> : tensor<6xcomplex<f32>>
  func.return
}

func.func @real() {
  %c0 = stablehlo.constant dense<[[0x3F800000, 0x40000000, 0x00000000, 0xBF800000], [0x3F000000, 0x00000000, 0x40400000, 0x3F800000]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %result = stablehlo.fft %x0, type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(0x40000000, 0x00000000), (0x3F800000, 0xC0400000), (0x00000000, 0x00000000)], [(0x40900000, 0x00000000), (0xC0200000, 0x3F800000), (0x40200000, 0x00000000)]]> : tensor<2x3xcomplex<f32>>
  func.return
}
