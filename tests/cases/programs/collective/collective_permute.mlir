func.func private @shift(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<5> : tensor<i32>
  %b = stablehlo.constant dense<6> : tensor<i32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) <{programs = [[@shift], [@shift], [@shift]]}>
    : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  check.expect_eq_const %r#1, dense<5> : tensor<i32>
  check.expect_eq_const %r#2, dense<6> : tensor<i32>
  func.return
}
