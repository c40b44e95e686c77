func.func @divide_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[3, -1, -1, -2, -1, 2]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.divide %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[0, -1, 1, -3, -128, 63]> : tensor<6xi8>
  func.return
}

func.func @by_zero_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.divide %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[-1, -1, -1, -1, -1, -1]> : tensor<6xi8>
  func.return
}

func.func @remainder_by_zero_i8() {
  %c0 = stablehlo.constant dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<6xi8>
  %c1 = stablehlo.constant dense<[0, 0, 0, 0, 0, 0]> : tensor<6xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<6xi8>
  %result = stablehlo.remainder %x0, %x1 : tensor<6xi8>
  check.expect_eq_const %result, dense<[0, 1, -1, 7, -128, 127]> : tensor<6xi8>
  func.return
}
