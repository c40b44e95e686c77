func.func private @first() -> (tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<0.5> : tensor<f32>
  func.return %a, %b : tensor<2xi32>, tensor<f32>
}
func.func private @second() -> (tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %b = stablehlo.constant dense<1.5> : tensor<f32>
  func.return %a, %b : tensor<2xi32>, tensor<f32>
}
func.func private @each() -> (tensor<2xi32>, tensor<f32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %a:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  %o = "stablehlo.outfeed"(%a#0, %a#2) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %both = stablehlo.after_all %a#2, %o : !stablehlo.token
  %b:3 = "stablehlo.infeed"(%both) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  func.return %a#0, %b#1 : tensor<2xi32>, tensor<f32>
}
func.func @main() {
  %r:2 = "interpreter.run_parallel"() <{infeed = [@first, @second], programs = [[@each]]}> : () -> (tensor<2xi32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<1.5> : tensor<f32>
  func.return
}
