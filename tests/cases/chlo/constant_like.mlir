func.func @fives() {
  %c0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x3xi32>
  %result = "chlo.constant_like"(%x0) {value = 5.0 : f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[0x40A00000, 0x40A00000, 0x40A00000], [0x40A00000, 0x40A00000, 0x40A00000]]> : tensor<2x3xf32>
  func.return
}
