func.func @double() {
  %c0 = stablehlo.constant dense<1> : tensor<i32>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<i32>
  %c1 = stablehlo.constant dense<100> : tensor<i32>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<i32>
  %result = stablehlo.while(%i = %x0) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %x1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }
  check.expect_eq_const %result, dense<128> : tensor<i32>
  func.return
}
