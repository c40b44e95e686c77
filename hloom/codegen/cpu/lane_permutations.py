"""Rows of one register whose elements only change places: a rotation, a reversal, neighbours that change sides.

A choice by the place in the row would split its loop into ranges, a few short loads and stores each; what stores one vector and
loads it again as parts, or the other way round, waits for memory, turn after turn of a loop around it. Where the row is one
register and all of its lanes come from one register's worth of elements, these are loaded at once and permuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store
from hloom.expr.index import Constant, Symbol
from hloom.expr.scalar import Read, Scalar, Select, Simplifying, reductions
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Permutation:
    """What a choice comes to: lane k of it is lane `lanes[k]` of a read that is contiguous along the row."""

    choice: Select
    read: Read
    lanes: tuple[int, ...]


def permutations(machine: Machine, stores: Sequence[Store], last: Symbol, width: int) -> list[Permutation] | None:
    """The choices in stores along a row of `width` elements, the whole loop `last`, if each permutes one register; None if there
    are others, or none at all."""
    loops = machine.loops
    scalars = [store.scalar for store in stores]
    if width != last.bounds.upper + 1 or width < loops.least_lanes_permuted or width & (width - 1) or reductions(*scalars):
        return None
    found = []
    for choice in dict.fromkeys(node for scalar in scalars for node in _choices(scalar)):
        permutation = _permutation(choice, last, width)
        if permutation is None:
            return None
        found.append(permutation)
    return found or None


def _choices(scalar: Scalar) -> Iterator[Select]:
    """The choices of a scalar that stand in no other: those are computed for every lane."""
    pending, seen = [scalar], set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Select):
            yield node
        else:
            pending += node.children


def _permutation(choice: Select, last: Symbol, width: int) -> Permutation | None:
    """A choice as a permutation of what lies in a register's worth of elements of one source."""
    if choice.type.is_complex:
        return None
    lanes = [Simplifying(index={last: Constant(k)})(choice) for k in range(width)]
    first = lanes[0]
    if not isinstance(first, Read) or len(first.index) != 1:
        return None
    places = []
    for lane in lanes:
        if not isinstance(lane, Read) or lane.source is not first.source or len(lane.index) != 1:
            return None
        distance = lane.index[0] - first.index[0]
        if not isinstance(distance, Constant):
            return None
        places.append(distance.value)
    least = min(places)
    if max(places) - least != width - 1:  # more than a register, or elements that nobody may touch
        return None
    return Permutation(choice, Read(first.source, (first.index[0] + least + last,), choice.type),
                       tuple(place - least for place in places))
