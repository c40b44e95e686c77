// ml_program.global
"ml_program.global"() {sym_name = "g", sym_visibility = "private", type = tensor<2xf32>, value = dense<1.0> : tensor<2xf32>}
    : () -> ()
// -----
// ml_program.global_load
ml_program.global private @g(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
func.func @f() {
  %r = "ml_program.global_load"() {global = @g} : () -> tensor<2xf32>
  return
}
// -----
// ml_program.global_load_const
ml_program.global private @g(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
func.func @f() {
  %r = "ml_program.global_load_const"() {global = @g} : () -> tensor<2xf32>
  return
}
// -----
// ml_program.global_load_graph
ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%0: !ml_program.token) {
  %r:2 = "ml_program.global_load_graph"(%0) {global = @g} : (!ml_program.token) -> (tensor<4xi32>, !ml_program.token)
  return
}
// -----
// ml_program.global_store
ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%0: tensor<4xi32>) {
  "ml_program.global_store"(%0) {global = @g} : (tensor<4xi32>) -> ()
  return
}
// -----
// ml_program.global_store_graph
ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%0: tensor<4xi32>, %1: !ml_program.token) {
  %r = "ml_program.global_store_graph"(%0, %1) {global = @g} : (tensor<4xi32>, !ml_program.token) -> !ml_program.token
  return
}
// -----
// ml_program.token
func.func @f() {
  %r = "ml_program.token"() : () -> !ml_program.token
  return
}
