// func.call
func.func @f(%0: tensor<4xf32>) {
  %r = "func.call"(%0) {callee = @g} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
// -----
// func.func
func.func @f() {
  return
}
// -----
// func.return
func.func @f() {
  "func.return"() : () -> ()
}
