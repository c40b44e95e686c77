// arith.addf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.addf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.addi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.addi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.andi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.andi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.bitcast
func.func @f(%0: f32) {
  %r = "arith.bitcast"(%0) : (f32) -> i32
  return
}
// -----
// arith.ceildivsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.ceildivsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.ceildivui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.ceildivui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.cmpf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.cmpf"(%0, %1) {predicate = 1 : i64} : (f32, f32) -> i1
  return
}
// -----
// arith.cmpi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.cmpi"(%0, %1) {predicate = 1 : i64} : (i32, i32) -> i1
  return
}
// -----
// arith.constant
func.func @f() {
  %r = "arith.constant"() {value = 1.0 : f32} : () -> f32
  return
}
// -----
// arith.convertf
func.func @f(%0: f16) {
  %r = "arith.convertf"(%0) : (f16) -> bf16
  return
}
// -----
// arith.divf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.divf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.divsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.divsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.divui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.divui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.extf
func.func @f(%0: f16) {
  %r = "arith.extf"(%0) : (f16) -> f32
  return
}
// -----
// arith.extsi
func.func @f(%0: i8) {
  %r = "arith.extsi"(%0) : (i8) -> i32
  return
}
// -----
// arith.extui
func.func @f(%0: i8) {
  %r = "arith.extui"(%0) : (i8) -> i32
  return
}
// -----
// arith.floordivsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.floordivsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.fptosi
func.func @f(%0: f32) {
  %r = "arith.fptosi"(%0) : (f32) -> i32
  return
}
// -----
// arith.fptoui
func.func @f(%0: f32) {
  %r = "arith.fptoui"(%0) : (f32) -> i32
  return
}
// -----
// arith.index_cast
func.func @f(%0: i32) {
  %r = "arith.index_cast"(%0) : (i32) -> index
  return
}
// -----
// arith.index_castui
func.func @f(%0: i32) {
  %r = "arith.index_castui"(%0) : (i32) -> index
  return
}
// -----
// arith.maximumf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.maximumf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.maxnumf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.maxnumf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.maxsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.maxsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.maxui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.maxui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.minimumf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.minimumf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.minnumf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.minnumf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.minsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.minsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.minui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.minui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.mulf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.mulf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.muli
func.func @f(%0: i32, %1: i32) {
  %r = "arith.muli"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.negf
func.func @f(%0: f32) {
  %r = "arith.negf"(%0) : (f32) -> f32
  return
}
// -----
// arith.ori
func.func @f(%0: i32, %1: i32) {
  %r = "arith.ori"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.remf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.remf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.remsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.remsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.remui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.remui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.select
func.func @f(%0: i1, %1: f32, %2: f32) {
  %r = "arith.select"(%0, %1, %2) : (i1, f32, f32) -> f32
  return
}
// -----
// arith.shli
func.func @f(%0: i32, %1: i32) {
  %r = "arith.shli"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.shrsi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.shrsi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.shrui
func.func @f(%0: i32, %1: i32) {
  %r = "arith.shrui"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.sitofp
func.func @f(%0: i32) {
  %r = "arith.sitofp"(%0) : (i32) -> f32
  return
}
// -----
// arith.subf
func.func @f(%0: f32, %1: f32) {
  %r = "arith.subf"(%0, %1) : (f32, f32) -> f32
  return
}
// -----
// arith.subi
func.func @f(%0: i32, %1: i32) {
  %r = "arith.subi"(%0, %1) : (i32, i32) -> i32
  return
}
// -----
// arith.truncf
func.func @f(%0: f32) {
  %r = "arith.truncf"(%0) : (f32) -> f16
  return
}
// -----
// arith.trunci
func.func @f(%0: i32) {
  %r = "arith.trunci"(%0) : (i32) -> i8
  return
}
// -----
// arith.uitofp
func.func @f(%0: i32) {
  %r = "arith.uitofp"(%0) : (i32) -> f32
  return
}
// -----
// arith.xori
func.func @f(%0: i32, %1: i32) {
  %r = "arith.xori"(%0, %1) : (i32, i32) -> i32
  return
}
