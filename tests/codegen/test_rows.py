"""Kernels that go row by row: folds along the lanes, and rows whose later stages are a function of their own."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.compiler import Generated
from hloom.codegen.plan.program import Access, Launch
from hloom.numbers.difference import EQUAL, Tolerance
from hloom.pipeline import stages
from hloom.runtime.cache import Cache
from tests.harness import check, compiled, dtype_of, lower, machine_with, run, same, targets, use_machine
from tests.programs import SOFTMAX, softmax


@pytest.mark.parametrize(("rows", "columns", "is_divided"), [(64, 1024, True), (70, 999, True), (64, 40, False)])
@pytest.mark.parametrize("is_shared", [False, True])
def test_long_rows_are_two_functions(rows: int, columns: int, is_divided: bool, is_shared: bool,
                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM can compile the halves side by side; short rows are spared the call. What programs share is no half of anything."""
    if not is_shared:
        use_machine(monkeypatch, rows={"least_called": columns + 1})
        monkeypatch.setattr(Cache, "_process", Cache(None, 0))
    module = hloom.parse(SOFTMAX.format(rows, columns))
    made = stages(module)
    calls = is_shared and columns >= made.target.machine.rows.least_called and made.target.has_masks
    assert ("loop_0_part1" in made.code.functions) == (is_divided and not calls)
    (kernel,) = (kernel for kernels in made.emitter.emitted.values() for kernel in kernels)
    assert kernel.symbol.startswith("form_") == calls and any(str(word).startswith("row_") for word in kernel.numbers) == calls
    x = np.random.default_rng(0).standard_normal((rows, columns)).astype(np.float32)
    (result,) = hloom.compile(module)(x)
    assert np.allclose(result, softmax(x), rtol=1e-5, atol=0)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("rows", "columns"), [(48, 16400), (50, 20011), (100, 70000), (48, 262145)])
def test_rows_that_no_stack_holds_stay_one_kernel(rows: int, columns: int, threads: int) -> None:
    """Each worker has a row in the program's memory, whatever part of the rows it does."""
    module = hloom.parse(SOFTMAX.format(rows, columns))
    made = stages(module, workers=threads)
    assert len(made.program.kernels) == 1
    (launch,) = made.program.commands
    assert isinstance(launch, Launch)
    own = launch.uses[-1].buffer.bytes
    assert 0 <= own - threads * 4 * columns < threads * 256 and own % (threads * 64) == 0
    x = np.random.default_rng(0).standard_normal((rows, columns)).astype(np.float32)
    (result,) = hloom.compile(module, threads=threads)(x)
    assert np.allclose(result, softmax(x), rtol=1e-5, atol=0)


NORMALISED = """
func.func @main(%x: tensor<{rows}x3x{columns}x{type}>) -> (tensor<{rows}x3x{columns}x{type}>, tensor<{rows}x{type}>) {{
  %zero = stablehlo.constant dense<{zero}> : tensor<{type}>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] :
      (tensor<{rows}x3x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<{rows}x{type}>) -> tensor<{rows}x3x{columns}x{type}>
  %2 = stablehlo.subtract %x, %1 : tensor<{rows}x3x{columns}x{type}>
  %3 = stablehlo.multiply %2, %2 : tensor<{rows}x3x{columns}x{type}>
  %4 = stablehlo.add %3, %2 : tensor<{rows}x3x{columns}x{type}>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1, 2] :
      (tensor<{rows}x3x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<{rows}x{type}>) -> tensor<{rows}x3x{columns}x{type}>
  %7 = stablehlo.subtract %4, %6 : tensor<{rows}x3x{columns}x{type}>
  %8 = stablehlo.reverse %7, dims = [2] : tensor<{rows}x3x{columns}x{type}>
  return %8, %5 : tensor<{rows}x3x{columns}x{type}>, tensor<{rows}x{type}>
}}
"""


