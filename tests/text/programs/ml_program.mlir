// Values that functions share.
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private @c(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32> {note}
ml_program.global public mutable @"d e" : tensor<?xf32>
ml_program.global private @q(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<?xf32>
func.func @f() -> (tensor<i64>, tensor<2xf32>) {
  %0 = ml_program.global_load @global_seed : tensor<i64>
  %1 = ml_program.global_load_const @c : tensor<2xf32> {x}
  %2 = ml_program.global_load @"d e" : tensor<?xf32>
  return %0, %1 : tensor<i64>, tensor<2xf32>
}
// -----
ml_program.global public mutable @"d e" : tensor<?xf32>
ml_program.global public mutable @"1x" : tensor<?xf32>
ml_program.global public mutable @"a.b-c$d/e" : tensor<?xf32>
ml_program.global public mutable @"é" : tensor<?xf32>
func.func @f() {
  %2 = ml_program.global_load @"d e" : tensor<?xf32>
  %3 = ml_program.global_load @"1x" : tensor<?xf32>
  %4 = ml_program.global_load @"a.b-c$d/e" : tensor<?xf32>
  %5 = ml_program.global_load @"é" : tensor<?xf32>
  return
}
// -----
ml_program.global private mutable @a : tensor<4xi32>
ml_program.global private mutable @b(1 : i32) : i32
func.func @f(%x: tensor<4xi32>) {
  ml_program.global_store @a = %x : tensor<4xi32> {note}
  %0 = ml_program.global_load @b : i32
  %1 = ml_program.token
  %2, %3 = ml_program.global_load_graph @a ordering(%1 -> !ml_program.token) : tensor<4xi32>
  %4, %5 = ml_program.global_load_graph @a ordering(%1, %3 -> !ml_program.token) : tensor<4xi32>
  %6 = ml_program.global_store_graph @a = %x ordering(%5 -> !ml_program.token) : tensor<4xi32>
  %7 = ml_program.global_store_graph @a = %x ordering(() -> !ml_program.token) : tensor<4xi32>
  return
}
