"""Maps of random operations of every structured kind, against what changes: nothing that is not named, in both directions; where
NaN shows in all that reads it, nothing else is named either."""

from __future__ import annotations

import os
import zlib
from typing import Any

import numpy as np
import pytest

from hloom.analysis.dependence import input_to_output, output_to_input
from hloom.ir.types import TensorType
from hloom.numbers.element_type import of_dtype
from tests.analysis.points import related
from tests.ops.drawing.language import DRAW, any_numbers, evaluate, sizes_from

#: Operations of floats in whose results a NaN shows wherever it is read.
TRANSPARENT = {"broadcast", "broadcast_in_dim", "concatenate", "convolution", "dot", "dot_general", "einsum", "pad", "reshape",
               "reverse", "slice", "transpose", "unary_einsum"}
SEEDS = max(6, int(os.environ.get("RANDOM_MAPS", "0")) // 20)


def small(rng: np.random.Generator, rank: int, most: int) -> tuple[int, ...]:
    return tuple(int(n) for n in rng.integers(1, min(most, 3) + 1, rank))


def same_bits(a: Any, b: Any) -> np.ndarray:
    a, b = (np.ascontiguousarray(x).reshape(-1) for x in (a, b))
    width = a.dtype.itemsize
    return (a.view(np.uint8).reshape(-1, width) == b.view(np.uint8).reshape(-1, width)).all(axis=1)


def drawn(name: str, seed: int) -> tuple[Any, list[np.ndarray], np.random.Generator]:
    rng = np.random.default_rng(zlib.crc32(f"{name}{seed}".encode()))
    with sizes_from(small):
        op, arrays = DRAW[f"stablehlo.{name}"](rng)
    return op, [np.asarray(a) for a in arrays], rng


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", sorted(n.removeprefix("stablehlo.") for n in DRAW))
def test_nothing_else_changes(name: str, seed: int) -> None:
    op, arrays, rng = drawn(name, seed)
    before = evaluate(op, arrays)
    for number, x in enumerate(arrays):
        back = input_to_output(op, number)
        for n, result in enumerate(op.results):
            if not isinstance(result.type, TensorType) or x.size * max(np.size(before[n]), 1) > 50_000:
                continue
            maps = output_to_input(op, n)[number]
            assert not any(map.is_undefined for map in maps), op
            named = related(maps, np.shape(before[n]), x.shape)
            assert np.array_equal(named, related(back[n], x.shape, np.shape(before[n])).T), (op, number)
            places = range(x.size) if x.size <= 12 else rng.choice(x.size, 12, replace=False)
            for place in places:
                for value in any_numbers(rng, of_dtype(x.dtype), (2,)):
                    other = x.copy()
                    other.flat[place] = value
                    after = evaluate(op, [*arrays[:number], other, *arrays[number + 1 :]])[n]
                    assert not (~same_bits(before[n], after) & ~named[:, place]).any(), (op, number, place)


@pytest.mark.parametrize("seed", range(2 * SEEDS))
@pytest.mark.parametrize("name", sorted(TRANSPARENT))
def test_nothing_else_is_named(name: str, seed: int) -> None:
    for attempt in range(400):
        op, arrays, _ = drawn(name, 1000 * (attempt + 1) + seed)
        types = [of_dtype(a.dtype).name for a in arrays] + [v.type.element.name for v in op.results]
        if set(types) <= {"f32", "f64"}:
            break
    else:
        raise AssertionError(f"no {name} of floats")
    arrays = [np.ones_like(a) for a in arrays]
    for number, x in enumerate(arrays[: 1 if name in ("convolution", "pad") else None]):
        # (A place of a kernel that meets only padding is named all the same, and so is the value of a padding that is cut off.)
        (result,) = evaluate(op, arrays)
        named = related(output_to_input(op)[number], np.shape(result), x.shape)
        for place in range(min(x.size, 24)):
            other = x.copy()
            other.flat[place] = np.nan
            (after,) = evaluate(op, [*arrays[:number], other, *arrays[number + 1 :]])
            assert np.array_equal(np.isnan(np.asarray(after, np.float64)).reshape(-1), named[:, place]), (op, number, place)


