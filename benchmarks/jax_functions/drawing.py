"""What drawn cases draw from: sizes, shapes, types and axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, prod
from typing import Any

import numpy as np

from benchmarks.jax_functions.cases import Input

#: Elements of an array: enough to be measured, few enough for many cases.
LEAST, MOST = 20_000, 4_000_000
_LONGEST = 400
TYPES = ("f32", "f32", "bf16", "f16", "f64", "i8", "i32", "u8", "bool", "c64")

Draw = np.random.Generator
Shape = tuple[int, ...]
#: A function and its arguments.
Drawn = tuple[Callable[..., Any], tuple[Input, ...]]


def a_size(draw: Draw, longest: int = _LONGEST) -> int:
    """A length of an axis; each power of two is as likely as the next."""
    return int(exp(draw.uniform(log(1.5), log(longest))))


def a_shape(draw: Draw, rank: int) -> Shape:
    if rank == 1:
        return (int(draw.integers(LEAST, MOST)),)
    while True:
        shape = tuple(a_size(draw) for _ in range(rank))
        if LEAST < prod(shape) < MOST:
            return shape


def a_type(draw: Draw, kinds: str = "fiubc") -> str:
    """A type of floats, signed or unsigned integers, truth values, complex numbers."""
    return str(draw.choice([t for t in TYPES if _kind(t) in kinds]))


def given(draw: Draw, kinds: str = "fiubc") -> tuple[Shape, str, int]:
    """A shape, a type, and one of the axes."""
    shape = a_shape(draw, int(draw.integers(1, 6)))
    return shape, a_type(draw, kinds), int(draw.integers(len(shape)))


def some_axes(draw: Draw, rank: int) -> tuple[int, ...]:
    """At least one axis, in order."""
    return tuple(sorted(int(d) for d in draw.choice(rank, int(draw.integers(1, rank + 1)), replace=False)))


def numbers_of(draw: Draw, choice: Sequence[int], count: int) -> list[int]:
    """So many numbers, each one of a few."""
    return [int(n) for n in draw.choice(list(choice), count)]


def with_size(shape: Sequence[int], axis: int, size: int) -> Shape:
    return (*shape[:axis], size, *shape[axis + 1:])


def _kind(type: str) -> str:
    return "b" if type == "bool" else "f" if type == "bf16" else type[0]