def check_normalised(rows: int, type: str, columns: int, target: str) -> Generated:
    """Small whole numbers, so that every order of the sums gives the same: between pages that must not be touched."""
    module = hloom.parse(NORMALISED.format(rows=rows, columns=columns, type=type,
                                           zero="(0.0, 0.0)" if "complex" in type else "0.0" if "f" in type else "0"))
    dtype = module.functions["main"].function_type.inputs[0].element.dtype
    x = np.random.default_rng(2).integers(-1, 2, (rows, 3, columns)).astype(dtype)
    if dtype.kind == "c":
        x += 1j * np.random.default_rng(3).integers(-1, 2, x.shape).astype(dtype)
    with np.errstate(over="ignore"):
        apart = x - x.sum(axis=(1, 2), keepdims=True, dtype=dtype)
        terms = apart * apart + apart
        sums = terms.sum(axis=(1, 2), dtype=dtype)
    return check(module, [x], [(terms - sums[:, None, None])[..., ::-1], sums], EQUAL, target=target, workers=2)


TYPES = ["i8", "i32", "i64", "f32", "f64", "complex<f32>", "complex<f64>"]


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [1, 8, 37, 130])
@pytest.mark.parametrize("type", TYPES)
def test_rows_in_worker_memory_touch_nothing_else(type: str, columns: int, target: str) -> None:
    with machine_with(scratch={"most_on_stack_bytes": 0}):
        made = check_normalised(40, type, columns, target)
    launches = [command for command in made.program.commands if isinstance(command, Launch)]
    assert columns == 1 or any(use.access is Access.SCRATCH for launch in launches for use in launch.uses)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [8, 37, 130])
@pytest.mark.parametrize("type", TYPES)
def test_asking_for_the_next_row_touches_nothing(type: str, columns: int, target: str) -> None:
    """Behind the last row is a page that must not be touched, or before the first one where rows are read backwards."""
    with machine_with(fetching={"least_distance": 1, "in_cache_bytes": 0}):
        made = check_normalised(40, type, columns, target)
    assert "call void @llvm.prefetch" in made.code.text()


@pytest.mark.parametrize(("rows", "columns", "levels"), [
    (20000, 32, {"2", "3"}), (2200, 250, {"2", "3"}), (1100, 500, {"2", "3"}), (1000, 512, set()), (160, 5000, {"2"}),
    (40, 60000, {"2"}), (40, 70000, set())])
def test_rows_of_large_tensors_are_asked_for(rows: int, columns: int, levels: set[str]) -> None:
    """Where a batch of rows is a kilobyte, and the tensor more than two megabytes: what is read, from memory into the second
    cache, and of short rows from there into the first one; what is stored, into the first one."""
    text = stages(hloom.parse(SOFTMAX.format(rows, columns))).code.text()
    found = set(re.findall(r"call void @llvm\.prefetch\.p0\(ptr %\w+, i32 (\d), i32 (\d)", text))
    assert found == {("0", level) for level in levels} | ({("1", "3")} if levels else set())


BATCHED = """
func.func @main(%whole: tensor<{a}x{more}x{columns}x{type}>) -> tensor<{a}x{b}x{columns}x{type}> {{
  %zero = stablehlo.constant dense<{zero}> : tensor<{type}>
  %x = stablehlo.slice %whole [0:{a}, 1:{last}, 0:{columns}] :
      (tensor<{a}x{more}x{columns}x{type}>) -> tensor<{a}x{b}x{columns}x{type}>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] :
      (tensor<{a}x{b}x{columns}x{type}>, tensor<{type}>) -> tensor<{a}x{b}x{type}>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<{a}x{b}x{type}>) -> tensor<{a}x{b}x{columns}x{type}>
  %2 = stablehlo.subtract %x, %1 : tensor<{a}x{b}x{columns}x{type}>
  %3 = stablehlo.multiply %2, %2 : tensor<{a}x{b}x{columns}x{type}>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] :
      (tensor<{a}x{b}x{columns}x{type}>, tensor<{type}>) -> tensor<{a}x{b}x{type}>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<{a}x{b}x{type}>) -> tensor<{a}x{b}x{columns}x{type}>
  %6 = stablehlo.add %3, %5 : tensor<{a}x{b}x{columns}x{type}>
  return %6 : tensor<{a}x{b}x{columns}x{type}>
}}
"""


