"""Regions of elementwise operations on arrays: what a body gives for samples, by which it is known what it may be used for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Region, Value
from hloom.numbers.element_type import ElementType
from hloom.numbers.rounding import quietly
from hloom.ops.definition.operation import Op

Array = np.ndarray
_SAMPLES = 64
#: Differences of sums in another order, relative to the samples, by the bits of a significand.
_TOLERANCE = 16


def region_values(region: Region, arrays: Sequence[Array]) -> tuple[Array, ...] | None:
    """What a region of scalar elementwise operations gives for each element of arrays of one shape; None for other regions."""
    known: dict[Value, Array] = dict(zip(region.arguments, arrays, strict=True))
    shape = arrays[0].shape
    with quietly():
        for op in region.block.operations[:-1]:
            if not isinstance(op, Op) or op.eval is None or op.regions or any(v not in known for v in op.operands):
                return None
            if op.operands and not op.is_elementwise:
                return None
            found: Any = op.eval(*(known[v] for v in op.operands))
            values = found if isinstance(found, tuple) else (found,)
            known.update((r, np.broadcast_to(np.asarray(value), shape)) for r, value in zip(op.results, values))
    results = region.block.terminator.operands
    return tuple(known[v] for v in results) if all(v in known for v in results) else None


def is_monoid(region: Region, initial: Sequence[Array], types: Sequence[ElementType]) -> bool:
    """Whether, as far as samples show, a body combines associatively, and with `initial` on either side gives the other side.

    A program must see to that where an operation leaves the order of a reduction open (StableHLO spec: reduce, reduce_window).
    """
    a, b, c = (_samples(types, seed) for seed in range(3))
    start = [np.broadcast_to(x, (_SAMPLES,)) for x in initial]

    def combined(left: Sequence[Array], right: Sequence[Array]) -> tuple[Array, ...] | None:
        return region_values(region, [*left, *right])

    before, after = combined(start, a), combined(a, start)
    ab, bc = combined(a, b), combined(b, c)
    if before is None or after is None or ab is None or bc is None:
        return False
    if not all(_are_equal(x, y) for found in (before, after) for x, y in zip(found, a)):
        return False
    left, right = combined(ab, c), combined(a, bc)
    return left is not None and right is not None and all(_are_near(x, y, t) for x, y, t in zip(left, right, types))


def _samples(types: Sequence[ElementType], seed: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    found = []
    for type in types:
        drawn = rng.uniform(0.25, 2.0, _SAMPLES) * rng.choice([-1, 1], _SAMPLES)
        if type.is_complex:
            drawn = drawn + 1j * rng.uniform(-2.0, 2.0, _SAMPLES)
        elif not type.is_float:
            lowest = -8 if type.kind == "sint" else 0
            drawn = rng.integers(max(lowest, -(1 << (type.width - 1))), min(8, 1 << (type.width - 1)), _SAMPLES)
        found.append(drawn.astype(type.dtype))
    return found


def _are_equal(x: Array, y: Array) -> bool:
    return bool(np.all((x == y) | ((x != x) & (y != y))))


def _are_near(x: Array, y: Array, type: ElementType) -> bool:
    if not (type.is_float or type.is_complex):
        return bool(np.all(x == y))
    wide = np.complex128 if type.is_complex else np.float64
    x, y = x.astype(wide), y.astype(wide)
    bound = _TOLERANCE * float(np.spacing(np.ones(1, type.part.dtype))[0]) * (1 + np.abs(y))
    return bool(np.all((np.abs(x - y) <= bound) | ((x != x) & (y != y))))
