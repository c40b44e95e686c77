// One valid program for each operation that is defined, under a line with the operation's name: what tests of its declared
// operands, attributes and results change in one place. Nothing uses the results.
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
// arith.addui_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.addui_extended"(%0, %1) : (i32, i32) -> (i32, i1)
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
// arith.subui_extended
func.func @f(%0: i32, %1: i32) {
  %r:2 = "arith.subui_extended"(%0, %1) : (i32, i32) -> (i32, i1)
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
// -----
// builtin.module
module @m {
}
// -----
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
// chlo.acos
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.acos"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.acosh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.acosh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.asin
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.asin"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.asinh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.asinh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.atan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.atan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.atanh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.atanh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.bessel_i1e
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.bessel_i1e"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_add
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_and
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_and"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_atan2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_compare
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%0, %1) {comparison_direction = #chlo<comparison_direction LT>}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.broadcast_complex
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}
// -----
// chlo.broadcast_divide
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_maximum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_minimum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_multiply
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_multiply"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_next_after
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_next_after"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_or
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_polygamma
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_power
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_remainder
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_select
func.func @f(%0: tensor<2x3xi1>, %1: tensor<2x3xf32>, %2: tensor<2x3xf32>) {
  %r = "chlo.broadcast_select"(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_shift_left
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_shift_right_arithmetic
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_shift_right_logical
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_subtract
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.broadcast_xor
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%0, %1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
// -----
// chlo.broadcast_zeta
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.conj
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.conj"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.constant
func.func @f() {
  %r = "chlo.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// chlo.constant_like
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.constant_like"(%0) {value = 1.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.cosh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.cosh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.digamma
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.digamma"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.dynamic_reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "chlo.dynamic_reshape"(%0, %1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erf_inv
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erf_inv"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.erfc
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.erfc"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.is_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.is_neg_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_neg_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.is_pos_inf
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.is_pos_inf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// chlo.lgamma
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.lgamma"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.minimum_broadcast_shapes
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r:2 = "chlo.minimum_broadcast_shapes"(%0, %1)
      : (tensor<2xindex>, tensor<2xindex>) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
// -----
// chlo.mulhi
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "chlo.mulhi"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// chlo.next_after
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.next_after"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.polygamma
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.polygamma"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.ragged_dot
func.func @f(%0: tensor<6x4xf32>, %1: tensor<3x4x5xf32>, %2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%0, %1, %2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
      : (tensor<6x4xf32>, tensor<3x4x5xf32>, tensor<3xi64>) -> tensor<6x5xf32>
  return
}
// -----
// chlo.scan
func.func @f(%0: tensor<2x3xi32>, %1: tensor<2xi32>) {
  %r:2 = "chlo.scan"(%0, %1) ({
  ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
    "stablehlo.return"(%a, %c) : (tensor<2xi32>, tensor<2xi32>) -> ()
  }) {dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>,
      resultSegmentSizes = array<i32: 1, 1>}
      : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return
}
// -----
// chlo.sinh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.sinh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.square
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.square"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.tan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "chlo.tan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// chlo.top_k
func.func @f(%0: tensor<2x3xf32>) {
  %r:2 = "chlo.top_k"(%0) {k = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)
  return
}
// -----
// chlo.zeta
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "chlo.zeta"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
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
// -----
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
// -----
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
// -----
// sdy.all_gather
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.all_gather"(%0) {gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_reduce
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.all_reduce"(%0) {reduction_axes = #sdy<axis_ref_list{"x"}>, out_sharding = #sdy.sharding<@mesh, [{}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_slice
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.all_slice"(%0) {slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{"x"}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.all_to_all
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = "sdy.all_to_all"(%0) {params = #sdy<all_to_all_param_list[{"x"}: 0->1]>,
      out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
      : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
// sdy.collective_permute
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.collective_permute"(%0) {out_sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.constant
func.func @f() {
  %r = "sdy.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// sdy.data_flow_edge
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.data_flow_edge"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.func_data_flow_edge
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.func_data_flow_edge"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.manual_computation
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.manual_computation"(%0) ({
  ^bb0(%a: tensor<2xf32>):
    "sdy.return"(%a) : (tensor<2xf32>) -> ()
  }) {in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>,
      out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.mesh
sdy.mesh @mesh = <["x"=2]>
// -----
// sdy.named_computation
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.named_computation"(%0) ({
  ^bb0(%a: tensor<4xf32>):
    "sdy.return"(%a) : (tensor<4xf32>) -> ()
  }) {name = "twice"}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.propagation_barrier
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.propagation_barrier"(%0) {allowed_direction = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.reduce_scatter
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.reduce_scatter"(%0) {reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{"x"}]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.replicated_to_unreduced
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"x"}>}) {
  %r = "sdy.replicated_to_unreduced"(%0) {axes = #sdy<axis_ref_list{"x"}>,
      out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.reshard
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.reshard"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.return
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.named_computation"(%0) ({
  ^bb0(%a: tensor<4xf32>):
    "sdy.return"(%a) : (tensor<4xf32>) -> ()
  }) {name = "twice"}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharded_to_unreduced
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = "sdy.sharded_to_unreduced"(%0) {axes = #sdy<list_of_axis_ref_lists[{"x"}]>,
      out_sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharding_constraint
sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<4xf32>) {
  %r = "sdy.sharding_constraint"(%0) {sharding = #sdy.sharding<@mesh, [{"x"}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// sdy.sharding_group
func.func @f(%0: tensor<2x3xf32>) {
  "sdy.sharding_group"(%0) {group_id = 1 : i64} : (tensor<2x3xf32>) -> ()
  return
}
// -----
// shape.add
func.func @f(%0: index, %1: index) {
  %r = "shape.add"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.any
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.any"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.assuming
func.func @f(%0: !shape.witness, %1: tensor<4xf32>) {
  %r = "shape.assuming"(%0) ({
    "shape.assuming_yield"(%1) : (tensor<4xf32>) -> ()
  })
      : (!shape.witness) -> tensor<4xf32>
  return
}
// -----
// shape.assuming_all
func.func @f(%0: !shape.witness) {
  %r = "shape.assuming_all"(%0) : (!shape.witness) -> !shape.witness
  return
}
// -----
// shape.assuming_yield
func.func @f(%0: !shape.witness, %1: tensor<4xf32>) {
  %r = "shape.assuming"(%0) ({
    "shape.assuming_yield"(%1) : (tensor<4xf32>) -> ()
  })
      : (!shape.witness) -> tensor<4xf32>
  return
}
// -----
// shape.broadcast
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.broadcast"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.concat
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r = "shape.concat"(%0, %1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.const_shape
func.func @f() {
  %r = "shape.const_shape"() {shape = dense<1> : tensor<2xindex>} : () -> tensor<2xindex>
  return
}
// -----
// shape.const_size
func.func @f() {
  %r = "shape.const_size"() {value = 1 : index} : () -> !shape.size
  return
}
// -----
// shape.const_witness
func.func @f() {
  %r = "shape.const_witness"() {passing = true} : () -> !shape.witness
  return
}
// -----
// shape.cstr_broadcastable
func.func @f(%0: tensor<2xindex>, %1: tensor<2xindex>) {
  %r = "shape.cstr_broadcastable"(%0, %1) : (tensor<2xindex>, tensor<2xindex>) -> !shape.witness
  return
}
// -----
// shape.cstr_eq
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.cstr_eq"(%0) : (tensor<2xindex>) -> !shape.witness
  return
}
// -----
// shape.cstr_require
func.func @f(%0: i1) {
  %r = "shape.cstr_require"(%0) {msg = "a"} : (i1) -> !shape.witness
  return
}
// -----
// shape.debug_print
func.func @f(%0: !shape.shape) {
  %r = "shape.debug_print"(%0) : (!shape.shape) -> !shape.shape
  return
}
// -----
// shape.dim
func.func @f(%0: tensor<2x3xf32>, %1: index) {
  %r = "shape.dim"(%0, %1) : (tensor<2x3xf32>, index) -> index
  return
}
// -----
// shape.div
func.func @f(%0: index, %1: index) {
  %r = "shape.div"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.from_extent_tensor
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.from_extent_tensor"(%0) : (tensor<2xindex>) -> !shape.shape
  return
}
// -----
// shape.from_extents
func.func @f(%0: index) {
  %r = "shape.from_extents"(%0) : (index) -> !shape.shape
  return
}
// -----
// shape.get_extent
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.get_extent"(%0, %1) : (tensor<2xindex>, index) -> index
  return
}
// -----
// shape.index_to_size
func.func @f(%0: index) {
  %r = "shape.index_to_size"(%0) : (index) -> !shape.size
  return
}
// -----
// shape.is_broadcastable
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.is_broadcastable"(%0) : (tensor<2xindex>) -> i1
  return
}
// -----
// shape.max
func.func @f(%0: !shape.size, %1: !shape.size) {
  %r = "shape.max"(%0, %1) : (!shape.size, !shape.size) -> !shape.size
  return
}
// -----
// shape.meet
func.func @f(%0: index, %1: index) {
  %r = "shape.meet"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.min
func.func @f(%0: !shape.size, %1: !shape.size) {
  %r = "shape.min"(%0, %1) : (!shape.size, !shape.size) -> !shape.size
  return
}
// -----
// shape.mul
func.func @f(%0: index, %1: index) {
  %r = "shape.mul"(%0, %1) : (index, index) -> index
  return
}
// -----
// shape.num_elements
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.num_elements"(%0) : (tensor<2xindex>) -> index
  return
}
// -----
// shape.rank
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.rank"(%0) : (tensor<2xindex>) -> index
  return
}
// -----
// shape.reduce
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.reduce"(%0, %1) ({
  ^bb0(%i: index, %n: index, %a: index):
    "shape.yield"(%a) : (index) -> ()
  }) : (tensor<2xindex>, index) -> index
  return
}
// -----
// shape.shape_eq
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.shape_eq"(%0) : (tensor<2xindex>) -> i1
  return
}
// -----
// shape.shape_of
func.func @f(%0: tensor<2x3xf32>) {
  %r = "shape.shape_of"(%0) : (tensor<2x3xf32>) -> tensor<2xindex>
  return
}
// -----
// shape.size_to_index
func.func @f(%0: index) {
  %r = "shape.size_to_index"(%0) : (index) -> index
  return
}
// -----
// shape.split_at
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r:2 = "shape.split_at"(%0, %1) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return
}
// -----
// shape.to_extent_tensor
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.to_extent_tensor"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.value_as_shape
func.func @f(%0: tensor<2xindex>) {
  %r = "shape.value_as_shape"(%0) : (tensor<2xindex>) -> tensor<2xindex>
  return
}
// -----
// shape.value_of
func.func @f(%0: !shape.value_shape) {
  %r = "shape.value_of"(%0) : (!shape.value_shape) -> tensor<2x3xf32>
  return
}
// -----
// shape.with_shape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xindex>) {
  %r = "shape.with_shape"(%0, %1) : (tensor<2x3xf32>, tensor<2xindex>) -> !shape.value_shape
  return
}
// -----
// shape.yield
func.func @f(%0: tensor<2xindex>, %1: index) {
  %r = "shape.reduce"(%0, %1) ({
  ^bb0(%i: index, %n: index, %a: index):
    "shape.yield"(%a) : (index) -> ()
  }) : (tensor<2xindex>, index) -> index
  return
}
// -----
// stablehlo.abs
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.abs"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.add
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.after_all
func.func @f(%0: !stablehlo.token) {
  %r = "stablehlo.after_all"(%0) : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// stablehlo.all_gather
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}
// -----
// stablehlo.all_reduce
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.all_to_all
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}
// -----
// stablehlo.and
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.and"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
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
// stablehlo.atan2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.atan2"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.batch_norm_grad
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>, %3: tensor<3xf32>, %4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>)
      -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
