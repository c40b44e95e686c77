// stablehlo.after_all
func.func @f(%0: !stablehlo.token) {
  %r = "stablehlo.after_all"(%0) : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// stablehlo.async_done
func.func @f(%0: !stablehlo.future<tensor<2x3xf32>>) {
  %r = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2x3xf32>>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.async_start
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.async_start"(%0) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2x3xf32>) -> tensor<2x3xf32>
    "stablehlo.return"(%p) : (tensor<2x3xf32>) -> ()
  })
      : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  return
}
// -----
// stablehlo.create_token
func.func @f() {
  %r = "stablehlo.create_token"() : () -> !stablehlo.token
  return
}
// -----
// stablehlo.infeed
func.func @f(%0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%0) {layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}
// -----
// stablehlo.outfeed
func.func @f(%0: tensor<2x3xf32>, %1: !stablehlo.token) {
  %r = "stablehlo.outfeed"(%0, %1) : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// stablehlo.recv
func.func @f(%0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}
// -----
// stablehlo.send
func.func @f(%0: tensor<2x3xf32>, %1: !stablehlo.token) {
  %r = "stablehlo.send"(%0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
