func.func @holds() {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %count = arith.constant 12 : index
  %w = "stablehlo.cstr_reshapable"(%count, %c) : (index, tensor<2xi32>) -> !shape.witness
  shape.assuming %w {
    check.expect_eq_const %c, dense<[3, 4]> : tensor<2xi32>
    shape.assuming_yield
  }
  func.return
}
