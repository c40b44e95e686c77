func.func private @each(%x: tensor<2x2xi32>) -> tensor<2x4xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>  : (tensor<2x2xi32>) -> tensor<2x4xi32>
  func.return %0 : tensor<2x4xi32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %r:2 = "interpreter.run_parallel"(%x0, %x1) <{programs = [[@each], [@each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2, 11, 12], [3, 4, 13, 14]]> : tensor<2x4xi32>
  check.expect_eq_const %r#1, dense<[[1, 2, 11, 12], [3, 4, 13, 14]]> : tensor<2x4xi32>
  func.return
}
