"""Which products fill tile registers (`llvm.dot_products`): steps of equal depth along k, and rows at equal distances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hloom.codegen.llvm.dot_products import WORDS
from hloom.codegen.machine import Machine
from hloom.support.diagnostics import InternalError


def tile_depth(machine: Machine, groups: int) -> int | None:
    """How many groups of k a step has where a run of k has so many; None for numbers of which no part fills tiles well.

    >>> [tile_depth(Machine(), groups) for groups in (64, 392, 20, 37, 4)]
    [16, 14, 10, None, None]
    """
    found = next((n for n in range(WORDS, machine.blocking.worth_a_tile_step - 1, -1) if groups % n == 0), None)
    return found if groups else None


def distances(offsets: Sequence[int]) -> set[int]:
    """The distances of rows at these offsets from one to the next."""
    return {b - a for a, b in pairwise(offsets)}


def uniform_stride(offsets: tuple[int, ...]) -> int:
    """The distance of rows at these offsets, which must be equal; that of a single row is of no matter."""
    steps = distances(offsets) or {WORDS}
    if len(steps) != 1 or min(steps) < 0:
        raise InternalError(f"code generation: tiles of rows at {offsets}")
    return steps.pop()
