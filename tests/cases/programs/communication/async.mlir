func.func private @each(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%p: tensor<2x2xi32>):
    %y = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x2xi32>) -> tensor<2x2xi32>
    stablehlo.return %y : tensor<2x2xi32>
  }) : (tensor<2x2xi32>) -> !stablehlo.future<tensor<2x2xi32>>
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2x2xi32>>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}
func.func @main() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi32>
  %r:2 = "interpreter.run_parallel"(%x0, %x1) <{programs = [[@each], [@each]]}> : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %r#0, dense<[[12, 14], [16, 18]]> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[[12, 14], [16, 18]]> : tensor<2x2xi32>
  func.return
}
