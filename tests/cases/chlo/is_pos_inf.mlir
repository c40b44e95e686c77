func.func @is_pos_inf_f64() {
  %c0 = stablehlo.constant dense<[0x3FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf64>
  %result = chlo.is_pos_inf %x0 : tensor<4xf64> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}
