func.func @ascending() {
  %c0 = stablehlo.constant dense<[[0x40400000, 0xBF800000, 0x7FC00000, 0x40000000], [0x3F000000, 0x3E800000, 0xFF800000, 0x3F000000]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %result = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  check.expect_eq_const %result, dense<[[0xBF800000, 0x40000000, 0x40400000, 0x7FC00000], [0xFF800000, 0x3E800000, 0x3F000000, 0x3F000000]]> : tensor<2x4xf32>
  func.return
}
