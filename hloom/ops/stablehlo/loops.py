"""Loops over numbers, and what their steps read and store along a dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.control import Return, While
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.gather import DynamicSlice, DynamicUpdateSlice

#: What a step makes of the number of its turn and of what is carried.
Step = Callable[[Builder, Value, Sequence[Value]], Sequence[Value]]


def counted(b: Builder, count: int, initial: Sequence[Value], step: Step) -> list[Value]:
    """What a loop over 0, 1, ... `count` - 1 carries in the end. A step may also see values from outside."""
    def is_left(inside: Builder, carried: Sequence[Value]) -> Value:
        return inside(Compare, carried[0], inside.constant(np.int32(count)), comparison_direction="LT")

    def turn(inside: Builder, carried: Sequence[Value]) -> Sequence[Value]:
        return [inside(Add, carried[0], inside.constant(np.int32(1))), *step(inside, carried[0], carried[1:])]

    return repeated(b, [b.constant(np.int32(0)), *initial], is_left, turn)[1:]


def repeated(b: Builder, initial: Sequence[Value], holds: Callable[[Builder, Sequence[Value]], Value],
             step: Callable[[Builder, Sequence[Value]], Sequence[Value]]) -> list[Value]:
    """What a loop carries when its condition does not hold any more."""
    types = [v.type for v in initial]
    cond, body = Block(types), Block(types)
    inside = Builder(cond, b.location, b.span)
    inside(Return, holds(inside, cond.arguments))
    inside = Builder(body, b.location, b.span)
    inside(Return, list(step(inside, body.arguments)))
    found: Any = b(While, list(initial), regions=[Region([cond]), Region([body])], result_types=types)
    return [found] if len(types) == 1 else list(found)


def at(b: Builder, x: Any, place: Value, dimension: int) -> Value:
    """The slice of a tensor at a place along a dimension, without that dimension."""
    sizes = [1 if d == dimension else n for d, n in enumerate(x.shape)]
    part = b(DynamicSlice, x, _starts(b, place, dimension, len(sizes)), slice_sizes=sizes)
    return b.reshaped(part, [n for d, n in enumerate(x.shape) if d != dimension])


def stored(b: Builder, whole: Any, value: Any, place: Value, dimension: int) -> Value:
    """A tensor with a slice written at a place along a dimension."""
    sizes = [1 if d == dimension else n for d, n in enumerate(whole.shape)]
    part = b.reshaped(value, sizes)
    return b(DynamicUpdateSlice, whole, part, _starts(b, place, dimension, len(sizes)))


def _starts(b: Builder, place: Value, dimension: int, rank: int) -> Sequence[Value]:
    return [place if d == dimension else b.constant(np.int32(0)) for d in range(rank)]
