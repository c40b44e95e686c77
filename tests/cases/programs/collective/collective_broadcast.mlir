func.func private @each(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}>  : (tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %x2 = stablehlo.constant dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) <{programs = [[@each], [@each], [@each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %r#0, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  check.expect_eq_const %r#2, dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  func.return
}