// -----
// stablehlo.batch_norm_inference
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>, %3: tensor<3xf32>, %4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.batch_norm_training
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>, %2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
      -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
// -----
// stablehlo.bitcast_convert
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.bitcast_convert"(%0) : (tensor<4x6xf32>) -> tensor<4x6x4xi8>
  return
}
// -----
// stablehlo.broadcast
func.func @f(%0: tensor<3xf32>) {
  %r = "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 2>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.broadcast_in_dim
func.func @f(%0: tensor<1x6xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: 0, 1>}
      : (tensor<1x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.case
func.func @f(%0: tensor<i32>, %1: tensor<3xf32>) {
  %r = "stablehlo.case"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i32>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.cbrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.ceil
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.ceil"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.cholesky
func.func @f(%0: tensor<3x3xf32>) {
  %r = "stablehlo.cholesky"(%0) {lower = true} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}
// -----
// stablehlo.clamp
func.func @f(%0: tensor<f32>, %1: tensor<4x6xf32>, %2: tensor<4x6xf32>) {
  %r = "stablehlo.clamp"(%0, %1, %2) : (tensor<f32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.collective_broadcast
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.collective_permute
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.collective_reduce
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.collective_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.compare
func.func @f(%0: tensor<4x6xf32>, %1: tensor<4x6xf32>) {
  %r = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction LT>}
      : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  return
}
// -----
// stablehlo.complex
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.complex"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}
// -----
// stablehlo.composite
func.func @f(%0: tensor<4xf32>) {
  %r = "stablehlo.composite"(%0) {name = "my.op", decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
// -----
// stablehlo.compute_reshape_shape
func.func @f(%0: tensor<i32>, %1: tensor<4xi32>) {
  %r = "stablehlo.compute_reshape_shape"(%0, %1) : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.concatenate
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.concatenate"(%0, %1) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}
// -----
// stablehlo.constant
func.func @f() {
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}
// -----
// stablehlo.convert
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.convert"(%0) : (tensor<4x6xf32>) -> tensor<4x6xi8>
  return
}
// -----
// stablehlo.convolution
func.func @f(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>) {
  %r = "stablehlo.convolution"(%0, %1) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>,
      lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
      dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64,
      batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}
      : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
  return
}
// -----
// stablehlo.cosine
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cosine"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.count_leading_zeros
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.count_leading_zeros"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.create_token
func.func @f() {
  %r = "stablehlo.create_token"() : () -> !stablehlo.token
  return
}
// -----
// stablehlo.cross-replica-sum
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.cross-replica-sum"(%0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.cstr_reshapable
func.func @f(%0: tensor<i32>, %1: tensor<4xi32>) {
  %r = "stablehlo.cstr_reshapable"(%0, %1) : (tensor<i32>, tensor<4xi32>) -> !shape.witness
  return
}
// -----
// stablehlo.custom_call
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%0) {call_target_name = "a"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.divide
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.divide"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dot
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%0, %1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// stablehlo.dot_general
func.func @f(%0: tensor<2x3x4xf32>, %1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
// -----
// stablehlo.dynamic_broadcast_in_dim
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_conv
func.func @f(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>, %2: tensor<1x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%0, %1, %2) {window_strides = array<i64: 1>, lhs_dilation = array<i64: 1>,
      rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
      dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64,
      batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}
      : (tensor<2x8x4xf32>, tensor<3x2x6xf32>, tensor<1x2xi64>) -> tensor<2x6x6xf32>
  return
}
// -----
// stablehlo.dynamic_gather
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>, %2: tensor<4xi64>) {
  %r = "stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 3],
      collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0],
      start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
  return
}
// -----
// stablehlo.dynamic_iota
func.func @f(%0: tensor<2xi64>) {
  %r = "stablehlo.dynamic_iota"(%0) {iota_dimension = 1 : i64} : (tensor<2xi64>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_pad
func.func @f(%0: tensor<2x3xf32>, %1: tensor<f32>, %2: tensor<2xi32>, %3: tensor<2xi32>, %4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4)
      : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>) {
  %r = "stablehlo.dynamic_reshape"(%0, %1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_slice
func.func @f(%0: tensor<4x6xf32>, %1: tensor<i32>, %2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%0, %1, %2) {slice_sizes = array<i64: 2, 3>}
      : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.dynamic_update_slice
func.func @f(%0: tensor<4x6xf32>, %1: tensor<2x3xf32>, %2: tensor<i32>, %3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%0, %1, %2, %3)
      : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.einsum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3x4xf32>) {
  %r = "stablehlo.einsum"(%0, %1) {einsum_config = "ab,bc->ac"}
      : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// stablehlo.exponential
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.exponential_minus_one
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential_minus_one"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.fft
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}
      : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// stablehlo.floor
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.floor"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.gather
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>) {
  %r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 3],
      collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0],
      start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3, 5>,
      indices_are_sorted = false}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>) -> tensor<2x3x7x5xf32>
  return
}
// -----
// stablehlo.get_dimension_size
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (tensor<2x3xf32>) -> tensor<i32>
  return
}
// -----
// stablehlo.get_tuple_element
func.func @f(%0: tuple<tensor<2x3xf32>>) {
  %r = "stablehlo.get_tuple_element"(%0) {index = 0 : i32} : (tuple<tensor<2x3xf32>>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.if
func.func @f(%0: tensor<i1>, %1: tensor<3xf32>) {
  %r = "stablehlo.if"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i1>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.imag
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.imag"(%0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.infeed
func.func @f(%0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%0) {layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}
// -----
// stablehlo.iota
func.func @f() {
  %r = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.is_finite
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.is_finite"(%0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}
// -----
// stablehlo.log
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.log"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.log_plus_one
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.log_plus_one"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.logistic
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.map
func.func @f(%0: tensor<4x6xf32>, %1: tensor<4x6xf32>) {
  %r = "stablehlo.map"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>}
      : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.maximum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.maximum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.minimum
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.minimum"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.multiply
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.multiply"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.negate
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.negate"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.not
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.not"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.optimization_barrier
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.optimization_barrier"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.or
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.or"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.outfeed
func.func @f(%0: tensor<2x3xf32>, %1: !stablehlo.token) {
  %r = "stablehlo.outfeed"(%0, %1) : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// stablehlo.pad
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.pad"(%0, %1) {edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>,
      interior_padding = array<i64: 1, 0>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return
}
// -----
// stablehlo.partition_id
func.func @f() {
  %r = "stablehlo.partition_id"() : () -> tensor<ui32>
  return
}
// -----
// stablehlo.popcnt
func.func @f(%0: tensor<4xi32>) {
  %r = "stablehlo.popcnt"(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.power
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.power"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.real
func.func @f(%0: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.real"(%0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.real_dynamic_slice
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2xi32>, %2: tensor<2xi32>, %3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%0, %1, %2, %3)
      : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x3xf32>
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
// stablehlo.reduce
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.reduce"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.reduce_precision
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reduce_precision"(%0) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.reduce_scatter
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reduce_scatter"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
// stablehlo.reduce_window
func.func @f(%0: tensor<4x6xf32>, %1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%0, %1) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 1, 1>,
      window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
  return
}
// -----
// stablehlo.remainder
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.remainder"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.replica_id
func.func @f() {
  %r = "stablehlo.replica_id"() : () -> tensor<ui32>
  return
}
// -----
// stablehlo.reshape
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.reshape"(%0) : (tensor<4x6xf32>) -> tensor<24xf32>
  return
}
// -----
// stablehlo.return
func.func @f(%0: tensor<i1>, %1: tensor<3xf32>) {
  %r = "stablehlo.if"(%0) ({
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  }, {
    "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
  })
      : (tensor<i1>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.reverse
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%0) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.rng
func.func @f(%0: tensor<f32>, %1: tensor<f32>, %2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
// -----
// stablehlo.rng_bit_generator
func.func @f(%0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>}
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
  return
}
// -----
// stablehlo.round_nearest_afz
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_afz"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.round_nearest_even
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_even"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.rsqrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.rsqrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.scatter
func.func @f(%0: tensor<3x2x4x5xf32>, %1: tensor<2x7x2xi64>, %2: tensor<2x3x7x5xf32>) {
  %r = "stablehlo.scatter"(%0, %1, %2) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [0],
      input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2],
      index_vector_dim = 2>}
      : (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<2x3x7x5xf32>) -> tensor<3x2x4x5xf32>
  return
}
// -----
// stablehlo.select
func.func @f(%0: tensor<4xi1>, %1: tensor<4xf32>, %2: tensor<4xf32>) {
  %r = "stablehlo.select"(%0, %1, %2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.select_and_scatter
func.func @f(%0: tensor<4x6xf32>, %1: tensor<2x6xf32>, %2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>,
      padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
      : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.send
func.func @f(%0: tensor<2x3xf32>, %1: !stablehlo.token) {
  %r = "stablehlo.send"(%0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
      : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// stablehlo.set_dimension_size
func.func @f(%0: tensor<2x3xf32>, %1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%0, %1) {dimension = 1 : i64}
      : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}
// -----
// stablehlo.shift_left
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_left"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.shift_right_arithmetic
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.shift_right_logical
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.shift_right_logical"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// stablehlo.sign
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sign"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.sine
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sine"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.slice
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.slice"(%0) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 4, 4>,
      strides = array<i64: 1, 2>}
      : (tensor<4x6xf32>) -> tensor<4x2xf32>
  return
}
// -----
// stablehlo.sort
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.sort"(%0) ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64}
      : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// stablehlo.sqrt
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.sqrt"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.subtract
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.tan
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.tanh
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tanh"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.torch_index_select
func.func @f(%0: tensor<2x3xf32>, %1: tensor<4xi32>) {
  %r = "stablehlo.torch_index_select"(%0, %1) {dim = 1 : i64, batch_dims = 0 : i64}
      : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}
// -----
// stablehlo.transpose
func.func @f(%0: tensor<4x6xf32>) {
  %r = "stablehlo.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}
// -----
// stablehlo.triangular_solve
func.func @f(%0: tensor<3x3xf32>, %1: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = false,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
      : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}
// -----
// stablehlo.tuple
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.tuple"(%0) : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>>
  return
}
// -----
// stablehlo.unary_einsum
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%0) {einsum_config = "ab->b"} : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}
// -----
// stablehlo.uniform_dequantize
func.func @f(%0: tensor<4x!quant.uniform<i8:f32, 0.5:0>>) {
  %r = "stablehlo.uniform_dequantize"(%0) : (tensor<4x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<4xf32>
  return
}
// -----
// stablehlo.uniform_quantize
func.func @f(%0: tensor<4xf32>) {
  %r = "stablehlo.uniform_quantize"(%0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:0>>
  return
}
// -----
// stablehlo.while
func.func @f(%0: tensor<2x3xf32>) {
  %r = "stablehlo.while"(%0) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<2x3xf32>):
    "stablehlo.return"(%a) : (tensor<2x3xf32>) -> ()
  })
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// stablehlo.xor
func.func @f(%0: tensor<4xi32>, %1: tensor<4xi32>) {
  %r = "stablehlo.xor"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}
// -----
// tensor.bitcast
func.func @f(%0: tensor<4xf32>) {
  %r = "tensor.bitcast"(%0) : (tensor<4xf32>) -> tensor<4xi32>
  return
}
// -----
// tensor.cast
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.cast"(%0) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}
// -----
// tensor.collapse_shape
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.collapse_shape"(%0) {reassociation = [[0, 1]]} : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}
// -----
// tensor.concat
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "tensor.concat"(%0, %1) {dim = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}
// -----
// tensor.dim
func.func @f(%0: tensor<2x3xf32>, %1: index) {
  %r = "tensor.dim"(%0, %1) : (tensor<2x3xf32>, index) -> index
  return
}
// -----
// tensor.empty
func.func @f(%0: index) {
  %r = "tensor.empty"(%0) : (index) -> tensor<?x3xf32>
  return
}
// -----
// tensor.expand_shape
func.func @f(%0: tensor<?xf32>, %1: index) {
  %r = "tensor.expand_shape"(%0, %1) {reassociation = [[0, 1]],
      static_output_shape = array<i64: -9223372036854775808, 3>}
      : (tensor<?xf32>, index) -> tensor<?x3xf32>
  return
}
// -----
// tensor.extract
func.func @f(%0: tensor<4xf32>, %1: index) {
  %r = "tensor.extract"(%0, %1) : (tensor<4xf32>, index) -> f32
  return
}
// -----
// tensor.extract_slice
func.func @f(%0: tensor<8xf32>, %1: index, %2: index, %3: index) {
  %r = "tensor.extract_slice"(%0, %1, %2, %3) {operandSegmentSizes = array<i32: 1, 1, 1, 1>,
      static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>,
      static_strides = array<i64: -9223372036854775808>} : (tensor<8xf32>, index, index, index) -> tensor<?xf32>
  return
}
// -----
// tensor.from_elements
func.func @f(%0: f32, %1: f32) {
  %r = "tensor.from_elements"(%0, %1) : (f32, f32) -> tensor<2xf32>
  return
}
// -----
// tensor.gather
func.func @f(%0: tensor<4x5x6xf32>, %1: tensor<7x2xindex>) {
  %r = "tensor.gather"(%0, %1) {gather_dims = array<i64: 0, 2>} : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x5xf32>
  return
}
// -----
// tensor.generate
func.func @f(%0: index, %1: f32) {
  %r = "tensor.generate"(%0) ({
  ^bb0(%i: index):
    "tensor.yield"(%1) : (f32) -> ()
  }) : (index) -> tensor<?xf32>
  return
}
// -----
// tensor.insert
func.func @f(%0: f32, %1: tensor<4xf32>, %2: index) {
  %r = "tensor.insert"(%0, %1, %2) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  return
}
// -----
// tensor.insert_slice
func.func @f(%0: tensor<?xf32>, %1: tensor<8xf32>, %2: index, %3: index, %4: index) {
  %r = "tensor.insert_slice"(%0, %1, %2, %3, %4) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>,
      static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: -9223372036854775808>,
      static_strides = array<i64: -9223372036854775808>}
      : (tensor<?xf32>, tensor<8xf32>, index, index, index) -> tensor<8xf32>
  return
}
// -----
// tensor.pad
func.func @f(%0: tensor<4xf32>, %1: index, %2: index, %3: f32) {
  %r = "tensor.pad"(%0, %1, %2) ({
  ^bb0(%i: index):
    "tensor.yield"(%3) : (f32) -> ()
  }) {operandSegmentSizes = array<i32: 1, 1, 1>, static_low = array<i64: -9223372036854775808>,
      static_high = array<i64: -9223372036854775808>} : (tensor<4xf32>, index, index) -> tensor<?xf32>
  return
}
// -----
// tensor.rank
func.func @f(%0: tensor<2x3xf32>) {
  %r = "tensor.rank"(%0) : (tensor<2x3xf32>) -> index
  return
}
// -----
// tensor.reshape
func.func @f(%0: tensor<2x3xf32>, %1: tensor<1xindex>) {
  %r = "tensor.reshape"(%0, %1) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<6xf32>
  return
}
// -----
// tensor.scatter
func.func @f(%0: tensor<7x5xf32>, %1: tensor<4x5x6xf32>, %2: tensor<7x2xindex>) {
  %r = "tensor.scatter"(%0, %1, %2) {scatter_dims = array<i64: 0, 2>, unique}
      : (tensor<7x5xf32>, tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<4x5x6xf32>
  return
}
// -----
// tensor.splat
func.func @f(%0: f32, %1: index) {
  %r = "tensor.splat"(%0, %1) : (f32, index) -> tensor<?x3xf32>
  return
}
// -----
// tensor.yield
func.func @f(%0: index, %1: f32) {
  %r = "tensor.generate"(%0) ({
  ^bb0(%i: index):
    "tensor.yield"(%1) : (f32) -> ()
  }) : (index) -> tensor<?xf32>
  return
}