def batched(type: str, a: int, b: int, columns: int) -> tuple[hloom.Module, np.ndarray, np.ndarray]:
    """The program above, an array for it, and what it makes of that."""
    whole = np.random.default_rng(0).integers(-3, 4, (a, b + 2, columns)).astype({"i": "int", "f": "float"}[type[0]] + type[1:])
    x = whole[:, 1:-1]
    squares = (x - x.sum(axis=2, keepdims=True)) ** 2
    module = hloom.parse(BATCHED.format(a=a, b=b, more=b + 2, last=b + 1, columns=columns, type=type,
                                        zero="0" if type[0] == "i" else "0.0"))
    return module, whole, squares + squares.sum(axis=2, keepdims=True)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("a", "b", "columns"), [(9, 11, 33), (2, 8, 37), (3, 11, 64), (5, 7, 130), (2, 5, 600), (3, 1, 1024)])
@pytest.mark.parametrize("type", ["i32", "i64", "f32", "f64"])
def test_batches_of_rows_touch_nothing_else(type: str, a: int, b: int, columns: int, target: str) -> None:
    """Rows go through a stage some at a time, whatever is left over; here their numbers are those of two loops."""
    module, whole, expected = batched(type, a, b, columns)
    made = lower(module, target, 2)
    (kernel,) = (kernel for found in made.emitter.emitted.values() for kernel in found)
    assert kernel.tasks == a * b
    assert ("smin" in made.code.text()) == (columns * whole.itemsize * 2 <= 4096)  # where a batch is cut short
    check(made, [whole], [expected], EQUAL, workers=(1, 2, 3))


SUM_OF_EXPONENTIALS = """
func.func @main(%x: tensor<{n}xf32>) -> tensor<f32> {{
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0] :
      (tensor<{n}xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<{n}xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<{n}xf32>
  %3 = stablehlo.exponential %2 : tensor<{n}xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] :
      (tensor<{n}xf32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}}
"""


@pytest.mark.parametrize(("length", "kernels"), [(1000, 1), (400_000, 4)])
def test_one_long_row_is_reduced_by_all_workers(length: int, kernels: int) -> None:
    """The second reduction needs the first one's result, but of a long row both are cut into parts."""
    module = hloom.parse(SUM_OF_EXPONENTIALS.format(n=length))
    assert len(lower(module).program.kernels) == kernels
    x = np.random.default_rng(0).standard_normal(length).astype(np.float32)
    (result,) = compiled(module)(x)
    assert np.isclose(result, np.exp(x.astype(np.float64) - x.max()).sum(), rtol=1e-5)


REDUCE = """
func.func @main(%x: tensor<{rows}x{columns}x{type}>, %init: tensor<{type}>) -> tensor<{rows}x{type}> {{
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.{function} across dimensions = [1] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  return %0 : tensor<{rows}x{type}>
}}
"""
FUNCTIONS = {"add": np.add, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum, "and": np.bitwise_and,
             "or": np.bitwise_or, "xor": np.bitwise_xor}
NAMES = {"i8": np.int8, "ui8": np.uint8, "i16": np.int16, "i32": np.int32, "ui32": np.uint32, "i64": np.int64, "ui64": np.uint64,
         "f32": np.float32, "f64": np.float64}


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [16, 37, 128])
@pytest.mark.parametrize("type", ["i8", "ui8", "i16", "i32", "ui32", "i64", "ui64"])
def test_integers_are_combined_in_any_order(type: str, columns: int, target: str) -> None:
    dtype = np.dtype(NAMES[type])
    limits = np.iinfo(dtype)
    x = np.random.default_rng(1).integers(limits.min, limits.max, (5, columns), dtype, endpoint=True)
    for name, function in FUNCTIONS.items():
        module = hloom.parse(REDUCE.format(rows=5, columns=columns, type=type, function=name))
        init = dtype.type(limits.max if name in ("minimum", "and") else limits.min if name == "maximum" else name == "multiply")
        (result,) = compiled(module, target)(x, init)
        with np.errstate(over="ignore"):
            assert np.array_equal(result, function.reduce(x, axis=1, dtype=dtype)), name


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [4, 16, 37, 128])
@pytest.mark.parametrize("type", ["f32", "f64"])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_extremes_know_nan_and_the_sign_of_zero(name: str, type: str, columns: int, target: str) -> None:
    """NaN of either sign wins wherever it stands; +0 counts as larger than -0 (IEEE 754-2019 maximum and minimum)."""
    dtype = np.dtype(NAMES[type])
    worse, other = (-0.0, 0.0) if name == "maximum" else (0.0, -0.0)
    x = np.full((columns, columns), worse, dtype)
    np.fill_diagonal(x, other)
    x[1:, 0] = -1.0 if name == "maximum" else 1.0
    nan = x.copy()
    np.fill_diagonal(nan, np.nan)
    nan[::2] = np.copysign(nan[::2], -1)
    init = dtype.type(-np.inf if name == "maximum" else np.inf)
    executable = compiled(REDUCE.format(rows=columns, columns=columns, type=type, function=name), target)
    (zeros,) = executable(x, init)
    assert not zeros.any() and (np.signbit(zeros) == np.signbit(other)).all()
    (undefined,) = executable(nan, init)
    assert np.isnan(undefined).all()


