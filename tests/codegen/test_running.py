"""Rows that are reduced in the loop that computes them, and rows that are stored past the caches."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.compiler import Generated
from hloom.codegen.cpu.lane_reductions import RunningStage, running_stages
from hloom.codegen.cpu.loop_shape import Flattener
from hloom.codegen.cpu.vectorisation import with_merged_reductions
from hloom.codegen.plan.kernels import LoopKernel, Stage
from hloom.codegen.plan.schedule import LoopNest
from hloom.numbers.difference import EQUAL
from tests.harness import check, load, lower, needs_pages, targets, use_machine

#: Products of a row's sum with a vector, which a remainder makes dear enough to be stored; their sum, their largest element, the
#: sum of their products with the row, and what is made of all that.
ROWS = """
func.func @main(%x: tensor<{rows}x{columns}x{type}>, %v: tensor<{columns}x{type}>) -> ({results}) {{
  %zero = stablehlo.constant dense<0{dot}> : tensor<{type}>
  %lowest = stablehlo.constant dense<-100{dot}> : tensor<{type}>
  %much = stablehlo.constant dense<100{dot}> : tensor<{rows}x{columns}x{type}>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<{rows}x{type}>) -> tensor<{rows}x{columns}x{type}>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<{columns}x{type}>) -> tensor<{rows}x{columns}x{type}>
  %3 = stablehlo.multiply %1, %2 : tensor<{rows}x{columns}x{type}>
  %w = stablehlo.multiply %x, %much : tensor<{rows}x{columns}x{type}>
  %4 = stablehlo.remainder %3, %w : tensor<{rows}x{columns}x{type}>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %6 = stablehlo.reduce(%4 init: %lowest) applies stablehlo.maximum across dimensions = [1] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %7 = stablehlo.multiply %4, %x : tensor<{rows}x{columns}x{type}>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{type}>
  %9 = stablehlo.subtract %5, %6 : tensor<{rows}x{type}>
  %10 = stablehlo.add %9, %8 : tensor<{rows}x{type}>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<{rows}x{type}>) -> tensor<{rows}x{columns}x{type}>
  %12 = stablehlo.subtract %4, %11 : tensor<{rows}x{columns}x{type}>
  return {returned}
}}
"""
TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16, "bf16": ml_dtypes.bfloat16,
         "f32": np.float32, "f64": np.float64}
COLUMNS = (31, 32, 33, 47, 64, 101, 130)


def program(type: str, rows: int, columns: int, also_stored: bool = False) -> str:
    """The text above; with `also_stored` what is stored is a result, too."""
    results = [f"tensor<{rows}x{columns}x{type}>"] * (1 + also_stored)
    return ROWS.format(type=type, dot="" if type[0] == "i" else ".0", rows=rows, columns=columns, results=", ".join(results),
                       returned=f"%12{', %4' * also_stored} : {', '.join(results)}")


def given(type: str, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Ones and their negatives, about as many of each: all sums are whole numbers that each type has, in whatever order."""
    ones = np.resize([1, 1, -1, -1, 1, -1], (rows + 1, columns))
    found = np.random.default_rng(columns).permuted(ones, axis=1)
    return found[:rows].astype(TYPES[type]), found[rows].astype(TYPES[type])


def expected(x: np.ndarray, v: np.ndarray) -> list[np.ndarray]:
    rows, vector = x.astype(np.int64), v.astype(np.int64)
    stored = rows.sum(axis=1, keepdims=True) * vector
    together = stored.sum(axis=1) - stored.max(axis=1) + (stored * rows).sum(axis=1)
    assert abs(together).max() < 120 and abs(stored).max() < 100
    return [(stored - together[:, None]).astype(x.dtype), stored.astype(x.dtype)]


def kernels_of(made: Generated) -> list[LoopKernel]:
    return [kernel.body.kernel for kernel in made.program.kernels if isinstance(kernel.body, LoopNest)]


