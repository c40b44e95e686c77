"""Rows in a pipeline: which kernels have one, what it computes for few rows and many, and that it touches nothing else."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.target import Target
from hloom.numbers.difference import EQUAL, Tolerance
from tests.codegen import test_running
from tests.codegen.test_rows import batched
from tests.harness import check, lower, needs_pages, targets, use_machine
from tests.programs import SOFTMAX, softmax


@pytest.fixture
def any_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipelines of rows however short and few."""
    use_machine(monkeypatch, rows={"least_called": 1})
    use_machine(monkeypatch, row_pipeline={"least_rows": 1})


@needs_pages
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", test_running.TYPES)
@pytest.mark.parametrize(("also_stored", "is_large"), [(False, False), (True, False), (False, True)])
@pytest.mark.every_case
def test_what_pipelines_compute(type: str, also_stored: bool, is_large: bool, target: str,
                                monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer rows than passes and more, in tasks of any number, whole steps and rests; past the caches and with rows asked for."""
    if target == "sse" and type == "f16":
        pytest.skip("processors this old convert f16 in a library that may not be there")
    if is_large:
        use_machine(monkeypatch, fetching={"least_distance": 1, "in_cache_bytes": 0})
        use_machine(monkeypatch, streaming={"result_bytes": 0, "all_bytes": 0, "row_bytes": 0, "row_of_ranges_bytes": 0})
        use_machine(monkeypatch, caches={"told_bytes": 0})
    for rows, columns in ((1, 64), (2, 101), (3, 128), (7, 33), (18, 192)):
        x, v = test_running.given(type, rows, columns)
        made = lower(test_running.program(type, rows, columns, also_stored), target, 2)
        check(made, [x, v], test_running.expected(x, v)[: 1 + also_stored], EQUAL, workers=(1, 2, 3), what=(rows, columns))


@needs_pages
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("a", "b", "columns"), [(9, 11, 64), (2, 8, 128), (5, 7, 130), (40, 1, 600), (1, 3, 1024)])
@pytest.mark.parametrize("type", ["i32", "f32", "f64"])
def test_rows_of_two_loops(type: str, a: int, b: int, columns: int, target: str) -> None:
    """Rows that do not lie side by side, whose numbers are those of two loops."""
    module, whole, expected = batched(type, a, b, columns)
    check(module, [whole], [expected], EQUAL, target=target, workers=(1, 2, 3))


#: What is made of a row's sum step by step, in stages of one element.
STEPWISE = """
func.func @main(%x: tensor<{rows}x{columns}xf64>) -> (tensor<{rows}x{columns}xf64>, tensor<{rows}x1xf64>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %three = stablehlo.constant dense<3.0> : tensor<{rows}x1xf64>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<{rows}x{columns}xf64>, tensor<f64>) -> tensor<{rows}xf64>
  %k = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<{rows}xf64>) -> tensor<{rows}x1xf64>
  %m = stablehlo.divide %k, %three : tensor<{rows}x1xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<{rows}x1xf64>) -> tensor<{rows}x{columns}xf64>
  %d = stablehlo.subtract %x, %mb : tensor<{rows}x{columns}xf64>
  %dd = stablehlo.multiply %d, %d : tensor<{rows}x{columns}xf64>
  %t = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<{rows}x{columns}xf64>, tensor<f64>) -> tensor<{rows}xf64>
  %tk = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<{rows}xf64>) -> tensor<{rows}x1xf64>
  %tm = stablehlo.divide %tk, %three : tensor<{rows}x1xf64>
  %ts = stablehlo.add %tm, %three : tensor<{rows}x1xf64>
  %h = stablehlo.rsqrt %ts : tensor<{rows}x1xf64>
  %hb = stablehlo.broadcast_in_dim %h, dims = [0, 1] : (tensor<{rows}x1xf64>) -> tensor<{rows}x{columns}xf64>
  %n = stablehlo.multiply %d, %hb : tensor<{rows}x{columns}xf64>
  return %n, %tm : tensor<{rows}x{columns}xf64>, tensor<{rows}x1xf64>
}}
"""


@needs_pages
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("rows", "columns"), [(1, 64), (2, 64), (17, 96), (40, 77)])
def test_what_follows_a_pass_step_by_step(rows: int, columns: int, target: str) -> None:
    x = np.random.default_rng(0).standard_normal((rows, columns))
    less = x - x.sum(axis=1, keepdims=True) / 3
    means = (less * less).sum(axis=1, keepdims=True) / 3
    near = [Tolerance(relative=1e-12, absolute=1e-12), Tolerance(relative=1e-12)]
    check(STEPWISE.format(rows=rows, columns=columns), [x], [less / np.sqrt(means + 3), means], near, target=target,
          workers=(1, 2, 3))


NARROW = """
func.func @main(%x: tensor<{rows}x{columns}xbf16>) -> tensor<{rows}x{columns}xbf16> {{
  %wide = stablehlo.convert %x : (tensor<{rows}x{columns}xbf16>) -> tensor<{rows}x{columns}xf32>
  %made = func.call @softmax(%wide) : (tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xf32>
  %narrow = stablehlo.convert %made : (tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xbf16>
  return %narrow : tensor<{rows}x{columns}xbf16>
}}
"""


@needs_pages
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [32, 64, 101, 130, 192, 600])
def test_rows_of_bf16(columns: int, target: str) -> None:
    """What passes hand each other lies in memory in an order of its own, but for what is left of whole steps."""
    text = NARROW.format(rows=21, columns=columns) + SOFTMAX.format(21, columns).replace("@main", "private @softmax")
    x = (4 * np.random.default_rng(columns).standard_normal((21, columns))).astype(ml_dtypes.bfloat16)
    x[3, 5], x[7, :], x[11, 1:] = np.nan, np.inf, -np.inf
    check(text, [x], [softmax(x)], Tolerance(relative=2.0**-8, absolute=1e-30), target=target, workers=(1, 2))


@pytest.mark.skipif(not Target.host().has_masks, reason="rows of this length are no whole steps elsewhere")
@pytest.mark.parametrize(("rows", "columns", "functions"), [
    (64, 1024, 1), (8, 1024, 3), (64, 4096, 3), (64, 1000, 1), (64, 400, 0)])
def test_which_rows_go_through_a_pipeline(rows: int, columns: int, functions: int) -> None:
    """The passes of a softmax are one function for rows that are many, long, and of which the first cache holds some."""
    made = lower(SOFTMAX.format(rows, columns))
    assert sum(description.startswith("row_") for description in made.code._included) == functions


@pytest.mark.parametrize("columns", [600, 1024])
def test_every_row_is_computed_in_one_order(columns: int) -> None:
    """Whichever rows a task begins with: the bits do not depend on how rows are shared out."""
    x = np.random.default_rng(0).standard_normal((203, columns)).astype(np.float32)
    module = hloom.parse(SOFTMAX.format(203, columns))
    found = [hloom.compile(module, threads=threads)(x)[0] for threads in (1, 2, 4, 7)]
    assert all(np.array_equal(found[0].view(np.int32), other.view(np.int32)) for other in found)
    alone = hloom.parse(SOFTMAX.format(40, columns))
    (few,) = hloom.compile(alone, threads=1)(x[100:140])
    assert np.array_equal(few, found[0][100:140])
