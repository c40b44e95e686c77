"""Arrays have up to 64 dimensions; some of NumPy's functions take no more than these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

Array = Any

#: Masks that pick or replace elements have so many dimensions at most.
MOST_DIMENSIONS = 32


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that arrays of these shapes have in common (`numpy.broadcast_shapes`). Raises ValueError where there is none."""
    rank = max(map(len, shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for axis, size in enumerate(shape, rank - len(shape)):
            if size != 1 and result[axis] not in (1, size):
                raise ValueError(f"shapes cannot be broadcast: {', '.join(map(str, shapes))}")
            result[axis] = size if size != 1 else result[axis]
    return tuple(result)


def as_rows(x: Array) -> Array:
    """The same elements in two dimensions: the last one, and those before it as one."""
    return x.reshape(prod(x.shape[:-1]), x.shape[-1])


def flattened(compute: Callable[..., Any]) -> Callable[..., Any]:
    """An elementwise function with one result, on arrays of one shape (or scalars) as rows."""
    def compute_flat(*values: Any) -> Any:
        shape = broadcast_shape(*map(np.shape, values))
        return compute(*(v.reshape(-1) if np.ndim(v) else v for v in values)).reshape(shape)

    return compute_flat
