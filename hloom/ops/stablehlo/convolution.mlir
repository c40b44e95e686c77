// stablehlo.convolution
func.func @f(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>) {
  %r = "stablehlo.convolution"(%0, %1) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>,
      lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
      dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64,
      batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}
      : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
  return
}
