// mhlo.add_dependency
func.func @f(%0: tensor<2x3xf32>, %1: !mhlo.token) {
  %r = "mhlo.add_dependency"(%0, %1) : (tensor<2x3xf32>, !mhlo.token) -> tensor<2x3xf32>
  return
}
// -----
// mhlo.copy
func.func @f(%0: tensor<2x3xf32>) {
  %r = "mhlo.copy"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// mhlo.topk
func.func @f(%0: tensor<2x3xf32>) {
  %r:2 = "mhlo.topk"(%0) {k = 2 : i64} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return
}
// -----
// mhlo.trace
func.func @f(%0: tensor<2x3xf32>) {
  "mhlo.trace"(%0) {tag = "here"} : (tensor<2x3xf32>) -> ()
  return
}
// -----
// mhlo.xla.rng_get_and_update_state
func.func @f() {
  %r = "mhlo.xla.rng_get_and_update_state"() {delta = 1 : i64} : () -> tensor<2xui64>
  return
}
