"""Bounds on memory and time: what would pass them ends at once, with an error at its place; what is cheap is done."""

from __future__ import annotations

import tracemalloc
from time import perf_counter
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError, InputError, UserError

LIMIT = 64 << 20


def module(text: str) -> Any:
    found = hloom.parse(text)
    found.verify()
    return found


def body(name: str, element: str) -> str:
    return (f"({{\n^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n %c = stablehlo.{name} %a, %b : tensor<{element}>\n"
            f" stablehlo.return %c : tensor<{element}> }})")


def window(attributes: str, result: str, element: str = "f32", name: str = "add", operand: str = "4") -> str:
    zero = "0.0" if element.startswith("f") else "0"
    return f"""func.func @main(%x: tensor<{operand}x{element}>) -> {result} {{
      %z = stablehlo.constant dense<{zero}> : tensor<{element}>
      %r = "stablehlo.reduce_window"(%x, %z) {body(name, element)} {{{attributes}}}
        : (tensor<{operand}x{element}>, tensor<{element}>) -> {result}
      return %r : {result} }}"""


def simple(result: str, *lines: str) -> str:
    return "func.func @main() -> " + result + " {\n" + "\n".join(lines) + f"\n return %r : {result} }}"


def tree(count: int, leaf: str = "%x") -> str:
    """Functions each of which calls the one before it twice."""
    lines = ["func.func private @f0(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"]
    for k in range(1, count + 1):
        lines.append(f"""func.func private @f{k}(%x: tensor<f32>) -> tensor<f32> {{
          %0 = call @f{k - 1}(%x) : (tensor<f32>) -> tensor<f32>
          %1 = call @f{k - 1}(%0) : (tensor<f32>) -> tensor<f32>
          return %1 : tensor<f32> }}""")
    lines.append(f"""func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %0 = call @f{count}(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32> }}""")
    return "\n".join(lines)


