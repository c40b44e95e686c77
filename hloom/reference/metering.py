"""Operations whose arrays are counted against the memory that a run may take, large elementwise ones block by block.

Before an operation runs, what it is about to take must be left: its results, unless they are views of its operands, and what
it says that it takes in passing (`Op.working_bytes`). What depends on attributes or values instead is asked for where it is
allocated (`hloom.support.memory.need`). Afterwards its results are counted for as long as they live.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.many_dimensions import broadcast_shape
from hloom.ops.common.quantization import is_quantized_operation
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.support.memory import SMALL, Budget, need

#: Elementwise operations that need intermediate arrays take this many elements at a time.
_BLOCK = 1 << 20
#: What quantized numbers take in passing: the stored number without its zero point, its value, and these once more.
_QUANTIZED = 32

Array = Any


def size_of(value: Value) -> int:
    """Bytes of a tensor of static shape; 0 for other values."""
    type = value.type
    return prod(type.shape) * type.storage.dtype.itemsize if isinstance(type, TensorType) and type.is_static else 0


def needs_metering(op: Op) -> bool:
    """Whether arrays of `op` may be large. What hands values on to regions or functions leaves it to what runs in these."""
    if op.control is not None and not isinstance(op, CustomCall):
        return False
    values = (*op.operands, *op.results)
    return any(isinstance(v.type, TensorType) and (not v.type.is_static or size_of(v) >= SMALL) for v in values)


def metered(op: Op, compute: Callable[..., Any], budget: Budget) -> Callable[..., Any]:
    """`compute`, which evaluates `op`, as a function that raises MemoryLimitError instead of taking more than `budget` has."""
    is_elementwise = op.is_elementwise and not is_quantized_operation(op)
    in_blocks = is_elementwise and not isinstance(compute, np.ufunc)
    results = 0 if op.makes_view else sum(map(size_of, op.results))
    own = sum(prod(r.type.shape) for r in op.results if isinstance(r.type, TensorType) and r.type.is_static)
    working = 0 if op.makes_view or is_elementwise else op.working_bytes
    if working and is_quantized_operation(op):
        working += _QUANTIZED
    hold = budget.hold

    def run(*values: Any) -> Any:
        needed = results
        if working:
            needed += working * (own + sum([getattr(x, "size", 1) for x in values]))
        if needed:
            need(needed)
        found = _by_blocks(compute, values) if in_blocks else compute(*values)
        for part in found if type(found) is tuple else (found,):
            if type(part) is np.ndarray and part.nbytes >= SMALL:
                hold(part)
        return found

    return run


def _by_blocks(compute: Callable[..., Any], values: Sequence[Any]) -> Any:
    """An elementwise function of arrays of one shape, and of scalars, on one block after the other."""
    shape = broadcast_shape(*[np.shape(x) for x in values])
    if prod(shape) <= _BLOCK:
        return compute(*values)
    result: Array = None
    for part in _parts(shape, _BLOCK):
        found = compute(*[x[part] if np.ndim(x) else x for x in values])
        if result is None:
            need(prod(shape) * found.dtype.itemsize)
            result = np.empty(shape, found.dtype)
        result[part] = found
    return result


def _parts(shape: Sequence[int], most: int) -> Iterator[tuple[Any, ...]]:
    """Indices that cut an array of `shape`, which has elements, into parts of at most `most`."""
    axis, inner = len(shape) - 1, 1
    while axis > 0 and inner * shape[axis] <= most:
        inner *= shape[axis]
        axis -= 1
    step = max(most // inner, 1)
    for leading in np.ndindex(*shape[:axis]):
        for start in range(0, shape[axis], step):
            yield (*leading, slice(start, start + step))
