"""Scatters of very many updates to few elements, in parts that are combined at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, run_passes
from tests.harness import compiled, run


def program(shape: tuple[int, ...], indices: tuple[int, ...], updates: tuple[int, ...], numbers: str, type: str, index: str,
            function: str, more: str = "") -> str:
    x, i, u = (f"tensor<{'x'.join(map(str, [*s, t]))}>" for s, t in ((shape, type), (indices, index), (updates, type)))
    return f"""func.func @main(%x: {x}, %i: {i}, %u: {u}) -> {x} {{
        %0 = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>{more}}}> ({{
        ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
          %r = stablehlo.{function} %a, %b : tensor<{type}>
          stablehlo.return %r : tensor<{type}>
        }}) : ({x}, {i}, {u}) -> {x}
        return %0 : {x} }}"""


ELEMENTS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
FUNCTIONS: dict[str, Any] = {"add": np.add, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum,
                             "or": np.bitwise_or}


def is_in_parts(text: str) -> bool:
    module = run_passes(hloom.parse(text), [PASSES["decompose"]])
    return any(op.name == "stablehlo.reduce" for op in module.walk())


@pytest.mark.parametrize(("type", "index", "function"), [
    ("i32", "i32", "add"), ("i8", "i64", "multiply"), ("ui16", "ui32", "or"), ("f32", "i32", "maximum"),
    ("f64", "i64", "minimum"), ("f32", "i32", "add"), ("bf16", "ui64", "add")])
@pytest.mark.parametrize("count", [70_000, 70_003])
def test_elements(type: str, index: str, function: str, count: int) -> None:
    """Small integers, whose sums are exact in f32; some indices lie outside."""
    rng, dtype = np.random.default_rng(count), element_type(type).dtype
    x, u = (rng.integers(0, 3, n).astype(dtype) for n in (50, count))
    wanted = rng.integers(0 if index.startswith("ui") else -2, 53, count)
    text = program((50,), (count, 1), (count,), ELEMENTS, type, index, function)
    assert is_in_parts(text)
    (found,) = run(compiled(text), x, wanted.reshape(-1, 1).astype(element_type(index).dtype), u)
    inside = (wanted >= 0) & (wanted < 50)
    expected = x.astype(np.float64) if type in ("f32", "f64", "bf16") else x.copy()
    FUNCTIONS[function].at(expected, wanted[inside], u[inside].astype(expected.dtype))
    assert np.array_equal(found, expected.astype(dtype))


def test_windows() -> None:
    """Windows behind and before the updates' own dimensions, several of these, indices of two numbers."""
    rng = np.random.default_rng(0)
    cases = [((20, 6), (30_000, 1), (30_000, 6), "update_window_dims = [1], inserted_window_dims = [0], "
              "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
             ((6, 20), (30_000, 1), (6, 30_000), "update_window_dims = [0], inserted_window_dims = [1], "
              "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"),
             ((9, 20), (301, 300, 2), (301, 300), "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], "
              "index_vector_dim = 2")]
    for shape, indices, updates, numbers in cases:
        text = program(shape, indices, updates, numbers, "i32", "i32", "add")
        assert is_in_parts(text)
        x, u = (rng.integers(0, 9, s).astype(np.int32) for s in (shape, updates))
        i: Any = rng.integers(0, 20, indices).astype(np.int32)
        expected = x.copy()
        if indices[-1] == 2:
            inside = i[..., 1] < 9
            np.add.at(expected, (i[..., 1][inside], i[..., 0][inside]), u[inside])
        elif shape[0] == 20:
            np.add.at(expected, i[:, 0], u)
        else:
            np.add.at(expected.T, i[:, 0], u.T)
        assert np.array_equal(run(compiled(text), x, i, u)[0], expected)


@pytest.mark.parametrize(("type", "function", "number"), [
    ("i32", "multiply", -1), ("f32", "maximum", -2), ("ui8", "minimum", 9), ("f32", "add", -0.0)])
def test_indices_without_components(type: str, function: str, number: float) -> None:
    """All updates are of the same window; what fills up the last part changes nothing in it."""
    numbers = "update_window_dims = [1], index_vector_dim = 1"
    text = program((3,), (30_002, 0), (30_002, 3), numbers, type, "i32", function)
    assert is_in_parts(text)
    x, u = (np.full(shape, number, element_type(type).dtype) for shape in ((3,), (30_002, 3)))
    (found,) = run(compiled(text), x, np.zeros((30_002, 0), np.int32), u)
    assert found.tobytes() == x.tobytes()


@pytest.mark.parametrize("text", [
    program((50,), (60_000, 1), (60_000,), ELEMENTS, "f32", "i32", "add"),  # too few
    program((5000,), (70_000, 1), (70_000,), ELEMENTS, "f32", "i32", "add"),  # too many places
    program((50,), (70_000, 1), (70_000,), ELEMENTS, "f32", "i32", "subtract"),  # in this order
    program((50,), (70_000, 1), (70_000,), ELEMENTS, "complex<f32>", "i32", "add"),
    program((50,), (70_000, 1), (70_000,), ELEMENTS, "f32", "i8", "add"),
])
def test_others_stay(text: str) -> None:
    assert not is_in_parts(text)


def test_sums_are_the_same_on_any_number_of_threads() -> None:
    text = program((50,), (70_000, 1), (70_000,), ELEMENTS, "f32", "i32", "add")
    rng = np.random.default_rng(3)
    x, u = (rng.standard_normal(n).astype(np.float32) for n in (50, 70_000))
    i = rng.integers(0, 50, (70_000, 1)).astype(np.int32)
    found = {run(compiled(text, workers=n), x, i, u)[0].tobytes() for n in (1, 2, 4)}
    assert len(found) == 1