BILLION = 10**9
X = np.array([1, 2, 3, 4], np.float32)
TOO_LARGE: dict[str, tuple[str, tuple[Any, ...]]] = {
    "compare of two iotas": (simple(
        "tensor<1000000000xi1>", "%a = stablehlo.iota dim = 0 : tensor<1000000000xi64>",
        "%b = stablehlo.iota dim = 0 : tensor<1000000000xi64>",
        "%r = stablehlo.compare EQ, %a, %b : (tensor<1000000000xi64>, tensor<1000000000xi64>) -> tensor<1000000000xi1>"), ()),
    "window": (window(f"window_dimensions = array<i64: {BILLION}>, padding = dense<[[{BILLION}, 0]]> : tensor<1x2xi64>",
                      "tensor<5xf32>"), (X,)),
    # The padded numbers fit, but not in the type in which they are added.
    "window of small floats": (window(
        "window_dimensions = array<i64: 50000000>, padding = dense<[[50000000, 0]]> : tensor<1x2xi64>", "tensor<5xf8E4M3FN>",
        "f8E4M3FN"), (X.astype(ml_dtypes.float8_e4m3fn),)),
    "window of pairs": (f"""func.func @main(%x: tensor<4xf32>) -> (tensor<5xf32>, tensor<5xf32>) {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r:2 = "stablehlo.reduce_window"(%x, %x, %z, %z) ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
          stablehlo.return %a, %d : tensor<f32>, tensor<f32> }})
        {{window_dimensions = array<i64: {BILLION}>, padding = dense<[[{BILLION}, 0]]> : tensor<1x2xi64>}}
        : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<5xf32>, tensor<5xf32>)
      return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32> }}""", (X,)),
    "interior": (f"""func.func @main(%x: tensor<4xi8>) -> tensor<{3 * BILLION + 4}xi8> {{
      %z = stablehlo.constant dense<0> : tensor<i8>
      %r = stablehlo.pad %x, %z, low = [0], high = [0], interior = [{BILLION}]
        : (tensor<4xi8>, tensor<i8>) -> tensor<{3 * BILLION + 4}xi8>
      return %r : tensor<{3 * BILLION + 4}xi8> }}""", (np.ones(4, np.int8),)),
    "reduction of a view": (simple(
        "tensor<f32>", "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%x = stablehlo.constant dense<1.0> : tensor<100000x100000xf32>",
        "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] "
        ": (tensor<100000x100000xf32>, tensor<f32>) -> tensor<f32>"), ()),
    "convolution of a view": (simple(
        "tensor<1x1x1xf32>", "%x = stablehlo.constant dense<1.0> : tensor<1x1000000000x1xf32>",
        "%r = stablehlo.convolution(%x, %x) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x1000000000x1xf32>, tensor<1x1000000000x1xf32>) -> tensor<1x1x1xf32>"), ()),
    "sort of a view": (simple(
        "tensor<1000000000xi8>", "%x = stablehlo.constant dense<1> : tensor<1000000000xi8>",
        '%r = "stablehlo.sort"(%x) ({', "^bb0(%a: tensor<i8>, %b: tensor<i8>):",
        "%c = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>", "stablehlo.return %c : tensor<i1>",
        "}) {dimension = 0 : i64} : (tensor<1000000000xi8>) -> tensor<1000000000xi8>"), ()),
    "size that the program computes": ("""func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {
      %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
      return %r : tensor<?xf32> }""", (np.array([1 << 33]),)),
    "padding that the program computes": ("""func.func @main(%n: tensor<1xi64>, %x: tensor<4xf32>) -> tensor<?xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.dynamic_pad %x, %z, %n, %n, %n
        : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
      return %r : tensor<?xf32> }""", (np.array([1 << 33]), X)),
    "result that is a view": (simple(
        "tensor<1000000000xf32>", "%r = stablehlo.constant dense<1.0> : tensor<1000000000xf32>"), ()),
    "splat beyond all memory": (simple(
        f"tensor<{1 << 62}xf32>", f"%r = stablehlo.constant dense<1.0> : tensor<{1 << 62}xf32>"), ()),
    "splat of 2^40": (simple(
        f"tensor<{1 << 40}xf32>", f"%r = stablehlo.constant dense<1.0> : tensor<{1 << 40}xf32>"), ()),
    "empty but too long": (simple(
        f"tensor<0x{1 << 62}x{1 << 62}xf32>", f"%r = stablehlo.constant dense<1.0> : tensor<0x{1 << 62}x{1 << 62}xf32>"), ()),
    "empty but too long by iota": (simple(
        f"tensor<0x{1 << 62}x{1 << 62}xf32>", f"%r = stablehlo.iota dim = 1 : tensor<0x{1 << 62}x{1 << 62}xf32>"), ()),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_much_memory_is_refused_before_it_is_taken(name: str) -> None:
    text, arguments = TOO_LARGE[name]
    program = module(text)
    tracemalloc.start()
    start = perf_counter()
    try:
        with pytest.raises(EvaluationError) as caught:
            hloom.evaluate(program, *arguments, memory_limit=LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 2 * LIMIT
    finally:
        tracemalloc.stop()
    assert perf_counter() - start < 5
    assert caught.value.diagnostics[0].span is not None
    assert caught.value.diagnostics[0].code in ("memory", "window")


def test_the_option_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    program = module(simple("tensor<100000xf32>", "%r = stablehlo.iota dim = 0 : tensor<100000xf32>"))
    assert hloom.evaluate(program)[0][-1] == 99999
    monkeypatch.setenv("HLOOM_EVALUATION_MEMORY", "300K")
    with pytest.raises(EvaluationError, match="HLOOM_EVALUATION_MEMORY"):
        hloom.evaluate(program)
    with pytest.raises(EvaluationError, match="HLOOM_EVALUATION_MEMORY"):
        hloom.evaluate_grid(program)


def test_all_arrays_that_live_count_together() -> None:
    # Each takes 4 MB; `%sum` keeps all of them alive up to the end.
    lines = [f"%x{k} = stablehlo.iota dim = 0 : tensor<1000000xf32>\n%y{k} = stablehlo.negate %x{k} : tensor<1000000xf32>"
             for k in range(30)]
    names = ", ".join(f"%y{k}" for k in range(30))
    types = ", ".join(["tensor<1000000xf32>"] * 30)
    held = simple("tensor<30000000xf32>", *lines,
                  f"%r = stablehlo.concatenate {names}, dim = 0 : ({types}) -> tensor<30000000xf32>")
    with pytest.raises(EvaluationError) as caught:
        hloom.evaluate(module(held), memory_limit=LIMIT)
    assert caught.value.diagnostics[0].code == "memory"
    assert "concatenate" not in str(caught.value)  # long before
    released = simple("tensor<1000000xf32>", "%x = stablehlo.iota dim = 0 : tensor<1000000xf32>",
                      "%y0 = stablehlo.negate %x : tensor<1000000xf32>",
                      *[f"%y{k + 1} = stablehlo.negate %y{k} : tensor<1000000xf32>" for k in range(30)],
                      "%r = stablehlo.negate %y30 : tensor<1000000xf32>")
    assert hloom.evaluate(module(released), memory_limit=LIMIT)[0][-1] == 999999


def test_processes_of_a_grid_share_the_limit() -> None:
    program = module("""func.func @main() -> tensor<1000000xf32> {
      %x = stablehlo.iota dim = 0 : tensor<1000000xf32>
      %y = stablehlo.negate %x : tensor<1000000xf32>
      %r = "stablehlo.all_reduce"(%y) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>} : (tensor<1000000xf32>) -> tensor<1000000xf32>
      return %r : tensor<1000000xf32> }""")
    with pytest.raises(EvaluationError) as caught:
        hloom.evaluate_grid(program, num_replicas=8, memory_limit=LIMIT)
    assert caught.value.diagnostics[0].code == "memory"


def test_arguments_do_not_count() -> None:
    program = module("""func.func @main(%x: tensor<20000000xf32>) -> tensor<f32> {
      %0 = stablehlo.slice %x [5:6] : (tensor<20000000xf32>) -> tensor<1xf32>
      %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
      return %1 : tensor<f32> }""")
    assert hloom.evaluate(program, np.arange(20_000_000, dtype=np.float32), memory_limit=1 << 20) == (5,)


CHEAP: dict[str, tuple[str, tuple[Any, ...], Any]] = {
    "groups without numbers": (f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %r = "stablehlo.all_reduce"(%x) {body("add", "f32")} {{replica_groups = dense<-1> : tensor<{BILLION}x0xi64>}}
        : (tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32> }}""", (X,), [1, 2, 3, 4]),
    # The window of two elements, a billion apart, sees each element once; the step skips the holes.
    "base dilation": (window(f"window_dimensions = array<i64: 1>, base_dilations = array<i64: {BILLION}>, "
                             f"window_strides = array<i64: {BILLION}>", "tensor<4xf32>"), (X,), [1, 2, 3, 4]),
    "base dilation of integers": (window(
        f"window_dimensions = array<i64: 1>, base_dilations = array<i64: {BILLION}>, window_strides = array<i64: {BILLION}>",
        "tensor<4xi32>", "i32"), (X.astype(np.int32),), [1, 2, 3, 4]),
    "window dilation": (window(
        f"window_dimensions = array<i64: 2>, window_dilations = array<i64: {BILLION}>, "
        f"padding = dense<[[0, {BILLION}]]> : tensor<1x2xi64>", "tensor<4xf32>", name="maximum"), (X,), [1, 2, 3, 4]),
    "both dilations": (window(
        f"window_dimensions = array<i64: 2>, window_dilations = array<i64: {BILLION}>, base_dilations = array<i64: {BILLION}>, "
        f"window_strides = array<i64: {BILLION}>", "tensor<3xf32>"), (X,), [3, 5, 7]),
    "cut out of the interior": (f"""func.func @main(%x: tensor<4xf32>) -> tensor<3xf32> {{
      %z = stablehlo.constant dense<9.0> : tensor<f32>
      %r = stablehlo.pad %x, %z, low = [-{BILLION}], high = [{1 - 2 * BILLION}], interior = [{BILLION}]
        : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
      %s = stablehlo.slice %r [0:3] : (tensor<5xf32>) -> tensor<3xf32>
      return %s : tensor<3xf32> }}""", (X,), [9, 2, 9]),
    "view of a view": ("""func.func @main(%x: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<1000000000000x4xf32>
      %1 = stablehlo.slice %0 [999999999998:1000000000000, 0:4] : (tensor<1000000000000x4xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32> }""", (X,), [[1, 2, 3, 4]] * 2),
}


LONG, WIDE = 10**9, 10**8
CHEAP |= {
    "contraction that gives nothing": (simple(
        "tensor<0x0xf64>", f"%x = stablehlo.constant dense<0.0> : tensor<{LONG}x0xf64>",
        f"%r = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<{LONG}x0xf64>, tensor<{LONG}x0xf64>) "
        "-> tensor<0x0xf64>"), (), np.zeros((0, 0))),
    "sort of nothing": (simple(
        "tensor<0xf64>", f"%x = stablehlo.constant dense<0.0> : tensor<0x{1 << 31}xf64>",
        '%s = "stablehlo.sort"(%x) ({', "^bb0(%a: tensor<f64>, %b: tensor<f64>):",
        "%c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>", "stablehlo.return %c : tensor<i1>",
        f"}}) {{dimension = 0 : i64}} : (tensor<0x{1 << 31}xf64>) -> tensor<0x{1 << 31}xf64>",
        f"%r = stablehlo.reshape %s : (tensor<0x{1 << 31}xf64>) -> tensor<0xf64>"), (), np.zeros(0)),
    "factors of no matrices": (simple(
        "tensor<0xf64>", f"%x = stablehlo.constant dense<1.0> : tensor<0x{WIDE}x{WIDE}xf64>",
        f"%l = stablehlo.cholesky %x, lower = true : tensor<0x{WIDE}x{WIDE}xf64>",
        '%s = "stablehlo.triangular_solve"(%l, %x) {left_side = true, lower = true, unit_diagonal = false, '
        f"transpose_a = #stablehlo<transpose NO_TRANSPOSE>}} : (tensor<0x{WIDE}x{WIDE}xf64>, tensor<0x{WIDE}x{WIDE}xf64>) -> "
        f"tensor<0x{WIDE}x{WIDE}xf64>", f"%r = stablehlo.reshape %s : (tensor<0x{WIDE}x{WIDE}xf64>) -> tensor<0xf64>"), (),
        np.zeros(0)),
}


@pytest.mark.parametrize("name", CHEAP)
def test_what_takes_little_is_done(name: str) -> None:
    text, arguments, expected = CHEAP[name]
    np.testing.assert_array_equal(hloom.evaluate(module(text), *arguments, memory_limit=1 << 20)[0], expected)


def test_large_elementwise_operations_take_no_more_than_their_result() -> None:
    # 4 million bf16: the result takes 8 MB; computed at once, numbers in f64 would take 32 MB each.
    program = module("""func.func @main(%x: tensor<4000000xbf16>) -> tensor<4000000xi1> {
      %0 = stablehlo.sine %x : tensor<4000000xbf16>
      %1 = stablehlo.compare GT, %0, %x : (tensor<4000000xbf16>, tensor<4000000xbf16>) -> tensor<4000000xi1>
      return %1 : tensor<4000000xi1> }""")
    dtype = program.functions["main"].function_type.inputs[0].storage.dtype
    x = (np.arange(4_000_000, dtype=np.float32) % 100 - 50).astype(dtype)
    tracemalloc.start()
    try:
        (found,) = hloom.evaluate(program, x)
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
    finally:
        tracemalloc.stop()
    np.testing.assert_array_equal(found, np.sin(x.astype(np.float64)).astype(dtype) > x)


# -- time ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [21, 50, 2000])
def test_a_tree_of_calls_is_refused_at_once(count: int) -> None:
    start = perf_counter()
    with pytest.raises(EvaluationError) as caught:
        hloom.evaluate(module(tree(count)), np.float32(1))
    assert perf_counter() - start < 5
    assert caught.value.diagnostics[0].code == "calls"
    assert caught.value.diagnostics[0].span is not None


def test_a_small_tree_of_calls_runs() -> None:
    assert hloom.evaluate(module(tree(10)), np.float32(3)) == (3,)
    with pytest.raises(EvaluationError, match="stopped after 1000 operations"):
        hloom.evaluate(module(tree(10)), np.float32(3), step_limit=1000)


def test_a_tree_of_recursion_comes_to_an_end() -> None:
    # Each call below the depth of 60 calls itself twice.
    program = module("""func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %c = stablehlo.constant dense<60> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %p = stablehlo.compare LT, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %r = "stablehlo.if"(%p) ({
        %m = stablehlo.add %n, %one : tensor<i32>
        %a = func.call @main(%m) : (tensor<i32>) -> tensor<i32>
        %b = func.call @main(%m) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %b : tensor<i32>
      }, {
        stablehlo.return %n : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      return %r : tensor<i32> }""")
    assert hloom.evaluate(program, np.int32(50)) == (60,)
    with pytest.raises(EvaluationError) as caught:
        hloom.evaluate(program, np.int32(0), step_limit=100_000)
    assert caught.value.diagnostics[0].code == "step_limit"


ENDLESS = """func.func @main(%p: tensor<i1>) -> tensor<i1> {
  %r = stablehlo.while(%i = %p) : tensor<i1>
  cond { stablehlo.return %i : tensor<i1> } do { stablehlo.return %i : tensor<i1> }
  return %r : tensor<i1> }"""


def test_a_loop_without_operations_counts_steps() -> None:
    program = module(ENDLESS)
    with pytest.raises(EvaluationError) as caught:
        hloom.evaluate(program, np.bool_(True), step_limit=1000)
    assert caught.value.diagnostics[0].code == "step_limit"
    assert caught.value.diagnostics[0].line == 2
    assert hloom.evaluate(program, np.bool_(False), step_limit=1000) == (False,)


def test_a_grid_stops_in_a_loop_without_operations() -> None:
    with pytest.raises(EvaluationError, match="step_limit"):
        hloom.evaluate_grid(module(ENDLESS), [[[np.bool_(True)]], [[np.bool_(True)]]], num_replicas=2, step_limit=1000)


def test_a_loop_without_operations_ends_at_the_time_limit() -> None:
    program = module(ENDLESS)
    with pytest.raises(EvaluationError, match=r"longer than its time limit of 0\.2 s") as caught:
        hloom.evaluate(program, np.bool_(True), time_limit=0.2)
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].line) == ("time_limit", 2)
    assert hloom.evaluate(program, np.bool_(False), time_limit=60) == (False,)
    with pytest.raises(EvaluationError, match=r"longer than its time limit of 0\.2 s"):
        hloom.evaluate_grid(program, [[[np.bool_(True)], [np.bool_(False)]]], num_partitions=2, time_limit=0.2)
    for wrong in (-1, float("nan"), "1", True):
        with pytest.raises(InputError, match="a time limit is a number of seconds"):
            hloom.evaluate(program, np.bool_(False), time_limit=wrong)  # type: ignore[arg-type]


#: Elements are chosen by a comparator that does not end, and given a window's sum by such a body.
ENDLESS_BODIES = {"ApproxTopK": """
func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %t = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.while(%i = %a) : tensor<f32>
  cond { %c = stablehlo.compare EQ, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }
  do { %j = stablehlo.add %i, %i : tensor<f32> stablehlo.return %j : tensor<f32> }
  %u = stablehlo.compare LT, %r, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v = stablehlo.or %t, %u : tensor<i1>
  return %v : tensor<i1> }
func.func @main(%x: tensor<3xf32>) -> tensor<1xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.custom_call @ApproxTopK(%x, %z) {called_computations = [@body], mhlo.backend_config = {
    reduction_dim = 0 : i64, top_k = 1 : i64}} : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32> }""", "reduce_window": """
func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.while(%i = %a) : tensor<f32>
  cond { %c = stablehlo.compare EQ, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }
  do { %j = stablehlo.add %i, %b : tensor<f32> stablehlo.return %j : tensor<f32> }
  return %r : tensor<f32> }
func.func @main(%x: tensor<3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %padding = stablehlo.constant dense<0> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %two, %one, %one, %one, %padding) {
    called_computations = [@body]} : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>,
    tensor<1x2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32> }"""}


@pytest.mark.parametrize("name", ENDLESS_BODIES)
def test_limits_hold_for_what_custom_calls_run(name: str) -> None:
    program, x = module(ENDLESS_BODIES[name]), np.arange(3, dtype=np.float32)
    with pytest.raises(EvaluationError, match="stopped after 1000 operations"):
        hloom.evaluate(program, x, step_limit=1000)
    with pytest.raises(EvaluationError, match=r"longer than its time limit of 0\.2 s"):
        hloom.evaluate(program, x, time_limit=0.2)
    with pytest.raises(EvaluationError, match=r"longer than its time limit of 0\.2 s"):
        hloom.compile(program)(x, time_limit=0.2)


def test_a_failing_process_ends_the_others_in_a_loop_without_operations() -> None:
    program = module(ENDLESS + """
    func.func @fail(%p: tensor<i1>) -> tensor<i1> {
      %0 = stablehlo.custom_call @nobody(%p) : (tensor<i1>) -> tensor<i1>
      return %0 : tensor<i1> }""")
    with pytest.raises(EvaluationError, match="nobody"):
        hloom.evaluate_grid(program, [[[np.bool_(True)], [np.bool_(True)]]], function=[["main", "fail"]])


def test_grids_in_grids_take_a_bounded_number_of_threads() -> None:
    rows = ", ".join(["@main"] * 8)
    values, types = ", ".join(["%x"] * 8), ", ".join(["tensor<f32>"] * 8)
    program = module(f"""func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %r:8 = "interpreter.run_parallel"({values}) {{programs = [[{rows}]]}} : ({types}) -> ({types})
      return %r#0 : tensor<f32> }}""")
    with pytest.raises(UserError, match="processes"):
        hloom.evaluate(program, np.float32(1))


def test_grids_in_grids_are_bounded_in_depth() -> None:
    """Each of a thousand grids inside of each other would wake up to ask all around it whether the run is over."""
    program = module("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %r = "interpreter.run_parallel"(%x) {programs = [[@main]]} : (tensor<f32>) -> tensor<f32>
      return %r : tensor<f32> }""")
    with pytest.raises(UserError, match="16 deep"):
        hloom.evaluate(program, np.float32(1))
    layers = "\n".join(f"""func.func @level{k}(%x: tensor<f32>) -> tensor<f32> {{
      %r = "interpreter.run_parallel"(%x) {{programs = [[@level{k + 1}]]}} : (tensor<f32>) -> tensor<f32>
      return %r : tensor<f32> }}""" for k in range(15))
    program = module(f"""{layers}
    func.func @level15(%x: tensor<f32>) -> tensor<f32> {{
      %r = stablehlo.negate %x : tensor<f32>
      return %r : tensor<f32> }}""")
    assert hloom.evaluate(program, np.float32(1), function="level0") == (-1,)


@pytest.mark.parametrize("operation", ["all_reduce", "all_gather", "collective_broadcast", "all_to_all"])
def test_rows_that_only_fill_up_are_not_looked_at_one_by_one(operation: str) -> None:
    attributes = {"all_gather": ", all_gather_dim = 0 : i64", "all_to_all":
                  ", split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64"}.get(operation, "")
    region = "({^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %a : tensor<f32>})" if operation == "all_reduce" else ""
    program = f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %0 = "stablehlo.{operation}"(%x) {region} {{replica_groups = dense<-1> : tensor<{BILLION}x1xi64>{attributes}}}
        : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> }}"""
    with pytest.raises(UserError, match=r"none of its groups|name a number twice"):
        hloom.evaluate(module(program), X)


@pytest.mark.parametrize("operand", ["%x : (tensor<4294967296x0xf32>)", "%d : (tensor<?x0xf32>)"])
def test_a_size_beyond_i32_is_an_error(operand: str) -> None:
    program = module(f"""func.func @main(%x: tensor<4294967296x0xf32>) -> tensor<i32> {{
      %s = stablehlo.constant dense<[4294967296, 0]> : tensor<2xi64>
      %d = stablehlo.dynamic_reshape %x, %s : (tensor<4294967296x0xf32>, tensor<2xi64>) -> tensor<?x0xf32>
      %0 = stablehlo.get_dimension_size {operand.split(" : ")[0]}, dim = 0 : {operand.split(" : ")[1]} -> tensor<i32>
      return %0 : tensor<i32> }}""")
    x = np.zeros((1 << 32, 0), np.float32)
    with pytest.raises(UserError, match="4294967296 of dimension 0 does not fit in i32"):
        hloom.evaluate(program, x)
    with pytest.raises(UserError, match="4294967296 of dimension 0 does not fit in i32"):
        hloom.compile(program)(x)


def test_more_dimensions_than_arrays_have_are_the_programs_fault() -> None:
    ones = "x".join(["1"] * 100)
    program = module(f"""func.func @main() -> tensor<1xf32> {{
      %x = stablehlo.constant dense<2.0> : tensor<{ones}xf32>
      %y = stablehlo.constant dense<3.0> : tensor<{ones}xf32>
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
        : (tensor<{ones}xf32>, tensor<{ones}xf32>) -> tensor<{ones}x{"x".join(["1"] * 98)}xf32>
      %1 = stablehlo.reshape %0 : (tensor<{ones}x{"x".join(["1"] * 98)}xf32>) -> tensor<1xf32>
      return %1 : tensor<1xf32> }}""")
    for run in (hloom.evaluate, lambda p: hloom.compile(p)()):
        try:
            assert run(program) == (6,)
        except UserError as error:
            assert "dimensions" in str(error)
