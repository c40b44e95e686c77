// Functions and modules, constants, and operations with optional parts.
module @"a b" attributes {jax.x = "q", "x.with space" = 1 : i8} {
  func.func private @decl(tensor<f32> {a.b}, i32) -> (tensor<f32> {c.d = 1.0 : f32}) attributes {no_inline, x = [1, 2.0, "s", @decl]}
  func.func nested @empty()
  func.func public @pub() -> () { return }
  func.func @"weird name"(%a: tensor<f32> {x.y = unit} loc("l"), %arg7: i32) -> (tensor<f32>, i32) {
    %0:2 = call @"weird name"(%a, %arg7) {z} : (tensor<f32>, i32) -> (tensor<f32>, i32)
    %1:2 = func.call @"weird name"(%0#0, %0#1) : (tensor<f32>, i32) -> (tensor<f32>, i32)
    return %1#0, %1#1 : tensor<f32>, i32
  }
  module @inner {
    func.func @f() {
      func.return
    }
  }
  module {
  }
  module attributes {a.b} {
  }
}
// -----
"builtin.module"() ({
  "func.func"() <{sym_name = "f", function_type = () -> ()}> ({
    "func.return"() : () -> ()
  }) {extra} : () -> ()
}) : () -> ()
// -----
#m = affine_map<(d0, d1) -> (d1, d0)>
!t = tensor<2xf32>
func.func @f(%x: !t) -> !t attributes {m = #m, n = #m} {
  %c = stablehlo.constant dense<[1.0, 0x7FC00000]> : !t
  %c_0 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %i = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %k = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %k2 = stablehlo.constant dense<"0xFF00"> : tensor<2xui8>
  %z = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f64>>
  %e = stablehlo.constant dense<> : tensor<0x3xbf16>
  %r = stablehlo.constant dense_resource<blob> : tensor<1xi32>
  %f8 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %i4 = stablehlo.constant dense<[1, -2, 7]> : tensor<3xi4>
  %big = stablehlo.constant dense<1.0E+38> : tensor<f32>
  %tiny = stablehlo.constant dense<1.401298E-45> : tensor<f32>
  %d = stablehlo.constant dense<[0.1, 1.0E+300, 5.0E-324]> : tensor<3xf64>
  %bf = stablehlo.constant dense<[1.0, 3.140630e+00, 0x7F80, 0xFF80, 0x7FC1]> : tensor<5xbf16>
  %h = stablehlo.constant dense<[6.550400e+04, 5.960460e-08]> : tensor<2xf16>
  return %c : !t
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  }
#-}
// -----
func.func @f(%x: tensor<4xf32>, %p: tensor<i1>, %t: !stablehlo.token, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %9 = stablehlo.negate %x {note} : tensor<4xf32>
    stablehlo.return %9 : tensor<4xf32>
  }) {a = 1 : i64} : (tensor<i1>) -> tensor<4xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %2:2 = stablehlo.custom_call @foo(%x, %p) {api_version = 4 : i32, backend_config = {k = 1 : i32}, operand_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], called_computations = [@f]} : (tensor<4xf32>, tensor<i1>) -> (tensor<4xf32>, tensor<i1>)
  stablehlo.custom_call @"weird target"() : () -> ()
  %3 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f(%x: tensor<4xf32>, %u: tensor<?xf32>, %t: !stablehlo.token, %tt: tuple<tensor<f32>, tuple<>>) {
  %20 = stablehlo.constant dense<0.0> : tensor<f32>
  %28 = stablehlo.constant dense<4> : tensor<1xi64>
  %4 = stablehlo.compare  GE, %x, %x,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = stablehlo.add %x, %u : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %7 = stablehlo.select %5, %x, %x : tensor<4xi1>, tensor<4xf32>
  %8 = stablehlo.get_tuple_element %tt[1] : (tuple<tensor<f32>, tuple<>>) -> tuple<>
  %9 = stablehlo.tuple %x, %tt {x} : tuple<tensor<4xf32>, tuple<tensor<f32>, tuple<>>>
  %10 = stablehlo.after_all %t, %t : !stablehlo.token
  %11 = stablehlo.create_token : !stablehlo.token
  %12 = stablehlo.after_all : !stablehlo.token
  %13 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %14 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  %15 = stablehlo.clamp %x, %x, %x : tensor<4xf32>
  %16:2 = stablehlo.optimization_barrier %x, %t : tensor<4xf32>, !stablehlo.token
  %17 = stablehlo.iota dim = 0 : tensor<4xi32>
  %18 = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %19 = stablehlo.pad %x, %20, low = [1], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  %21 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %22 = stablehlo.partition_id : tensor<ui32>
  %23 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %24 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %25 = stablehlo.broadcast_in_dim %x, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<4xf32>) -> tensor<2x4xf32>
  %26:2 = "stablehlo.infeed"(%t) <{infeed_config = "a\22b", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %27 = "stablehlo.rng"(%20, %20, %28) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return
}
