func.func private @difference(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.subtract %x, %y : tensor<2xi32>
  func.return %0, %x : tensor<2xi32>, tensor<2xi32>
}
func.func @main() {
  %c = stablehlo.constant dense<[7, -2]> : tensor<2xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2xi32>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r:2 = func.call @difference(%x, %y) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[6, -4]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[7, -2]> : tensor<2xi32>
  func.return
}
