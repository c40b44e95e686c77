func.func @eq() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.cmpi eq, %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[false, false, false, false, false, false]> : tensor<6xi1>
  func.return
}

func.func @slt() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.cmpi slt, %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true]> : tensor<6xi1>
  func.return
}

func.func @sge() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.cmpi sge, %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false]> : tensor<6xi1>
  func.return
}

func.func @ult() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.cmpi ult, %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[true, false, false, false, true, true]> : tensor<6xi1>
  func.return
}

func.func @ugt() {
  %c0 = stablehlo.constant dense<[7, -7, -128, 127, 1, 0]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[-3, 2, 3, 2, 7, 5]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = arith.cmpi ugt, %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[false, true, true, true, false, false]> : tensor<6xi1>
  func.return
}
