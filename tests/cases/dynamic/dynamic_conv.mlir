func.func @padded() {
  %c0 = stablehlo.constant dense<[[[0x3F800000], [0x40000000], [0x40400000], [0x40800000]]]> : tensor<1x4x1xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<1x4x1xf32>
  %c1 = stablehlo.constant dense<[[[0x3F800000]], [[0x41200000]]]> : tensor<2x1x1xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x1x1xf32>
  %c2 = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%x0, %x1, %x2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x4x1xf32>
  check.expect_eq_const %result, dense<[[[0x41200000], [0x41A80000], [0x42000000], [0x422C0000]]]> : tensor<1x4x1xf32>
  func.return
}