def running(kernel: LoopKernel) -> list[RunningStage]:
    flattener = Flattener()
    stages = [Stage(s.dims, with_merged_reductions([flattener.store(t) for t in s.stores])) for s in kernel.stages]
    return [stage for stage in running_stages(stages) if isinstance(stage, RunningStage)]


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("also_stored", [False, True])
@pytest.mark.parametrize("least", [1, 512])
@pytest.mark.parametrize("type", TYPES)
def test_rows_are_reduced_as_they_are_stored(type: str, least: int, also_stored: bool, target: str,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """By loops, and by functions that programs share."""
    use_machine(monkeypatch, rows={"least_called": least})
    for columns in COLUMNS:
        x, v = given(type, 5, columns)
        made = lower(program(type, 5, columns, also_stored), target, 2)
        assert [len(stage.reductions) for kernel in kernels_of(made) for stage in running(kernel)] == [3]
        check(made, [x, v], expected(x, v)[: 1 + also_stored], EQUAL, workers=2, what=columns)


def test_what_is_reduced_at_other_places_has_a_loop_of_its_own() -> None:
    """Sums over a reversed row, and over half of it, read what is stored elsewhere."""
    for lines in ("%r = stablehlo.reverse %e, dims = [1] : tensor<8x64xf32>\n  %q = stablehlo.multiply %r, %e : tensor<8x64xf32>",
                  "%r = stablehlo.slice %e [0:8, 32:64] : (tensor<8x64xf32>) -> tensor<8x32xf32>\n"
                  "  %q = stablehlo.concatenate %r, %r, dim = 1 : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x64xf32>"):
        module = hloom.parse(f"""
func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<8x64xf32>
  {lines}
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  %d = stablehlo.divide %e, %b : tensor<8x64xf32>
  return %d : tensor<8x64xf32>
}}
""")
        made = lower(module)
        assert not [stage for kernel in kernels_of(made) for stage in running(kernel)]
        x = np.random.default_rng(0).standard_normal((8, 64)).astype(np.float32)
        assert np.allclose(load(made)(x)[0], hloom.evaluate(module, x)[0], rtol=1e-5)


@needs_pages
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i32", "i64"])
@pytest.mark.parametrize("least", [1, 512])
def test_rows_past_the_caches_stay_inside(type: str, target: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of whole lines that begin at a line or not, and rows of other lengths, which only functions of rows store so."""
    use_machine(monkeypatch, rows={"least_called": least})
    use_machine(monkeypatch, caches={"uncached_bytes": 0}, streaming={"result_bytes": 0, "all_bytes": 0, "row_bytes": 0,
                "row_of_ranges_bytes": 0})
    use_machine(monkeypatch, caches={"told_bytes": 0})
    for columns in (32, 80, 96, 130, 160, 192):
        x, v = given(type, 5, columns)
        made = lower(program(type, 5, columns), target, 2)
        are_lines = columns * x.itemsize % 64 == 0
        stores_lines = (are_lines or least == 1) if made.target.has_masks else are_lines and made.target.vector_bytes == 32
        if columns > 32:  # 32 elements are one turn, or two
            assert ("!nontemporal" in made.llvm) == stores_lines
        check(made, [x, v], expected(x, v)[:1], EQUAL, workers=2, what=columns)


@pytest.mark.parametrize("rows, reader, streams", [
    (4096, "", True), (2048, "", False), (4096, "stablehlo.transpose %12, dims = [1, 0] : ({type}) -> {result}", False)])
def test_only_large_rows_that_nothing_reads_go_past_the_caches(rows: int, reader: str, streams: bool) -> None:
    text = program("f32", rows, 1024)
    if reader:
        result = f"tensor<1024x{rows}xf32>"
        line = f"  %r = {reader.format(type=f'tensor<{rows}x1024xf32>', result=result)}\n"
        text = text.replace("-> (", f"-> ({result}, ").replace("  return %12 : ", f"{line}  return %r, %12 : {result}, ")
    made = lower(text)
    functions = [*made.code.functions.items(), *(f for library in made.code._included.values()
                                                 for f in library.module.functions.items())]
    rowwise = [function for name, function in functions if name.startswith(("loop_0", "row_"))]
    assert any("!nontemporal" in function.text() for function in rowwise) == (streams and made.target.vector_bytes >= 32)
