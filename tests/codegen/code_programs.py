"""Small programs by what their code shows: each shape of loops, each family of kernels, and what stands between kernels.

Their sizes are such that kernels have the code of large ones: more work than those have that are compiled fast, and shapes that
fill registers and leave a rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.codegen import (
    test_back_to_back_gemms,
    test_fft,
    test_in_place,
    test_linear,
    test_listings,
    test_rotation,
    test_run_transposes,
    test_scan,
    test_scatter,
    test_select_scatter,
    test_sort,
)
from tests.harness import tensor
from tests.programs import SOFTMAX, loop


def moved(line: str, given: str, made: str) -> str:
    """One operation of %x."""
    return f"(%x: {given}) -> {made} {{\n  %0 = stablehlo.{line} : ({given}) -> {made}\n  return %0 : {made} }}"


def elementwise(type: str, *lines: str) -> str:
    """Operations of %x and %y, whose last result is %r; in each `{}` is the type."""
    body = "\n  ".join(line.format(type) for line in lines)
    return f"(%x: {type}, %y: {type}) -> {type} {{\n  {body}\n  return %r : {type} }}"


def reduced(shape: Sequence[int], axes: Sequence[int], type: str, function: str = "add", start: str = "0.0") -> str:
    given, made = tensor(shape, type), tensor([n for d, n in enumerate(shape) if d not in axes], type)
    return f"""(%x: {given}) -> {made} {{
  %c = stablehlo.constant dense<{start}> : tensor<{type}>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.{function} across dimensions = {list(axes)} :
    ({given}, tensor<{type}>) -> {made}
  return %0 : {made} }}"""


def product(left: Sequence[int], right: Sequence[int], made: Sequence[int], how: str, type: str = "f32", into: str = "") -> str:
    a, b, r = tensor(left, type), tensor(right, type), tensor(made, into or type)
    return f"(%x: {a}, %y: {b}) -> {r} {{\n  %0 = stablehlo.dot_general %x, %y, {how} : ({a}, {b}) -> {r}\n  return %0 : {r} }}"


def convolved(groups: int) -> str:
    """A convolution of 3x3 of images with 16 channels, in so many groups."""
    a, w = tensor((2, 12, 14, 16), "f32"), tensor((3, 3, 16 // groups, 16), "f32")
    return f"""(%x: {a}, %w: {w}) -> {a} {{
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : ({a}, {w}) -> {a}
  return %0 : {a} }}"""


LAYER_NORM = """(%x: tensor<70x300xf32>, %g: tensor<300xf32>) -> tensor<70x300xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<300.0> : tensor<70xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] :
    (tensor<70x300xf32>, tensor<f32>) -> tensor<70xf32>
  %m = stablehlo.divide %s, %n : tensor<70xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<70xf32>) -> tensor<70x300xf32>
  %d = stablehlo.subtract %x, %mb : tensor<70x300xf32>
  %q = stablehlo.multiply %d, %d : tensor<70x300xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] :
    (tensor<70x300xf32>, tensor<f32>) -> tensor<70xf32>
  %w = stablehlo.divide %v, %n : tensor<70xf32>
  %i = stablehlo.rsqrt %w : tensor<70xf32>
  %ib = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<70xf32>) -> tensor<70x300xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<300xf32>) -> tensor<70x300xf32>
  %e = stablehlo.multiply %d, %ib : tensor<70x300xf32>
  %r = stablehlo.multiply %e, %gb : tensor<70x300xf32>
  return %r : tensor<70x300xf32> }"""
GREATEST = """(%x: tensor<20x333xf32>) -> (tensor<20xf32>, tensor<20xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<20x333xi32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] :
    (tensor<20x333xf32>, tensor<20x333xi32>, tensor<f32>, tensor<i32>) -> (tensor<20xf32>, tensor<20xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<20xf32>, tensor<20xi32> }"""
POOL = """(%x: tensor<2x16x18x24xf32>) -> tensor<2x8x9x24xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>,
    window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x16x18x24xf32>, tensor<f32>) -> tensor<2x8x9x24xf32>
  return %0 : tensor<2x8x9x24xf32> }"""
LAYER = """(%x: tensor<40x96xf32>, %w: tensor<96x72xf32>, %b: tensor<72xf32>) -> tensor<40x72xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] :
    (tensor<40x96xf32>, tensor<96x72xf32>) -> tensor<40x72xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<72xf32>) -> tensor<40x72xf32>
  %2 = stablehlo.add %0, %1 : tensor<40x72xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<40x72xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<40x72xf32>
  return %3 : tensor<40x72xf32> }"""
ROWS_TAKEN = """(%x: tensor<50x200xf32>, %i: tensor<70x1xi32>) -> tensor<70x200xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 200>}> :
    (tensor<50x200xf32>, tensor<70x1xi32>) -> tensor<70x200xf32>
  return %0 : tensor<70x200xf32> }"""
ELEMENTS_TAKEN = """(%x: tensor<5000xf32>, %i: tensor<700x1xi32>) -> tensor<700xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> :
    (tensor<5000xf32>, tensor<700x1xi32>) -> tensor<700xf32>
  return %0 : tensor<700xf32> }"""
CHECKED_PLACES = """(%x: tensor<20x90xf32>, %i: tensor<20x40xi32>) -> tensor<20x40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<20x40xi32>
  %n = stablehlo.constant dense<90> : tensor<20x40xi32>
  %0 = stablehlo.compare LT, %i, %zero : (tensor<20x40xi32>, tensor<20x40xi32>) -> tensor<20x40xi1>
  %1 = stablehlo.add %i, %n : tensor<20x40xi32>
  %2 = stablehlo.select %0, %1, %i : tensor<20x40xi1>, tensor<20x40xi32>
  %3 = stablehlo.reshape %2 : (tensor<20x40xi32>) -> tensor<20x40x1xi32>
  %4 = "stablehlo.gather"(%x, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>}> : (tensor<20x90xf32>, tensor<20x40x1xi32>) -> tensor<20x40xf32>
  %5 = stablehlo.compare GE, %2, %zero : (tensor<20x40xi32>, tensor<20x40xi32>) -> tensor<20x40xi1>
  %last = stablehlo.constant dense<89> : tensor<20x40xi32>
  %6 = stablehlo.compare LE, %2, %last : (tensor<20x40xi32>, tensor<20x40xi32>) -> tensor<20x40xi1>
  %7 = stablehlo.and %5, %6 : tensor<20x40xi1>
  %8 = stablehlo.constant dense<0x7FC00000> : tensor<20x40xf32>
  %9 = stablehlo.select %7, %4, %8 : tensor<20x40xi1>, tensor<20x40xf32>
  return %9 : tensor<20x40xf32> }"""
UPDATED = """(%x: tensor<60x70xf32>, %u: tensor<3x70xf32>, %i: tensor<i32>) -> (tensor<60x70xf32>, tensor<4x70xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %zero :
    (tensor<60x70xf32>, tensor<3x70xf32>, tensor<i32>, tensor<i32>) -> tensor<60x70xf32>
  %1 = stablehlo.dynamic_slice %0, %i, %zero, sizes = [4, 70] : (tensor<60x70xf32>, tensor<i32>, tensor<i32>) -> tensor<4x70xf32>
  return %0, %1 : tensor<60x70xf32>, tensor<4x70xf32> }"""
PAIRS = """(%x: tensor<40x50xf32>, %y: tensor<40x50xf32>) -> tensor<40x50x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<40x50xf32>) -> tensor<40x50x1xf32>
  %1 = stablehlo.reshape %y : (tensor<40x50xf32>) -> tensor<40x50x1xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 2 : (tensor<40x50x1xf32>, tensor<40x50x1xf32>) -> tensor<40x50x2xf32>
  return %2 : tensor<40x50x2xf32> }"""
CROSSING = """(%x: tensor<70x90xf32>, %y: tensor<90x70xf32>) -> tensor<70x90xf32> {
  %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<90x70xf32>) -> tensor<70x90xf32>
  %1 = stablehlo.add %x, %0 : tensor<70x90xf32>
  return %1 : tensor<70x90xf32> }"""
SHORT_ROWS = """(%x: tensor<900x5xf32>, %b: tensor<5xf32>) -> tensor<900x5xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<5xf32>) -> tensor<900x5xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<900x5xf32>
  return %1 : tensor<900x5xf32> }"""
FILLED = """(%x: tensor<3000xf32>) -> tensor<2000x3000xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3000xf32>) -> tensor<2000x3000xf32>
  return %0 : tensor<2000x3000xf32> }"""
SORTED = """(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
  %0 = "stablehlo.sort"(%x) <{{dimension = {1} : i64}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }}) : (tensor<{0}xf32>) -> tensor<{0}xf32>
  return %0 : tensor<{0}xf32> }}"""
BITS = """(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<40x70xui32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<40x70xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<40x70xui32> }"""
BRANCH = """(%p: tensor<i1>, %x: tensor<900xf32>) -> tensor<900xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.exponential %x : tensor<900xf32>
    stablehlo.return %1 : tensor<900xf32>
  }, {
    %1 = stablehlo.sine %x : tensor<900xf32>
    stablehlo.return %1 : tensor<900xf32>
  }) : (tensor<i1>) -> tensor<900xf32>
  return %0 : tensor<900xf32> }"""
NEWTON = "(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {" + loop(
    "%n", "%a = %x", "tensor<f32>", "%q = stablehlo.divide %x, %a : tensor<f32>\n%s = stablehlo.add %a, %q : tensor<f32>\n"
    "%half = stablehlo.constant dense<0.5> : tensor<f32>\n%b = stablehlo.multiply %s, %half : tensor<f32>", "%b") + (
    "\nreturn %r#1 : tensor<f32> }")
STEPS = "(%x: tensor<40x50xf32>, %w: tensor<50x50xf32>, %n: tensor<i32>) -> tensor<40x50xf32> {" + loop(
    "%n", "%a = %x", "tensor<40x50xf32>", "%p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : "
    "(tensor<40x50xf32>, tensor<50x50xf32>) -> tensor<40x50xf32>\n%b = stablehlo.tanh %p : tensor<40x50xf32>", "%b") + (
    "\nreturn %r#1 : tensor<40x50xf32> }")

VECTOR = "tensor<40xf32>"
#: One result a loop.
ELEMENTS = {
    "square roots": moved("sqrt %x", "tensor<1003xf32>", "tensor<1003xf32>"),
    "a chain in bf16": elementwise("tensor<30x100xbf16>", "%0 = stablehlo.multiply %x, %y : {}", "%1 = stablehlo.tanh %0 : {}",
                                   "%r = stablehlo.add %1, %x : {}"),
    "quotients of integers": elementwise("tensor<1003xi32>", "%r = stablehlo.divide %x, %y : {}"),
    "products of complex numbers": elementwise("tensor<501xcomplex<f32>>", "%r = stablehlo.multiply %x, %y : {}"),
    "logarithms in f64": moved("log %x", "tensor<501xf64>", "tensor<501xf64>"),
    "numbers of 8 bits": moved("convert %x", "tensor<1003xf32>", "tensor<1003xf8E4M3FN>"),
    "an iota": "() -> tensor<33x70xi32> {\n  %0 = stablehlo.iota dim = 0 : tensor<33x70xi32>\n  return %0 : tensor<33x70xi32> }",
    "short rows": SHORT_ROWS,
}
#: Elements that change places.
MOVEMENTS = {
    "a transpose": moved("transpose %x, dims = [1, 0]", "tensor<70x90xf32>", "tensor<90x70xf32>"),
    "a transpose of halves": moved("transpose %x, dims = [1, 0]", "tensor<70x90xf16>", "tensor<90x70xf16>"),
    "a transpose of runs": test_run_transposes.program((100, 90, 3), "f32", []),
    "a transpose beside rows": CROSSING,
    "pairs": PAIRS,
    "padding between elements": """(%x: tensor<40x50xf32>, %v: tensor<f32>) -> tensor<42x103xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 2], high = [1, 2], interior = [0, 1] :
    (tensor<40x50xf32>, tensor<f32>) -> tensor<42x103xf32>
  return %0 : tensor<42x103xf32> }""",
    "short rows with a margin": """(%x: tensor<60x40x5xf32>, %v: tensor<f32>) -> tensor<60x42x6xf32> {
  %0 = stablehlo.pad %x, %v, low = [0, 1, 0], high = [0, 1, 1], interior = [0, 0, 0] :
    (tensor<60x40x5xf32>, tensor<f32>) -> tensor<60x42x6xf32>
  return %0 : tensor<60x42x6xf32> }""",
    "rows joined": test_listings.PROGRAMS["concatenate"],
    "rows backwards": "(%x: tensor<60x70xf32>) -> tensor<60x70xf32> {\n  %0 = stablehlo.reverse %x, dims = [1] : "
                      "tensor<60x70xf32>\n  return %0 : tensor<60x70xf32> }",
    "a strided slice": moved("slice %x [0:60, 1:70:3]", "tensor<60x70xf32>", "tensor<60x23xf32>"),
    "a broadcast past the caches": FILLED,
    "rows taken": ROWS_TAKEN,
    "elements taken": ELEMENTS_TAKEN,
    "elements taken where there are some": CHECKED_PLACES,
    "an update and a slice": UPDATED,
    **{name: test_listings.PROGRAMS[name] for name in ("a transpose between reshapes", "transpose of a reshape", "pad")},
}
#: Rows, and what is reduced.
REDUCTIONS = {
    "softmax": SOFTMAX.format(60, 300),
    "softmax of short rows": SOFTMAX.format(400, 7),
    "layer normalization": LAYER_NORM,
    "sums of rows": reduced((70, 300), [1], "f32"),
    "sums of rows of integers": reduced((7, 40), [1], "i32", start="0"),
    "sums of rows of bf16": reduced((30, 300), [1], "bf16"),
    "sums of columns": reduced((300, 520), [0], "f32"),
    "sums of columns in bands": reduced((600, 520), [0], "f32"),
    "sums of few columns": reduced((300, 20), [0], "f64"),
    "a sum of all": reduced((300, 500), [0, 1], "f32"),
    "products of outer and inner axes": reduced((20, 30, 40), [0, 2], "i32", "multiply", "1"),
    "the greatest and its place": GREATEST,
    "maximum of windows": POOL,
}
#: Products.
CONTRACTIONS = {
    "a product": product((130, 70), (70, 90), (130, 90), "contracting_dims = [1] x [0]"),
    "a product of bf16": product((64, 96), (96, 80), (64, 80), "contracting_dims = [1] x [0]", "bf16"),
    "a product of bytes": product((64, 96), (96, 80), (64, 80), "contracting_dims = [1] x [0]", "i8", "i32"),
    "a product of complex numbers": product((20, 30), (30, 25), (20, 25), "contracting_dims = [1] x [0]", "complex<f32>"),
    "products in a batch": product((6, 20, 30), (6, 40, 30), (6, 20, 40),
                                   "batching_dims = [0] x [0], contracting_dims = [2] x [2]"),
    "a vector and a matrix": product((300,), (300, 200), (200,), "contracting_dims = [0] x [0]"),
    "a matrix and a vector": product((200, 300), (300,), (200,), "contracting_dims = [1] x [0]"),
    "a layer": LAYER,
    "a convolution": convolved(1),
    "a convolution by channels": convolved(16),
    "attention": test_back_to_back_gemms.attention((4, 8), 256, 256, 32),
    "heads of attention": test_listings.PROGRAMS["heads of attention"],
}
#: Kernels of their own.
IRREGULAR = {
    "a sort": SORTED.format("3000", 0),
    "sorts of rows": SORTED.format("40x100", 1),
    "places of the first elements": test_sort.places_program((20, 700), 1, "i32", ("%places",), (0, 1), wanted=5),
    "a Fourier transform": test_fft.text_of("FFT", (16, 60), 1, 32)[0],
    "a Fourier transform of real rows": test_fft.text_of("RFFT", (16, 128), 1, 32)[0],
    "a scatter of rows": test_scatter.program(test_scatter.CASES["rows"], "f32", "i32", "add"),
    "a scatter of elements": test_scatter.program(test_scatter.CASES["elements"], "f32", "i32", "add"),
    "the gradient of a pool": test_select_scatter.text_of(test_select_scatter.CASES[0], "f32")[0],
    "cumulative sums": test_scan.program((30, 370), 1, False, ["f32"], ["0.0"], test_scan.SINGLE.format("f32", "add")),
    "cumulative sums of columns": test_scan.program((37, 300), 0, True, ["f32"], ["0.0"], test_scan.SINGLE.format("f32", "add")),
    "Cholesky": test_linear.factor_text((3, 20, 20), "f32", lower=True, call=False),
    "a triangular system": test_linear.solve_text(((3, 20, 20), (3, 20, 9)), "f32", True, True, "NO_TRANSPOSE", False, False),
    "random bits": BITS,
}
#: What stands between kernels: loops, branches, buffers.
COMMANDS = {
    "values that change places": f"(%x: {VECTOR}, %y: {VECTOR}) -> {VECTOR} {{" + loop(
        "5", "%a = %x, %b = %y", f"{VECTOR}, {VECTOR}", f"%c = stablehlo.add %a, %b : {VECTOR}", "%b, %c") + (
        f"\nreturn %r#1 : {VECTOR} }}"),
    "buffers that change names": test_rotation.text("the last two"),
    **{f"in place, {name}": test_in_place.text(test_in_place.LINES[name][0]) for name in ("another type", "sums of rows")},
    "a loop of scalars": NEWTON,
    "a loop of products": STEPS,
    "a branch": BRANCH,
}
PROGRAMS = ELEMENTS | MOVEMENTS | REDUCTIONS | CONTRACTIONS | IRREGULAR | COMMANDS


def module_text(name: str) -> str:
    """The whole text of a program."""
    text = PROGRAMS[name].strip()
    return text if text.startswith("func.func") else f"func.func @main{text}\n"
