"""What operations with sizes as operands are where only some of these are known, and what custom calls of that sort are.

Exports of JAX with symbolic sizes have `stablehlo.dynamic_reduce_window` and others as custom calls, the sizes as operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from hloom.analysis.offsets import Elements, differences
from hloom.ir.attributes import StringAttr
from hloom.ir.core import Operation, Region, Value
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Call
from hloom.ops.calls import exports, top_k
from hloom.ops.chlo.structured import TopK
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.control import Return
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.dynamic import RealDynamicSlice
from hloom.ops.stablehlo.gather import DynamicSlice, within
from hloom.ops.stablehlo.known_values import constant_values
from hloom.ops.stablehlo.movement import Reshape, Slice
from hloom.ops.stablehlo.random import RngBitGenerator
from hloom.ops.stablehlo.windows import ReduceWindow
from hloom.reference.custom_calls import CUSTOM_CALLS
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
    form = _form_of(op)
    return op.operands[form[1](op):] if form is not None else ()


def called_operation(op: Operation, call: Any) -> Op | None:
    """The operation for which a custom call stands whose sizes are constants. `call` is the call with these operands, `op` the
    one in the module with the functions that it names."""
    form = _form_of(op)
    if form is None:
        return None
    sizes = [constant_values(v) for v in sizes_of_call(call)]
    try:
        return None if None in sizes else form[0](op, call, sizes)
    except UserError:
        return None  # the evaluator says what is wrong with it, if it is called


def _form_of(op: Operation) -> Any:
    target = CUSTOM_CALLS.get(op.call_target_name) if isinstance(op, CustomCall) and not op.has_side_effect else None
    return None if target is None else _FORMS.get(target)


def body_of(function: Region) -> Region:
    """A copy of a function's body as that of an operation."""
    copy = clone_region(function, {})
    end = copy.block.operations.pop()
    copy.block.append(Return.create(end.operands))
    return copy


def _reduce_window(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    count = len(call.results)
    if len(sizes) != 5 or len(call.operands) != 2 * count + 5:
        return None
    body = body_of(top_k.called_function(op).regions[0])
    if any(isinstance(inner, Call) for inner in body.block.operations):
        return None
    window, strides, base, dilations, padding = sizes
    return ReduceWindow.create(call.operands[:count], call.operands[count : 2 * count], regions=[body], window_dimensions=window,
                               window_strides=strides, base_dilations=base, window_dilations=dilations,
                               padding=np.array(padding, np.int64).reshape(-1, 2))


def _random_bits(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    algorithm = call.attributes.get("rng_algorithm")
    if len(call.results) != 2 or not isinstance(algorithm, StringAttr) or min(sizes[0], default=0) < 0:
        return None
    types = [call.operands[0].type, TensorType(tuple(sizes[0]), call.results[1].type.element)]
    return RngBitGenerator.create(call.operands[0], rng_algorithm=algorithm.value, result_types=types)


def _top_k(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    return TopK.create(call.operands[0], k=sizes[0][0]) if len(call.operands) == 2 and len(sizes[0]) == 1 else None


def _approximate_top_k(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    """The call with as many results along the dimension as there are to be."""
    count = len(call.results)
    if len(call.operands) != 2 * count + 1 or len(sizes[0]) != 1:
        return None
    dimension, _ = top_k.dimension_and_order(op)
    shape = list(call.operands[0].type.shape)
    shape[dimension] = sizes[0][0]
    types = [TensorType(tuple(shape), r.type.element) for r in call.results]
    (target,) = (name for name, function in CUSTOM_CALLS.items() if function is top_k.approximate_top_k)
    attributes = {**call.attributes, "call_target_name": StringAttr(target)}
    return CustomCall(call.operands[:-1], types, attributes, ())


def _behind(count: int, op: Operation) -> int:
    """The number of the first operand behind those, `count` for each result."""
    return count * len(op.results)


def _last(op: Operation) -> int:
    return max(len(op.operands) - 1, 0)


#: By what evaluates the call: the operation that it stands for, made of (call, call with constants, sizes), and the number of the
#: first operand that is a size.
_FORMS: Mapping[Any, tuple[Callable[[Any, Any, Any], Op | None], Callable[[Operation], int]]] = {
    exports.dynamic_reduce_window: (_reduce_window, partial(_behind, 2)),
    exports.dynamic_rng_bit_generator: (_random_bits, _last),
    exports.dynamic_top_k: (_top_k, _last),
    top_k.dynamic_approximate_top_k: (_approximate_top_k, _last),
}
