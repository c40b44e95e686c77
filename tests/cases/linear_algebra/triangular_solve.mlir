func.func @lower() {
  %c0 = stablehlo.constant dense<[[0x40000000, 0x00000000, 0x00000000], [0x3F800000, 0x40400000, 0x00000000], [0xC0000000, 0x3F000000, 0x3FC00000]]> : tensor<3x3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x3xf32>
  %c1 = stablehlo.constant dense<[[0x40000000, 0xC0800000], [0x40200000, 0x40E00000], [0x40880000, 0x40800000]]> : tensor<3x2xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%x0, %x1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[0x3F800000, 0xC0000000], [0x3F000000, 0x40400000], [0x40800000, 0xBF800000]]> : tensor<3x2xf32>
  func.return
}

func.func @transposed() {
  %c0 = stablehlo.constant dense<[[0x40000000, 0x00000000, 0x00000000], [0x3F800000, 0x40400000, 0x00000000], [0xC0000000, 0x3F000000, 0x3FC00000]]> : tensor<3x3xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<3x3xf32>
  %c1 = stablehlo.constant dense<[[0xC0B00000, 0x3F800000], [0x40600000, 0x41080000], [0x40C00000, 0xBFC00000]]> : tensor<3x2xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%x0, %x1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[0x3F800000, 0xC0000000], [0x3F000000, 0x40400000], [0x40800000, 0xBF800000]]> : tensor<3x2xf32>
  func.return
}
