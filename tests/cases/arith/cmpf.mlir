func.func @olt() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf olt, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  func.return
}

func.func @ult() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf ult, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[false, true, false, false, true, true]> : tensor<6xi1>
  func.return
}

func.func @oeq() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf oeq, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  func.return
}

func.func @une() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf une, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[true, true, false, true, true, true]> : tensor<6xi1>
  func.return
}

func.func @ord() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf ord, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[true, true, true, true, false, false]> : tensor<6xi1>
  func.return
}

func.func @one() {
  %c0 = stablehlo.constant dense<[0x40F00000, 0xC0F00000, 0x00000000, 0x7F800000, 0x7FC00000, 0x3F800000]> : tensor<6xf32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xf32>
  %c1 = stablehlo.constant dense<[0x40000000, 0x40000000, 0x80000000, 0x3F800000, 0x3F800000, 0x7FC00000]> : tensor<6xf32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xf32>
  %result = arith.cmpf one, %x0, %x1 : tensor<6xf32>
  check.expect_eq_const %result, dense<[true, true, false, true, false, false]> : tensor<6xi1>
  func.return
}
