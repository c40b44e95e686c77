"""Draws from a run's stream of random numbers as functions of the stream's state, which the program then carries.

    %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM ...
->  %state1, %bits = stablehlo.rng_bit_generator %state0, algorithm = DEFAULT ...
    %0 = ... %a + (%b - %a) * %bits / 2^24 ...

The state goes from draw to draw in the order in which they run, out of branches and through the bodies of loops. A loop whose
condition draws computes it before the loop and at the end of its body, and carries what it says. The state begins as that of the
only process does; the numbers are those of `numbers.random`. Where no state can be carried (draws in the body of a reduction, in
a condition within a condition), the evaluator draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, Operation, OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.bits import stored_mantissa_bits
from hloom.numbers.element_type import F64, I64, UI32, UI64, ElementType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.mhlo.operations import RngGetAndUpdateState
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.control import Case, If, While
from hloom.ops.stablehlo.conversion import BitcastConvert
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.elementwise import (
    Add,
    Cosine,
    Log,
    Maximum,
    Multiply,
    Remainder,
    ShiftRightLogical,
    Sqrt,
    Subtract,
)
from hloom.ops.stablehlo.movement import Concatenate, Reshape, Slice
from hloom.ops.stablehlo.random import Rng, RngBitGenerator
from hloom.passes.rewriting import substitute

_STATE = TensorType((2,), UI64)
#: Operations that read the state of the stream, and change it.
DRAWS = (Rng, RngGetAndUpdateState)


def carry_state(module: Any, first: Callable[[Builder], Value] | None = None) -> bool:
    """Gives a module's draws an explicit state; whether there were any, and all could have one. `first` makes the state that a
    function begins with (default: that of the only process)."""
    draws = [op for op in module.walk() if isinstance(op, DRAWS)]
    if not draws or not all(is_static(op.results[0]) and _may_carry(op) for op in draws):
        return False
    for function in module.functions.values():
        if any(isinstance(op, DRAWS) for op in function.walk()):
            _Stream().function(function, first or _only_process)
    return True


def _only_process(b: Builder) -> Value:
    return b.splat(np.uint64(0), _STATE)


def _may_carry(op: Operation) -> bool:
    """Whether a state reaches an operation from the beginning of a function that is run from outside, and gets out again."""
    region = op.block.region if op.block is not None else None
    owner = op.parent
    conditions = 0
    while region is not None and owner is not None and not isinstance(owner, Function):
        if not isinstance(owner, If | Case | While):
            return False
        conditions += isinstance(owner, While) and region is owner.regions[0]
        if conditions > 1:  # each is there twice, those within it would be four times
            return False
        region, owner = owner.block.region if owner.block is not None else None, owner.parent
    return isinstance(owner, Function) and owner.is_public


class _Stream:
    """Rewrites a function; `values` are what stands for the results of its draws."""

    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}

    def function(self, function: Function, first: Callable[[Builder], Value]) -> None:
        block = function.body.block
        operations, block.operations = block.operations, []
        self._operations(operations, block, first(Builder(block, function.location, function.span)))
        substitute(function, self.values)

    def _operations(self, operations: Sequence[Operation], block: Block, state: Value) -> Value:
        """Puts operations into a block, the draws among them as arithmetic; the state after them."""
        for op in operations:
            if isinstance(op, DRAWS):
                b = Builder(block, op.location, op.span)
                state, self.values[op.results[0]] = _drawn(op, state, b)
                continue
            if _draws(op):
                if isinstance(op, While) and any(_draws(inner) for inner in op.cond.block.operations):
                    state = self._operations(_carry_condition(op), block, state)
                state = self._through(op, state)
            block.append(op)
        return state

    def _through(self, op: Operation, state: Value) -> Value:
        """Has a branch or a loop carry the state; the state after it."""
        is_loop = isinstance(op, While)
        if is_loop:
            op.operands.append(state)
        for number, region in enumerate(op.regions):
            block = region.block
            inner = block.add_argument(_STATE) if is_loop else state
            if is_loop and number == 0:
                continue  # the condition draws nothing any more
            *operations, end = block.operations
            block.operations = []
            end.operands.append(self._operations(operations, block, inner))
            block.append(end)
        op.results = (*op.results, OpResult(_STATE, op, len(op.results)))
        return op.results[-1]


def _draws(op: Operation) -> bool:
    return any(isinstance(inner, DRAWS) for inner in op.walk())


def _carry_condition(loop: While) -> list[Operation]:
    """Has a loop carry whether it goes on, which the end of its body says; the operations that say so for the first time."""
    condition, body = loop.cond.block, loop.body.block
    *steps, end = condition.operations
    *_, last = body.operations

    def copies(values: Sequence[Value]) -> tuple[list[Operation], Value]:
        mapping: dict[Value, Value] = dict(zip(condition.arguments, values, strict=True))
        made = [clone(op, mapping) for op in steps]
        said: Value = end.operands[0]
        return made, mapping[said] if said in mapping else said

    first, goes_on = copies(loop.operands)
    again, still_goes_on = copies(last.operands)
    body.operations[-1:] = []
    for op in again:
        body.append(op)
    body.append(last)
    type = goes_on.type
    loop.operands.append(goes_on)
    last.operands.append(still_goes_on)
    loop.results = (*loop.results, OpResult(type, loop, len(loop.results)))
    body.add_argument(type)
    condition.operations = []
    end.operands[0] = condition.add_argument(type)
    condition.append(end)
    return first


def _drawn(op: Any, state: Value, b: Builder) -> tuple[Value, Value]:
    """The state after a draw, and its numbers."""
    if isinstance(op, RngGetAndUpdateState):
        return _advanced(b, state, op.delta), state
    if op.rng_distribution == "UNIFORM":
        return _uniform(b, state, op.a, op.b, op.result.shape, op.a.element)
    return _normal(b, state, op.a, op.b, op.result.shape)


def _advanced(b: Builder, state: Value, delta: int) -> Value:
    """A state, the low word first, with a number added."""
    word = TensorType((1,), UI64)
    low, high = (b(Slice, state, start_indices=[k], limit_indices=[k + 1], strides=[1]) for k in range(2))
    added = b.splat(np.uint64(delta % 2**64), word)
    low = b(Add, low, added)
    carry = b.converted(b(Compare, low, added, comparison_direction="LT"), UI64)
    high = b(Add, b(Add, high, carry), b.splat(np.uint64(2**64 - 1 if delta < 0 else 0), word))
    return b(Concatenate, [low, high], dimension=0)


def _bits(b: Builder, state: Value, shape: tuple[int, ...], type: ElementType) -> Any:
    return b(RngBitGenerator, state, rng_algorithm="DEFAULT", result_types=[_STATE, TensorType(shape, type)])


def _uniform(b: Builder, state: Value, low: Value, high: Value, shape: tuple[int, ...],
             type: ElementType) -> tuple[Value, Value]:
    """Numbers spread evenly over [low, high): floats of as many random bits as the type has in its mantissa; integers modulo the
    size of the range."""
    source = UI64 if type.width == 64 else UI32
    state, bits = _bits(b, state, shape, source)
    if not type.is_float:
        return state, _uniform_integers(b, bits, low, high, type)
    kept = stored_mantissa_bits(type)
    whole = b.converted(b(ShiftRightLogical, bits, b.splat(source.width - kept, TensorType(shape, source))), F64)
    fraction = b(Multiply, whole, b.splat(2.0**-kept, TensorType(shape, F64)))
    start, end = b.converted(low, F64), b.converted(high, F64)
    moved = b(Multiply, fraction, b.broadcast(b(Subtract, end, start), (), shape))
    values = b.converted(b(Add, b.broadcast(start, (), shape), moved), type)
    # Rounding may reach the end, which does not belong to the interval.
    is_end = b(Compare, b.converted(values, F64), b.broadcast(end, (), shape), comparison_direction="GE")
    return state, b(Select, is_end, b.broadcast(low, (), shape), values)


def _uniform_integers(b: Builder, bits: Value, low: Value, high: Value, type: ElementType) -> Value:
    first, last = (b(BitcastConvert, b.converted(x, I64), result_types=[TensorType((), UI64)]) for x in (low, high))
    size = b(Maximum, b(Subtract, last, first), b.splat(1, TensorType((), UI64)))
    place = b(Remainder, b.converted(bits, UI64), b.broadcast(size, (), bits.shape))
    return b.converted(b(Add, b.broadcast(first, (), bits.shape), place), type)


def _normal(b: Builder, state: Value, mean: Value, deviation: Value, shape: tuple[int, ...]) -> tuple[Value, Value]:
    """Numbers with the normal distribution (Box and Muller), in f64, rounded once."""
    zero, one = (b.splat(x, TensorType((), F64)) for x in (0.0, 1.0))
    state, pairs = _uniform(b, state, zero, one, (2, *shape), F64)
    wide = TensorType(shape, F64)

    def part(k: int) -> Value:
        cut = b(Slice, pairs, start_indices=[k, *(0 for _ in shape)], limit_indices=[k + 1, *shape],
                strides=[1] * (len(shape) + 1))
        return b(Reshape, cut, result_types=[wide])

    # The logarithm must not see 0; the bound is XLA's.
    logarithm = b(Log, b(Maximum, part(0), b.splat(1e-7, wide)))
    radius = b(Sqrt, b(Multiply, b.splat(-2.0, wide), logarithm))
    values = b(Multiply, radius, b(Cosine, b(Multiply, b.splat(2.0 * np.pi, wide), part(1))))
    scaled = b(Multiply, b.broadcast(b.converted(deviation, F64), (), shape), values)
    return state, b.converted(b(Add, b.broadcast(b.converted(mean, F64), (), shape), scaled), mean.element)
