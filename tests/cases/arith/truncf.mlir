func.func @truncf() {
  %c0 = stablehlo.constant dense<[0x3FF0000010000000, 0x3FF0000020000000, 0x483D6329F1C35CA5, 0xBFB999999999999A]> : tensor<4xf64>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<4xf64>
  %result = arith.truncf %x0 : tensor<4xf64> to tensor<4xf32>
  check.expect_eq_const %result, dense<[0x3F800000, 0x3F800001, 0x7F800000, 0xBDCCCCCD]> : tensor<4xf32>
  func.return
}
