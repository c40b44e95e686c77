"""Compiled select_and_scatter between guard pages, against the evaluator: bit by bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.numbers.element_type import ELEMENT_TYPES
from tests import harness
from tests.harness import targets

ADD = "%0 = stablehlo.add %x, %y : tensor<{}>"
#: Shape, window's sizes, strides and padding: lanes of one group and of several, with a remainder; none; padding on every side.
CASES = [
    ((2, 7, 6, 5), (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (0, 1), (1, 0), (0, 0))),
    ((2, 5, 5, 70), (1, 2, 2, 1), (1, 1, 1, 1), ((0, 0),) * 4),
    ((3, 2, 9, 8), (1, 1, 3, 3), (1, 1, 2, 2), ((0, 0), (0, 0), (1, 1), (1, 1))),
    ((4, 3), (1, 1), (1, 1), ((0, 0), (0, 0))),
    ((5, 1, 4), (2, 1, 1), (3, 1, 1), ((0, 2), (0, 0), (0, 0))),
    ((9,), (4,), (3,), ((6, 5),)),
    ((2, 3), (1, 2), (1, 2), ((2, 0), (0, 3))),
    ((2, 3, 4), (2, 2, 2), (1, 1, 1), ((1, 1), (0, 1), (1, 0))),
    ((), (), (), ()),
    ((0, 3), (1, 2), (1, 1), ((0, 0), (0, 0))),
    ((3, 2), (4, 1), (1, 1), ((0, 0), (0, 0))),
]


def text_of(case: Any, element: str, direction: str = "GE", scatter: str = ADD, widened: str | None = None) -> tuple[str, Any]:
    """A program with one select_and_scatter, and the shapes of operand and source."""
    shape, sizes, strides, padding = case
    source = tuple(max(0, (n + low + high - size) // stride + 1) if n + low + high >= size else 0
                   for n, size, stride, (low, high) in zip(shape, sizes, strides, padding))
    def tensor(shape: Any, type: str) -> str:
        return "tensor<" + "".join(f"{n}x" for n in shape) + type + ">"
    a, b, scalar, into = tensor(shape, element), tensor(source, element), f"tensor<{element}>", widened or element
    result = tensor(shape, into)
    table = f"dense<[{', '.join(f'[{low}, {high}]' for low, high in padding)}]> : tensor<{len(shape)}x2xi64>"
    window = "" if not shape else f"""<{{window_dimensions = array<i64: {', '.join(map(str, sizes))}>,
            window_strides = array<i64: {', '.join(map(str, strides))}>, padding = {table}}}>"""
    if not shape:
        window = "<{window_dimensions = array<i64>}>"
    return f"""(%a: {a}, %b: {b}, %c: {scalar}) -> {result} {{
        %r = "stablehlo.select_and_scatter"(%a, %b, %c) {window} ({{
        ^bb0(%x: {scalar}, %y: {scalar}):
            %0 = stablehlo.compare {direction}, %x, %y : ({scalar}, {scalar}) -> tensor<i1>
            stablehlo.return %0 : tensor<i1>
        }}, {{
        ^bb0(%x: tensor<{into}>, %y: tensor<{into}>):
            {scatter.format(into)}
            stablehlo.return %0 : tensor<{into}>
        }}) : ({a}, {b}, {scalar}) -> {result}
        return %r : {result} }}""", (shape, source)


def drawn(shape: Any, element: str, random: np.random.Generator) -> np.ndarray:
    """Few values, so that there are ties; some are special."""
    dtype = ELEMENT_TYPES[element].dtype
    values = random.integers(0, 4, shape) if dtype.kind in "iub" else random.integers(-2, 3, shape).astype(float)
    if dtype.kind not in "iub":
        values = np.where(random.random(shape) < 0.1, random.choice([np.nan, -0.0, np.inf], shape), values)
    if dtype.kind == "c":
        values = values + 1j * random.integers(-1, 2, shape)
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(dtype)


def check(case: Any, element: str, target: Any = None, **how: Any) -> None:
    if element.startswith("complex"):  # not ordered
        how["direction"] = "NE"
    text, shapes = text_of(case, element, **how)
    random = np.random.default_rng(len(text))
    arrays = [drawn(s, element, random) for s in (*shapes, ())]
    made = harness.check(text, arrays, target=target, what=(case, element, how))
    assert not made.program.callbacks


@pytest.mark.parametrize("element", ["f32", "bf16", "complex<f64>"])
def test_windows(element: str) -> None:
    for case in CASES:
        check(case, element)


@pytest.mark.parametrize("element", ["f64", "f16", "f8E4M3FN", "i1", "i4", "ui8", "i16", "ui32", "i64", "complex<f32>"])
def test_element_types(element: str) -> None:
    check(CASES[0], element)
    check(CASES[2], element)


def test_comparisons_and_combinations() -> None:
    for direction in ("GT", "LE", "LT", "EQ", "NE"):
        check(CASES[0], "f32", direction=direction)
    check(CASES[0], "f32", scatter="%0 = stablehlo.subtract %y, %x : tensor<{}>")
    check(CASES[2], "i32", scatter="%1 = stablehlo.multiply %x, %x : tensor<{0}>\n%0 = stablehlo.maximum %1, %y : tensor<{0}>")


def test_the_sum_may_be_wider() -> None:
    check(CASES[0], "f32", widened="f64")
    check(CASES[2], "i8", widened="i32")


@pytest.mark.parametrize("name", [t for t in targets() if t != "host"])
def test_narrower_registers(name: str) -> None:
    check(CASES[0], "f32", name)
    check(CASES[1], "f32", name)
