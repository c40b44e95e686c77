"""Custom calls of JAX's exports that are neither linear algebra nor markers.

- `cu_threefry2x32_ffi`, `hip_threefry2x32_ffi`: the random bits of exports for GPUs.
- `stablehlo.dynamic_*`: operations whose sizes are operands, in exports with symbolic sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.numbers.random import rng_bit_generator, threefry2x32
from hloom.ops.builtin.function import Call
from hloom.ops.calls.target import Sizes, Target, body_of, called_function, define, fault, last, target_with_sizes, without_shapes
from hloom.ops.chlo.structured import TopK
from hloom.ops.common.process import process_of_call
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.random import RngBitGenerator
from hloom.ops.stablehlo.windows import ReduceWindow

Array = Any

#: More elements than this a result of a size from an operand does not have; the budget of a run counts only what is there.
_MOST_ELEMENTS = 1 << 32


def threefry(op: Any, *operands: Array) -> tuple[Array, Array]:
    """Two words of random bits for each counter: operands are two words of keys and two of counters."""
    words, _ = without_shapes(op, operands)
    if len(words) != 4 or len(op.results) != 2 or {(w.dtype, w.shape) for w in words} != {(np.dtype(np.uint32), words[0].shape)}:
        raise fault(op, "needs four tensors of ui32 of one shape and two results")
    return threefry2x32((words[0], words[1]), (words[2], words[3]))


def _numbers(op: Any, operand: Array, shape: tuple[int, ...]) -> tuple[int, ...]:
    if operand.shape != shape or operand.dtype.kind not in "iu":
        raise fault(op, f"needs integers of shape {list(shape)}, got {operand.dtype.name} of shape {list(operand.shape)}")
    return tuple(int(n) for n in operand.reshape(-1))


def _checked(op: Any, made: Op) -> None:
    """That an operation made of run-time values keeps the constraints of its definition."""
    for check in made.checks:
        if not check.only_warns and not check.holds(made):
            raise fault(op, f"of these sizes: {check.text(made)}")


def dynamic_reduce_window(op: Any, *operands: Array) -> Any:
    """`reduce_window` whose window, strides, dilations and padding are the last five operands."""
    count = len(op.results)
    if len(operands) != 2 * count + 5:
        raise fault(op, f"needs an input and an initial value for each of {count} results, and five lists of sizes")
    rank = operands[0].ndim
    *lists, padding = operands[2 * count :]
    sizes, strides, base, dilations = (_numbers(op, x, (rank,)) for x in lists)
    _numbers(op, padding, (rank, 2))
    values = [Value(TensorType(x.shape, v.type.element)) for x, v in zip(operands, op.operands[: 2 * count])]
    made = ReduceWindow.create(values[:count], values[count:], result_types=[r.type for r in op.results],
                               regions=[called_function(op).regions[0]], window_dimensions=sizes, window_strides=strides,
                               base_dilations=base, window_dilations=dilations, padding=padding.astype(np.int64))
    _checked(op, made)
    return process_of_call().run_stand_in(made, *operands[: 2 * count])


def dynamic_rng_bit_generator(op: Any, state: Array, sizes: Array) -> tuple[Array, Array]:
    """`rng_bit_generator` whose result's shape is an operand."""
    rank = len(op.results[1].type.shape) if len(op.results) == 2 else 0
    shape = _numbers(op, sizes, (rank,))
    algorithm = str(getattr(op.attributes.get("rng_algorithm"), "value", ""))
    element = op.results[-1].type.element
    if len(op.results) != 2 or state.ndim != 1 or state.dtype not in (np.uint64, np.int64) or not algorithm or not (
            element.is_integer or element.is_float):
        raise fault(op, "needs a state of 64-bit integers, an algorithm, and two results: the state and bits")
    if min(shape, default=0) < 0 or np.prod(shape, dtype=object) > _MOST_ELEMENTS:
        raise fault(op, f"cannot make random bits of shape {list(shape)}")
    made = RngBitGenerator.create(op.operands[0], rng_algorithm=algorithm,
                                  result_types=[op.operands[0].type, TensorType(shape, element)])
    _checked(op, made)
    found, bits = rng_bit_generator(state.view(np.uint64), algorithm, shape, element)
    return found.view(state.dtype), bits


def dynamic_top_k(op: Any, operand: Array, k: Array) -> tuple[Array, Array]:
    """`chlo.top_k` whose `k` is an operand."""
    (number,) = _numbers(op, k, ())
    made = TopK.create(Value(TensorType(operand.shape, op.operands[0].type.element)), k=number,
                       result_types=[r.type for r in op.results])
    _checked(op, made)
    return made.eval(operand)


def _reduce_window(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    count = len(call.results)
    if len(sizes) != 5 or len(call.operands) != 2 * count + 5:
        return None
    body = body_of(called_function(op).regions[0])
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


def _as_top_k(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    return TopK.create(call.operands[0], k=sizes[0][0]) if len(call.operands) == 2 and len(sizes[0]) == 1 else None


def _behind_two(op: Operation) -> int:
    """The number of the first operand behind an input and an initial value for each result."""
    return 2 * len(op.results)


define(*(Target(name, threefry) for name in ("cu_threefry2x32_ffi", "hip_threefry2x32_ffi", "cu_threefry2x32")),
       Target(target_with_sizes("reduce_window"), dynamic_reduce_window, sizes=Sizes(_behind_two, _reduce_window)),
       Target(target_with_sizes("top_k"), dynamic_top_k, sizes=Sizes(last, _as_top_k)),
       Target(target_with_sizes("rng_bit_generator"), dynamic_rng_bit_generator, sizes=Sizes(last, _random_bits)))
