"""What operations with sizes as operands are where only some of these are known, and what custom calls of that sort are.

Exports of JAX with symbolic sizes have `stablehlo.dynamic_reduce_window` and others as custom calls, the sizes as operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.analysis.offsets import Elements, differences
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.calls.target import Sizes
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.creation import constant_values
from hloom.ops.stablehlo.dynamic import RealDynamicSlice
from hloom.ops.stablehlo.gather import DynamicSlice, within
from hloom.ops.stablehlo.movement import Reshape, Slice
from hloom.reference.custom_calls import effectless
from hloom.support.diagnostics import UserError


def moving_slice(op: RealDynamicSlice, operand: Value, starts: Value, elements: Elements, b: Builder) -> Value | None:
    """A slice of a known size that begins where only a run tells: a dynamic_slice, of which a stride takes some elements.

    `operand` and `starts` are those that the slice is made of; of the operands of `op` it is asked what is known.
    """
    lengths, strides = differences(op.limit_indices, op.start_indices, elements), elements(op.strides)
    type: Any = operand.type
    if lengths is None or strides is None or not type.is_static or min(lengths, default=0) < 0 or not within(lengths, type.shape):
        return None
    steps = [int(n) for n in np.reshape(strides, -1)]
    if min(steps, default=1) < 1:
        return None
    indices = [b(Reshape, b(Slice, starts, start_indices=[k], limit_indices=[k + 1], strides=[1]),
                 result_types=[TensorType((), starts.element)]) for k in range(len(lengths))]
    found = b(DynamicSlice, operand, indices, slice_sizes=lengths)
    if max(steps, default=1) == 1:
        return found
    return b(Slice, found, start_indices=[0] * len(lengths), limit_indices=lengths, strides=steps)


def sizes_of_call(op: Operation) -> Sequence[Value]:
    """The operands of a custom call that are sizes, where it is one of those that stand for an operation."""
    sizes = _sizes(op)
    return op.operands[sizes.first(op):] if sizes is not None else ()


def called_operation(op: Operation, call: Any) -> Op | None:
    """The operation for which a custom call stands whose sizes are constants. `call` is the call with these operands, `op` the
    one in the module with the functions that it names."""
    sizes = _sizes(op)
    if sizes is None:
        return None
    known = [found for v in sizes_of_call(call) if (found := constant_values(v)) is not None]
    try:
        return sizes.operation(op, call, known) if len(known) == len(sizes_of_call(call)) else None
    except UserError:
        return None  # the evaluator says what is wrong with it, if it is called


def _sizes(op: Operation) -> Sizes | None:
    known = effectless(op)
    return None if known is None else known.sizes
