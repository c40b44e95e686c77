func.func private @each(%x: tensor<2x2xi32>) -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  func.return %0 : tensor<ui32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %x2 = stablehlo.constant dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  %x3 = stablehlo.constant dense<[[31, 32], [33, 34]]> : tensor<2x2xi32>
  %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{programs = [[@each, @each], [@each, @each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#0, dense<0> : tensor<ui32>
  check.expect_eq_const %r#1, dense<1> : tensor<ui32>
  check.expect_eq_const %r#2, dense<0> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  func.return
}
