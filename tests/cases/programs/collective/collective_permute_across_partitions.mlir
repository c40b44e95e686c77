func.func private @each(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>  : (tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %x2 = stablehlo.constant dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  %x3 = stablehlo.constant dense<[[31, 32], [33, 34]]> : tensor<2x2xi32>
  %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{programs = [[@each, @each], [@each, @each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %r#0, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %r#2, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %r#3, dense<[[21, 22], [23, 24]]> : tensor<2x2xi32>
  func.return
}