DISTANCES = """
func.func @main(%x: tensor<{outer}x{rows}x{columns}x{type}>, %m: tensor<{rows}x{type}>) -> tensor<{rows}x{type}> {{
  %i = stablehlo.constant dense<1> : tensor<i8>
  %one = stablehlo.convert %i : (tensor<i8>) -> tensor<{type}>
  %0 = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<{rows}x{type}>) -> tensor<{outer}x{rows}x{columns}x{type}>
  %1 = stablehlo.subtract %x, %0 : tensor<{outer}x{rows}x{columns}x{type}>
  %2 = stablehlo.multiply %1, %1 : tensor<{outer}x{rows}x{columns}x{type}>
  %3 = stablehlo.reduce(%2 init: %one) applies stablehlo.add across dimensions = [0, 2] :
      (tensor<{outer}x{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  return %3 : tensor<{rows}x{type}>
}}
"""


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i32"])
@pytest.mark.parametrize(("outer", "rows", "columns"), [(1, 300, 40), (3, 301, 17), (7, 12, 24), (2, 9, 700), (5, 64, 3),
                                                        (4, 33, 5)])
def test_rows_of_which_each_meets_a_number_of_its_own(outer: int, rows: int, columns: int, type: str, target: str) -> None:
    """Distances from means, say: vectors run along the rows, wherever the numbers lie side by side."""
    made = lower(DISTANCES.format(outer=outer, rows=rows, columns=columns, type=type), target)
    if columns >= 16:
        assert "llvm.vector.reduce" in made.llvm and "gather" not in made.llvm
    rng = np.random.default_rng(0)
    x, m = (rng.integers(-9, 10, shape).astype(dtype_of(type)) for shape in ((outer, rows, columns), (rows,)))
    check(made, [x, m], [1 + ((x - m[:, None]) ** 2).sum((0, 2), dtype=x.dtype)], EQUAL)


@pytest.mark.parametrize("columns", [512, 77])
def test_a_stage_has_no_loop_of_one_point(columns: int) -> None:
    """The result has another shape than the rows, which then end one dimension earlier: sums run along the lanes all the same."""
    rows, row, result = f"tensor<8x6x1x{columns}xf32>", "tensor<8x6x1xf32>", f"tensor<8x6x{columns}x1xf32>"
    module = hloom.parse(f"""func.func @main(%x: {rows}) -> {result} {{
      %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [3] : ({rows}, tensor<f32>) -> {row}
      %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : ({row}) -> {rows}
      %2 = stablehlo.subtract %x, %1 : {rows}
      %3 = stablehlo.exponential %2 : {rows}
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [3] : ({rows}, tensor<f32>) -> {row}
      %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : ({row}) -> {rows}
      %6 = stablehlo.divide %3, %5 : {rows}
      %7 = stablehlo.reshape %6 : ({rows}) -> {result}
      return %7 : {result}
    }}""")
    (planned,) = stages(module).program.kernels
    body: Any = planned.body
    loops = [v for stage in body.kernel.stages for v in stage.dims]
    assert loops and all(v.bounds.upper > 0 for v in loops)
    x = np.random.default_rng(0).standard_normal((8, 6, 1, columns)).astype(np.float32)
    same(run(compiled(module), x), [softmax(x, 3).reshape(8, 6, columns, 1)], Tolerance(relative=1e-5))
