"""Places of greatest and least elements as two reductions: which bodies, ties, zeros of both signs, NaN, and what stays."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, run_passes
from tests.harness import compiled, run

#: As JAX writes them: the first of equal elements, and the first that is no number.
PLACE = """%p = stablehlo.compare {direction}, %a, %b : (tensor<{t}>, tensor<{t}>) -> tensor<i1>
    %n = stablehlo.compare NE, %a, %a : (tensor<{t}>, tensor<{t}>) -> tensor<i1>
    %o = stablehlo.or %p, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a, %b : (tensor<{t}>, tensor<{t}>) -> tensor<i1>
    %l = stablehlo.compare LT, %i, %j : (tensor<{k}>, tensor<{k}>) -> tensor<i1>
    %m = stablehlo.and %e, %l : tensor<i1>
    %q = stablehlo.or %o, %m : tensor<i1>
    %x0 = stablehlo.select %o, %a, %b : tensor<i1>, tensor<{t}>
    %x1 = stablehlo.select %q, %i, %j : tensor<i1>, tensor<{k}>"""
#: Without a word on NaN, and ties to the first by the order of the arguments.
PLAIN = """%p = stablehlo.compare {direction}E, %a, %b : (tensor<{t}>, tensor<{t}>) -> tensor<i1>
    %x0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<{t}>
    %x1 = stablehlo.select %p, %i, %j : tensor<i1>, tensor<{k}>"""


def program(shape: tuple[int, ...], dimension: int, type: str, index: str, start: str, body: str,
            uses_value: bool = False) -> str:
    dims, rest = "x".join(map(str, shape)), "".join(f"{n}x" for d, n in enumerate(shape) if d != dimension)
    results = ([f"tensor<{rest}{type}>"] if uses_value else []) + [f"tensor<{rest}{index}>"]
    return f"""func.func @main(%x: tensor<{dims}x{type}>) -> ({', '.join(results)}) {{
        %k = stablehlo.iota dim = {dimension} : tensor<{dims}x{index}>
        %v = stablehlo.constant dense<{start}> : tensor<{type}>
        %z = stablehlo.constant dense<0> : tensor<{index}>
        %r:2 = "stablehlo.reduce"(%x, %k, %v, %z) <{{dimensions = array<i64: {dimension}>}}> ({{
        ^bb0(%a: tensor<{type}>, %i: tensor<{index}>, %b: tensor<{type}>, %j: tensor<{index}>):
          {body}
          stablehlo.return %x0, %x1 : tensor<{type}>, tensor<{index}>
        }}) : (tensor<{dims}x{type}>, tensor<{dims}x{index}>, tensor<{type}>, tensor<{index}>) ->
            (tensor<{rest}{type}>, tensor<{rest}{index}>)
        return {'%r#0, ' if uses_value else ''}%r#1 : {', '.join(results)} }}"""


def is_taken_apart(text: str) -> bool:
    module = run_passes(hloom.parse(text), [PASSES["decompose"]])
    return all(len(op.inputs) == 1 for op in module.walk() if op.name == "stablehlo.reduce")


LOWEST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "bf16": "0xFF80", "i32": "-2147483648", "i8": "-128", "ui16": "0"}
HIGHEST = {"f32": "0x7F800000", "f64": "0x7FF0000000000000", "bf16": "0x7F80", "i32": "2147483647", "i8": "127", "ui16": "65535"}


@pytest.mark.parametrize("type", sorted(LOWEST))
@pytest.mark.parametrize("direction", ["GT", "LT"])
def test_places(type: str, direction: str) -> None:
    dtype, rng = element_type(type).dtype, np.random.default_rng(0)
    start = (LOWEST if direction == "GT" else HIGHEST)[type]
    for shape, dimension, index in [((5, 200), 1, "i64"), ((70, 33), 0, "i32"), ((3, 39, 5), 1, "ui32"),
                                    ((400,), 0, "i16")]:
        x = rng.integers(0, 6, shape).astype(dtype)
        if type in ("f32", "f64", "bf16"):
            x = np.where(rng.integers(0, 3, shape) == 0, -x, x)  # zeros of both signs
            flat = np.moveaxis(x, dimension, 0)
            flat[:, ...] = np.where(rng.integers(0, 90, flat.shape) == 0, np.nan, flat)
            if len(shape) > 1:
                flat[:, 0] = np.inf if direction == "LT" else -np.inf
        text = program(shape, dimension, type, index, start, PLACE.format(direction=direction, t=type, k=index))
        assert is_taken_apart(text)
        (found,) = run(compiled(text), np.ascontiguousarray(x))
        wide = x.astype(np.float64)  # NumPy takes the first that is no number, too
        assert np.array_equal(found, wide.argmax(dimension) if direction == "GT" else wide.argmin(dimension))


@pytest.mark.parametrize("direction", ["GT", "LT"])
@pytest.mark.parametrize("index", ["i64", "i16", "ui32"])
def test_truth_values(direction: str, index: str) -> None:
    """Of rows that have both, one, and another one only."""
    rng = np.random.default_rng(0)
    start = "false" if direction == "GT" else "true"
    for shape, dimension in [((6, 200), 1), ((70, 33), 0), ((3, 39, 5), 1), ((401,), 0), ((5, 1), 1), ((300_001,), 0)]:
        if prod(shape) > np.iinfo(element_type(index).dtype).max:
            continue
        x = rng.integers(0, 9, shape) == 0
        rows = np.moveaxis(x, dimension, -1)
        if rows.ndim > 1:
            rows[0], rows[1] = False, True
        text = program(shape, dimension, "i1", index, start, PLACE.format(direction=direction, t="i1", k=index), uses_value=True)
        assert is_taken_apart(text)
        value, place = run(compiled(text), np.ascontiguousarray(x))
        assert np.array_equal(place, x.argmax(dimension) if direction == "GT" else x.argmin(dimension))
        assert np.array_equal(value, x.max(dimension) if direction == "GT" else x.min(dimension))


@pytest.mark.parametrize("type", ["f32", "i8", "bf16"])
def test_one_element(type: str) -> None:
    text = program((3, 1, 7), 1, type, "i32", LOWEST[type], PLACE.format(direction="GT", t=type, k="i32"), uses_value=True)
    module = run_passes(hloom.parse(text), [PASSES["decompose"]])
    assert not any(op.name == "stablehlo.reduce" for op in module.walk())
    x = np.array([1, -0.0, 0, 3, -5, 7, 2] * 3).reshape(3, 1, 7).astype(element_type(type).dtype)
    if type != "i8":
        x[1, 0, :3] = np.nan, -np.inf, np.inf
    value, place = run(compiled(text), x)
    assert value.tobytes() == x.tobytes() and not place.any()


def test_values_of_integers() -> None:
    text = program((6, 50), 1, "i32", "i32", LOWEST["i32"], PLAIN.format(direction="G", t="i32", k="i32"), uses_value=True)
    assert is_taken_apart(text)
    x = np.random.default_rng(1).integers(-9, 9, (6, 50)).astype(np.int32)
    value, place = run(compiled(text), x)
    assert np.array_equal(value, x.max(1)) and np.array_equal(place, x.argmax(1))


@pytest.mark.parametrize(("type", "start", "body"), [
    ("f32", LOWEST["f32"], PLAIN.format(direction="G", t="f32", k="i32")),  # NaN is less than nothing there
    ("i32", "0", PLAIN.format(direction="G", t="i32", k="i32")),  # starts in between
    ("i32", LOWEST["i32"], PLAIN.format(direction="G", t="i32", k="i32").replace("GE", "GT")),  # the last of equal ones
    ("i32", LOWEST["i32"], PLAIN.format(direction="G", t="i32", k="i32").replace("%p, %i, %j", "%p, %j, %i")),
    # The union of bits is the greater one of 0, 1 and the greatest number.
    ("ui16", "0", PLAIN.format(direction="G", t="ui16", k="i32").replace(
        "select %p, %a, %b : tensor<i1>, tensor<ui16>", "or %a, %b : tensor<ui16>")),
    ("i32", LOWEST["i32"], PLACE.format(direction="GT", t="i32", k="i32").replace("LT, %i, %j", "LT, %i, %b")),  # a place
])
def test_other_bodies_stay(type: str, start: str, body: str) -> None:
    assert not is_taken_apart(program((4, 80), 1, type, "i32", start, body))


def test_short_rows_stay() -> None:
    assert not is_taken_apart(program((40, 8), 1, "f32", "i32", LOWEST["f32"], PLACE.format(direction="GT", t="f32", k="i32")))


def test_values_of_floats() -> None:
    """The first of equal zeros, whatever its sign, and the first that is no number."""
    text = program((5, 40), 1, "f32", "i32", LOWEST["f32"], PLACE.format(direction="GT", t="f32", k="i32"), uses_value=True)
    x = np.full((5, 40), -1, np.float32)
    x[0, [3, 7]], x[1, [3, 7]], x[2, 9], x[3, 4] = (-0.0, 0.0), (0.0, -0.0), np.nan, 5
    x[4] = -np.inf
    value, place = run(compiled(text), x)
    assert place.tolist() == [3, 3, 9, 4, 0]
    assert value.tobytes() == x[range(5), place].tobytes()
