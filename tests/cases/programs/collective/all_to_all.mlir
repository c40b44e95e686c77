func.func private @each(%x: tensor<2x2xi32>) -> tensor<1x4xi32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>  : (tensor<2x2xi32>) -> tensor<1x4xi32>
  func.return %0 : tensor<1x4xi32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %r:2 = "interpreter.run_parallel"(%x0, %x1) <{programs = [[@each], [@each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<1x4xi32>, tensor<1x4xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2, 11, 12]]> : tensor<1x4xi32>
  check.expect_eq_const %r#1, dense<[[3, 4, 13, 14]]> : tensor<1x4xi32>
  func.return
}
