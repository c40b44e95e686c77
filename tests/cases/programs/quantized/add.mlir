func.func @add() {
  %c = stablehlo.constant dense<[1.0, -2.0, 60.0]> : tensor<3xf32>
  %x = stablehlo.optimization_barrier %c : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:0>>
  %s = stablehlo.add %q, %q : tensor<3x!quant.uniform<i8:f32, 0.5:0>>
  %y = stablehlo.uniform_dequantize %s : (tensor<3x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<3xf32>
  check.expect_eq_const %y, dense<[2.0, -4.0, 63.5]> : tensor<3xf32>
  func.return
}
