func.func @lt_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %c1 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %result = stablehlo.compare LT, %x0, %x1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  check.expect_eq_const %result, dense<[[true, false, false, true], [false, true, false, false]]> : tensor<2x4xi1>
  func.return
}

func.func @ge_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %c1 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %result = stablehlo.compare GE, %x0, %x1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  check.expect_eq_const %result, dense<[[false, true, true, false], [true, false, false, true]]> : tensor<2x4xi1>
  func.return
}

func.func @eq_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %c1 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %result = stablehlo.compare EQ, %x0, %x1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  check.expect_eq_const %result, dense<[[false, true, false, false], [false, false, false, false]]> : tensor<2x4xi1>
  func.return
}

func.func @ne_f32() {
  %c0 = stablehlo.constant dense<[[0x00000000, 0x80000000, 0x3FC00000, 0xC0100000], [0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]]> : tensor<2x4xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<2x4xf32>
  %c1 = stablehlo.constant dense<[[0x3F800000, 0x00000000, 0xBF000000, 0x40800000], [0x40000000, 0x7F800000, 0x3F800000, 0xC0400000]]> : tensor<2x4xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<2x4xf32>
  %result = stablehlo.compare NE, %x0, %x1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  check.expect_eq_const %result, dense<[[true, false, true, true], [true, true, true, true]]> : tensor<2x4xi1>
  func.return
}
