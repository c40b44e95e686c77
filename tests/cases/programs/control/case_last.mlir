func.func @last() {
  %c0 = stablehlo.constant dense<9> : tensor<i32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<i32>
  %result = "stablehlo.case"(%x0) ({
    %b1 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %b1 : tensor<i32>
  }, {
    %b2 = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %b2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %result, dense<2> : tensor<i32>
  func.return
}
