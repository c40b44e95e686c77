func.func @there_and_back() {
  %c = stablehlo.constant dense<[0.0, 0.25, 0.75, -1.1, 100.0, -100.0]> : tensor<6xf32>
  %x = stablehlo.optimization_barrier %c : tensor<6xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, -1.0, 62.0, -65.5]> : tensor<6xf32>
  func.return
}
