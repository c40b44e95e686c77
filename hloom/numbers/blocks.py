"""Large elementwise computations in blocks, whose many temporaries stay in the cache."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.numbers.many_dimensions import broadcast_shape

#: Elements in a block: 128 KiB of f64.
_BLOCK = 1 << 14


def in_blocks(compute: Callable[..., Any], arrays: Sequence[Any], dtype: Any) -> Any:
    """`compute(*arrays)`, an elementwise function with results of `dtype`, on blocks of the broadcast arrays."""
    shape = broadcast_shape(*(x.shape for x in arrays))
    size = math.prod(shape)
    if size <= _BLOCK:
        return compute(*arrays)
    flat = [x if x.ndim == 0 else np.broadcast_to(x, shape).reshape(-1) for x in arrays]
    result = np.empty(size, dtype)
    for start in range(0, size, _BLOCK):
        part = slice(start, start + _BLOCK)
        result[part] = compute(*(x if x.ndim == 0 else x[part] for x in flat))
    return result.reshape(shape)
