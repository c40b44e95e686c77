// arith.addui_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.addui_extended"(%0, %1) : (i32, i32) -> (i32, i1)
  return
}
// -----
// arith.mulsi_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.mulsi_extended"(%0, %1) : (i32, i32) -> (i32, i32)
  return
}
// -----
// arith.mului_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.mului_extended"(%0, %1) : (i32, i32) -> (i32, i32)
  return
}
// -----
// arith.subui_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.subui_extended"(%0, %1) : (i32, i32) -> (i32, i1)
  return
}
