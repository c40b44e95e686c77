"""Matrices in compressed rows times dense ones: both engines against NumPy, and against JAX."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError

NAMES = {"f32": "float32", "f64": "float64", "complex<f32>": "complex64", "i32": "int32", "i64": "int64"}


def program(type: str, count: int, rows: int, dense: tuple[int, ...], index: str = "i32") -> str:
    shape = "x".join(map(str, dense))
    result = "x".join(map(str, (rows, *dense[1:])))
    return f"""
func.func @main(%data: tensor<{count}x{type}>, %offsets: tensor<{rows + 1}x{index}>, %columns: tensor<{count}x{index}>,
                %x: tensor<{shape}x{type}>) -> tensor<{result}x{type}> {{
  %y = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%data, %offsets, %columns, %x)
    : (tensor<{count}x{type}>, tensor<{rows + 1}x{index}>, tensor<{count}x{index}>, tensor<{shape}x{type}>)
    -> tensor<{result}x{type}>
  return %y : tensor<{result}x{type}>
}}"""


def both(text: str, *arrays: np.ndarray) -> list[np.ndarray]:
    module = hloom.parse(text)
    executable = hloom.compile(module)
    assert not executable.fallbacks
    return [np.asarray(engine[0]) for engine in (hloom.evaluate(module, *arrays), executable(*arrays))]


@pytest.mark.parametrize("index", ["i32", "i64", "ui8"])
@pytest.mark.parametrize("wide", [(), (1,), (5,), (0,)])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (7, 5), (40, 33), (3, 0), (0, 4)])
@pytest.mark.parametrize("type", NAMES)
def test_product(type: str, rows: int, columns: int, wide: tuple[int, ...], index: str) -> None:
    rng = np.random.default_rng(rows)
    places = rng.random((rows, columns)) < 0.15
    matrix = np.where(places, rng.integers(1, 9, places.shape), 0).astype(NAMES[type])
    offsets = np.concatenate([[0], np.cumsum(places.sum(1))])
    dtype = {"i32": "int32", "i64": "int64", "ui8": "uint8"}[index]
    if offsets[-1] > np.iinfo(dtype).max:
        offsets, matrix[1:] = np.minimum(offsets, offsets[1]), 0
    count = int(offsets[-1])
    x = rng.integers(-4, 5, (columns, *wide)).astype(NAMES[type])
    for found in both(program(type, count, rows, (columns, *wide), index), matrix[places][:count] if count else
                      np.zeros(0, NAMES[type]), offsets.astype(dtype), np.nonzero(places)[1][:count].astype(dtype), x):
        np.testing.assert_array_equal(found, matrix @ x)


def test_what_lies_in_no_row_or_column_counts_for_nothing() -> None:
    data, x = np.array([np.inf, 1, 2, np.nan, 3, np.inf], np.float32), np.array([1, 10, 100], np.float32)
    offsets, columns = np.array([1, 3, 3, 5], np.int32), np.array([0, 2, 1, -1, 0, 0], np.int32)
    for found in both(program("f32", 6, 3, (3,)), data, offsets, columns, x):
        np.testing.assert_array_equal(found, [120, 0, 3])
    for found in both(program("f32", 6, 3, (3,)), data, np.array([-5, 3, 99, 1 << 30], np.int32), columns * 0 + 1, x):
        np.testing.assert_array_equal(found, [np.inf, np.nan, 0])


@pytest.mark.parametrize(("index", "dtype"), [("ui8", np.uint8), ("i8", np.int8)])
def test_offsets_of_a_type_that_holds_no_number_of_all_elements(index: str, dtype: Any) -> None:
    data, columns = np.ones(300, np.float32), np.zeros(300, dtype)
    for found in both(program("f32", 300, 2, (1,), index), data, np.array([3, 50, 120], dtype), columns, np.ones(1, np.float32)):
        np.testing.assert_array_equal(found, [47, 70])


def test_wrong_shapes_are_faults() -> None:
    text = program("f32", 6, 3, (3,))
    for sign in ("->", "%y :"):
        text = text.replace(f"{sign} tensor<3xf32>", f"{sign} tensor<4xf32>")
    arrays = [np.zeros(6, np.float32), np.zeros(4, np.int32), np.zeros(6, np.int32), np.zeros(3, np.float32)]
    with pytest.raises(EvaluationError, match=r"gives no \[4\] for 3 rows times \[3\]"):
        hloom.evaluate(hloom.parse(text), *arrays)
    with pytest.raises(EvaluationError, match=r"gives no \[4\]"):
        hloom.compile(hloom.parse(text))(*arrays)


@pytest.mark.parametrize("wide", [(), (4,)])
def test_what_jax_writes(wide: tuple[int, ...]) -> None:
    jax = pytest.importorskip("jax")
    from jax.experimental import sparse

    rng = np.random.default_rng(3)
    matrix = np.where(rng.random((9, 12)) < 0.3, rng.standard_normal((9, 12)), 0).astype(np.float32)
    x = rng.standard_normal((12, *wide)).astype(np.float32)

    def product(matrix: Any, x: Any) -> Any:
        return sparse.BCSR.fromdense(matrix, nse=40) @ x

    text = jax.jit(product).lower(matrix, x).as_text()
    assert "cpu_csr_sparse_dense_ffi" in text
    for found in both(text, matrix, x):
        np.testing.assert_allclose(found, product(matrix, x), rtol=1e-5, atol=1e-5)
