// check.expect_almost_eq
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  "check.expect_almost_eq"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
// -----
// check.expect_almost_eq_const
func.func @f(%0: tensor<4xf32>) {
  "check.expect_almost_eq_const"(%0) {value = dense<1.0> : tensor<4xf32>} : (tensor<4xf32>) -> ()
  return
}
// -----
// check.expect_close
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  "check.expect_close"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
// -----
// check.expect_eq
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  "check.expect_eq"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
// -----
// check.expect_eq_const
func.func @f(%0: tensor<4xf32>) {
  "check.expect_eq_const"(%0) {value = dense<1.0> : tensor<4xf32>} : (tensor<4xf32>) -> ()
  return
}
// -----
// check.expect_serialized_eq
func.func @f(%0: tensor<2x3xf32>) {
  "check.expect_serialized_eq"(%0) {probe_id = "a"} : (tensor<2x3xf32>) -> ()
  return
}
// -----
// interpreter.print
func.func @f(%0: tensor<2x3xf32>) {
  "interpreter.print"(%0) : (tensor<2x3xf32>) -> ()
  return
}
// -----
// interpreter.probe
func.func @f(%0: tensor<2x3xf32>) {
  %r = "interpreter.probe"(%0) {probe_id = "a"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// interpreter.run_parallel
func.func @f(%0: tensor<4xf32>) {
  %r = "interpreter.run_parallel"(%0) {programs = [[@g]]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
