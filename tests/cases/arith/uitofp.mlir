func.func @uitofp() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %result = arith.uitofp %x0 : tensor<6xi8> to tensor<6xf32>
  check.expect_eq_const %result, dense<[0x40E00000, 0x43790000, 0x43000000, 0x42FE0000, 0x3F800000, 0x00000000]> : tensor<6xf32>
  func.return
}
