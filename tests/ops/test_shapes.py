"""Shapes of results: unknown sizes, upper bounds, windows, reshaped indices."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import hloom.ops.builtin.module
import hloom.ops.stablehlo.gather
import hloom.ops.stablehlo.windows
from hloom.expr.index import Dim, evaluate
from hloom.ir.types import DYNAMIC, TensorType, tensor
from hloom.numbers.element_type import F32, I32
from hloom.ops.common.attributes import DotDimensionNumbers, TypeExtensions
from hloom.ops.common.shapes import most_specific, static_or_bounded, window_count
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.movement import padded, reshaped_index
from tests.ops.drawing.language import body, value

assert hloom and DotGeneral


def bounded(shape: tuple[int, ...], *bounds: int | None) -> TensorType:
    return TensorType(shape, F32, TypeExtensions(bounds) if bounds else None)


def inferred(name: str, *types: TensorType, **options: object) -> TensorType:
    return REGISTRY[f"stablehlo.{name}"].create(*map(value, types), **options).results[0].type


D = DYNAMIC


def test_most_specific() -> None:
    assert most_specific(tensor((D, 3, D), F32), tensor((2, D, D), F32)) is tensor((2, 3, D), F32)
    assert most_specific(bounded((D, D), 4, 7), bounded((D, D), 5, None)) is bounded((D, D), 4, 7)
    assert most_specific(bounded((D, D), 4, 7), tensor((3, D), F32)) is bounded((3, D), None, 7)


def test_static_or_bounded() -> None:
    assert static_or_bounded.holds(bounded((2, D), None, 4)) and static_or_bounded.holds(tensor((2,), F32))
    assert not static_or_bounded.holds(tensor((D,), F32)) and not static_or_bounded.holds(bounded((D, D), 4, 5))


@pytest.mark.parametrize("found, expected", [
    (lambda: inferred("add", tensor((D, 3), F32), tensor((2, D), F32)), tensor((2, 3), F32)),
    (lambda: inferred("transpose", bounded((D, 3), 5, None), permutation=[1, 0]), bounded((3, D), None, 5)),
    (lambda: inferred("concatenate", bounded((D, 3), 5, None), tensor((2, 3), F32), dimension=0),
     bounded((D, 3), 7, None)),
    (lambda: inferred("concatenate", tensor((D, 3), F32), tensor((2, D), F32), dimension=0), tensor((D, 3), F32)),
    (lambda: inferred("slice", bounded((D,), 5), start_indices=[1], limit_indices=[5], strides=[2]), tensor((2,), F32)),
    (lambda: inferred("pad", bounded((D,), 5), tensor((), F32), edge_padding_low=[1], edge_padding_high=[0],
                      interior_padding=[1]), bounded((D,), 10)),
    (lambda: inferred("reduce", bounded((D, D), 5, 6), tensor((), F32), dimensions=[0], regions=[body(F32, "add")]),
     bounded((D,), 6)),
    (lambda: inferred("dot_general", bounded((D, 3), 5, None), tensor((3, D), F32),
                      dot_dimension_numbers=DotDimensionNumbers((), (), (1,), (0,))), bounded((D, D), 5, None)),
    (lambda: inferred("dynamic_slice", bounded((D,), 5), tensor((), I32), slice_sizes=[2]), tensor((2,), F32)),
    (lambda: inferred("reduce_window", bounded((D,), 9), tensor((), F32), window_dimensions=[3], window_strides=[2],
                      regions=[body(F32, "add")]), bounded((D,), 4)),
])
def test_inference(found, expected: TensorType) -> None:
    assert found() is expected


def test_window_count_counts_places() -> None:
    for size, low, high, window, stride, base, dilation in product((0, 1, 4), (-1, 0, 2), (-1, 0, 1), (1, 3), (1, 2),
                                                                   (1, 3), (1, 2)):
        extent = (size - 1) * base + 1 if size else 0
        length = low + extent + high
        reach = (window - 1) * dilation + 1
        places = len(range(0, length - reach + 1, stride)) if length > 0 else 0
        assert window_count(size, low, high, window, stride, base, dilation) == places
    assert window_count(DYNAMIC, 0, 0, 1, 1, 1, 1) == DYNAMIC


@pytest.mark.parametrize("shape, source",
                         [((6,), (2, 3)), ((2, 3, 4), (6, 4)), ((4, 6), (2, 2, 3, 2)), ((1, 6, 1), (3, 1, 2)),
                                           ((2, 15, 2), (6, 10)), ((), (1, 1)), ((1,), ())])
def test_reshaped_index(shape: tuple[int, ...], source: tuple[int, ...]) -> None:
    numbers = np.arange(int(np.prod(shape))).reshape(source)
    index = reshaped_index([Dim(k) for k in range(len(shape))], shape, source)
    for flat, place in enumerate(np.ndindex(*shape)):
        values = {Dim(k): v for k, v in enumerate(place)}
        assert numbers[tuple(k if isinstance(k, int) else evaluate(k, values) for k in index)] == flat


def test_equal_runs_of_dimensions_stay_apart() -> None:
    a, b, c = (Dim(k) for k in range(3))
    assert reshaped_index([a, b, c], (5, 2, 3), (5, 6)) == [a, b * 3 + c]


def test_padding_cuts_after_it_dilates() -> None:
    x = np.array([1, 2, 3])
    for low, high, gap in product(range(-6, 3), range(-6, 3), range(3)):
        dilated = np.zeros(2 * gap + 3, int)
        dilated[:: gap + 1] = x
        wide = np.concatenate([np.zeros(max(low, 0), int), dilated, np.zeros(max(high, 0), int)])
        expected = wide[max(-low, 0) : max(len(wide) - max(-high, 0), 0)]
        if low + len(dilated) + high >= 0:
            np.testing.assert_array_equal(padded(x, 0, [low], [high], [gap]), expected)
