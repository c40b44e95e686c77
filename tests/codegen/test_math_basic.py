"""Roundings, extrema, sign and remainder: exact results."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.math import FUNCTIONS
from tests.codegen.math_harness import DTYPES, WIDTHS, apply, edges, random_bits, real, same

ELEMENTS = ["float", "double"]


def pairs(dtype: np.dtype, count: int = 30_000) -> tuple[np.ndarray, np.ndarray]:
    """Every pair of edges, pairs of random bit patterns, and pairs of moderate numbers."""
    x, y = (a.ravel() for a in np.meshgrid(edges(dtype), edges(dtype)))
    moderate = np.random.default_rng(1).normal(0, 3, (2, count)).astype(dtype)
    return (np.concatenate([x, random_bits(dtype, count, 1), moderate[0]]),
            np.concatenate([y, random_bits(dtype, count, 2), moderate[1]]))


def maximum(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, np.where(np.signbit(x), y, x), np.maximum(x, y))


def minimum(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, np.where(np.signbit(x), x, y), np.minimum(x, y))


def half_away(x: np.ndarray) -> np.ndarray:
    return np.copysign(np.where(np.abs(x - np.trunc(x)) == 0.5, np.ceil(np.abs(x)), np.rint(np.abs(x))), x)


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("name,reference", [("maximum", maximum), ("minimum", minimum), ("remainder", np.fmod)])
def test_two_arguments(name: str, reference: Callable[..., np.ndarray], element: str) -> None:
    x, y = pairs(DTYPES[element])
    with np.errstate(all="ignore"):
        want = reference(x, y)
    for width in WIDTHS[element]:
        assert same(real(name, x, y, width=width), want).all(), width


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("number", [0.0, -0.0, 1.5, -2.0, float("inf"), float("nan")])
@pytest.mark.parametrize("name,reference", [("maximum", maximum), ("minimum", minimum)])
def test_extremum_with_a_constant(name: str, reference: Callable[..., np.ndarray], number: float, element: str) -> None:
    x, _ = pairs(DTYPES[element], 1000)

    def right(f: Function, a: Value) -> Value:
        return FUNCTIONS[name](f, a, constant(a.type, number))

    def left(f: Function, a: Value) -> Value:
        return FUNCTIONS[name](f, constant(a.type, number), a)

    want = reference(x, np.full_like(x, number))
    assert same(apply(right, element, 4, x), want).all()
    assert same(apply(left, element, 1, x), want).all()


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("name,reference", [
    ("floor", np.floor), ("ceil", np.ceil), ("sqrt", np.sqrt), ("round_nearest_even", np.rint),
    ("round_nearest_afz", half_away), ("sign", lambda x: np.where(x == 0, x, np.sign(x))),
])
def test_one_argument(name: str, reference: Callable[..., np.ndarray], element: str) -> None:
    dtype = DTYPES[element]
    halves = np.arange(-40, 40).astype(dtype) / 2
    x = np.concatenate([edges(dtype), halves, np.nextafter(halves, np.inf), random_bits(dtype, 30_000)]).astype(dtype)
    with np.errstate(all="ignore"):
        want = reference(x)
    for width in WIDTHS[element]:
        assert same(real(name, x, width=width), want.astype(dtype)).all(), width
