func.func @taken() {
  %c0 = stablehlo.constant dense<true> : tensor<i1>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<i1>
  %result = "stablehlo.if"(%x0) ({
    %b1 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %b1 : tensor<i32>
  }, {
    %b2 = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %b2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %result, dense<1> : tensor<i32>
  func.return
}
