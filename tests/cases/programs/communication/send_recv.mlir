func.func private @sender(%x: tensor<2xi32>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>
    : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  func.return %s : !stablehlo.token
}
func.func private @receiver() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>
    : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  func.return %r#0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x) <{programs = [[@sender, @receiver]]}> : (tensor<2xi32>) -> (!stablehlo.token, tensor<2xi32>)
  check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi32>
  func.return
}
