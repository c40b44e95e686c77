"""Rows in a pipeline: which kernels have one, what it computes for few rows and many, and that it touches nothing else."""

from __future__ import annotations

import sys
from functools import partial

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.cpu import kernel_function, movements, row_library, row_pipeline
from hloom.codegen.plan import schedule
from hloom.codegen.target import Target
from tests.codegen import test_running
from tests.codegen.execution import load, lower, memory_from, targets, workers
from tests.codegen.guarded import GuardedBuffer, guarded
from tests.codegen.test_rows import SOFTMAX, batched


@pytest.fixture
def any_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipelines of rows however short and few."""
    monkeypatch.setattr(row_library, "LEAST", 1)
    monkeypatch.setattr(row_pipeline, "_LEAST_ROWS", 1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", test_running.TYPES)
@pytest.mark.parametrize(("also_stored", "is_large"), [(False, False), (True, False), (False, True)])
def test_what_pipelines_compute(type: str, also_stored: bool, is_large: bool, target: str,
                                monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer rows than passes and more, in tasks of any number, whole steps and rests; past the caches and with rows asked for."""
    if target == "sse" and type == "f16":
        pytest.skip("processors this old convert f16 in a library that may not be there")
    if is_large:
        monkeypatch.setattr(kernel_function, "_LEAST_DISTANCE", 1)
        monkeypatch.setattr(kernel_function, "_IN_CACHE", 0)
        for name in ("_RESULT", "_ALL", "_ROW", "_ROW_OF_RANGES"):
            monkeypatch.setattr(movements, name, 0)
        monkeypatch.setattr(schedule, "_LARGE", 0)
    for rows, columns in ((1, 64), (2, 101), (3, 128), (7, 33), (18, 192)):
        x, v = test_running.given(type, rows, columns)
        made = lower(hloom.parse(test_running.program(type, rows, columns, also_stored)), targets()[target], 2)
        executable = load(made)
        for at_end in (True, False):
            for count in (1, 2, 3):
                with memory_from(partial(GuardedBuffer, at_end=at_end)), workers(count):
                    results = executable(guarded(x, at_end), guarded(v, at_end))
                for result, wanted in zip(results, test_running.expected(x, v)):
                    assert np.array_equal(result, wanted), (rows, columns)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("a", "b", "columns"), [(9, 11, 64), (2, 8, 128), (5, 7, 130), (40, 1, 600), (1, 3, 1024)])
@pytest.mark.parametrize("type", ["i32", "f32", "f64"])
def test_rows_of_two_loops(type: str, a: int, b: int, columns: int, target: str) -> None:
    """Rows that do not lie side by side, whose numbers are those of two loops."""
    module, whole, expected = batched(type, a, b, columns)
    executable = load(lower(module, targets()[target], 2))
    for at_end in (False, True):
        for count in (1, 2, 3):
            with memory_from(partial(GuardedBuffer, at_end=at_end)), workers(count):
                (found,) = executable(guarded(whole, at_end))
            assert np.array_equal(found, expected)


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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize(("rows", "columns"), [(1, 64), (2, 64), (17, 96), (40, 77)])
def test_what_follows_a_pass_step_by_step(rows: int, columns: int, target: str) -> None:
    executable = load(lower(hloom.parse(STEPWISE.format(rows=rows, columns=columns)), targets()[target], 2))
    x = np.random.default_rng(0).standard_normal((rows, columns))
    less = x - x.sum(axis=1, keepdims=True) / 3
    means = (less * less).sum(axis=1, keepdims=True) / 3
    for at_end in (True, False):
        for count in (1, 2, 3):
            with memory_from(partial(GuardedBuffer, at_end=at_end)), workers(count):
                found = executable(guarded(x, at_end))
            np.testing.assert_allclose(found[0], less / np.sqrt(means + 3), rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(found[1], means, rtol=1e-12)


NARROW = """
func.func @main(%x: tensor<{rows}x{columns}xbf16>) -> tensor<{rows}x{columns}xbf16> {{
  %wide = stablehlo.convert %x : (tensor<{rows}x{columns}xbf16>) -> tensor<{rows}x{columns}xf32>
  %made = func.call @softmax(%wide) : (tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xf32>
  %narrow = stablehlo.convert %made : (tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xbf16>
  return %narrow : tensor<{rows}x{columns}xbf16>
}}
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")
@pytest.mark.usefixtures("any_rows")
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("columns", [32, 64, 101, 130, 192, 600])
def test_rows_of_bf16(columns: int, target: str) -> None:
    """What passes hand each other lies in memory in an order of its own, but for what is left of whole steps."""
    text = NARROW + SOFTMAX.replace("@main", "private @softmax")
    made = lower(hloom.parse(text.format(rows=21, columns=columns)), targets()[target], 2)
    executable = load(made)
    x = (4 * np.random.default_rng(columns).standard_normal((21, columns))).astype(ml_dtypes.bfloat16)
    x[3, 5], x[7, :], x[11, 1:] = np.nan, np.inf, -np.inf
    with np.errstate(all="ignore"):
        exponentials = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True).astype(np.float64))
        wanted = exponentials / exponentials.sum(axis=1, keepdims=True)
    for at_end in (True, False):
        for count in (1, 2):
            with memory_from(partial(GuardedBuffer, at_end=at_end)), workers(count):
                (found,) = executable(guarded(x, at_end))
            np.testing.assert_allclose(found.astype(np.float64), wanted, rtol=2.0**-8, atol=1e-30)


@pytest.mark.skipif(not Target.host().has_avx512, reason="rows of this length are no whole steps elsewhere")
@pytest.mark.parametrize(("rows", "columns", "functions"), [
    (64, 1024, 1), (8, 1024, 3), (64, 4096, 3), (64, 1000, 1), (64, 400, 0)])
def test_which_rows_go_through_a_pipeline(rows: int, columns: int, functions: int) -> None:
    """The passes of a softmax are one function for rows that are many, long, and of which the first cache holds some."""
    made = lower(hloom.parse(SOFTMAX.format(rows=rows, columns=columns)))
    assert sum(description.startswith("row_") for description in made.code._included) == functions


@pytest.mark.parametrize("columns", [600, 1024])
def test_every_row_is_computed_in_one_order(columns: int) -> None:
    """Whichever rows a task begins with: the bits do not depend on how rows are shared out."""
    x = np.random.default_rng(0).standard_normal((203, columns)).astype(np.float32)
    module = hloom.parse(SOFTMAX.format(rows=203, columns=columns))
    found = [hloom.compile(module, threads=threads)(x)[0] for threads in (1, 2, 4, 7)]
    assert all(np.array_equal(found[0].view(np.int32), other.view(np.int32)) for other in found)
    alone = hloom.parse(SOFTMAX.format(rows=40, columns=columns))
    (few,) = hloom.compile(alone, threads=1)(x[100:140])
    assert np.array_equal(few, found[0][100:140])
