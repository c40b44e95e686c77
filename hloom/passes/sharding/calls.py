"""Custom calls of a program of several devices that are about the devices, and not about the values alone: those that each device
makes with its part of the operands, and those that ask where a value lies.

    custom_call @xla_ffi_partitioned_python_cpu_callback(%x)        %x: tensor<4xf32>, divided along "x"=2
->  custom_call @xla_ffi_partitioned_python_cpu_callback(%x_0)      %x_0 = slice %x [0:2]
    custom_call @xla_ffi_partitioned_python_cpu_callback(%x_1)      %x_1 = slice %x [2:4]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TokenType
from hloom.ops.builtin.function import Function
from hloom.ops.calls import TARGETS
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.sdy.operations import ManualComputation
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.passes.rewriting import substitute
from hloom.passes.sharding.assignment import TileAssignment
from hloom.passes.sharding.copies import split


class Call(NamedTuple):
    """A call, and how devices share each of its operands."""

    op: Operation
    operands: Sequence[TileAssignment]


def is_by_parts(op: Operation) -> bool:
    """Whether each device makes a call with its part of the operands. It gives tokens, or nothing."""
    target = TARGETS.get(op.call_target_name) if isinstance(op, CustomCall) else None
    return target is not None and target.by_parts and all(isinstance(r.type, TokenType) for r in op.results)


def is_asking(op: Operation) -> bool:
    """Whether a call asks where its operand lies."""
    target = TARGETS.get(op.call_target_name) if isinstance(op, CustomCall) else None
    return target is not None and target.asks_sharding and len(op.operands) == 1


def is_manual(op: Operation) -> bool:
    """Whether an operation is part of a manual computation."""
    around: Operation | None = op
    while around is not None and not isinstance(around, ManualComputation):
        around = around.parent
    return around is not None


def make_by_parts(function: Function, calls: Sequence[Call], count: int) -> None:
    """Replaces calls in a function, none of them in a manual computation, by one for each of `count` devices, in their order.
    Where nothing, or one device only, has an operand, all take the whole."""
    given: dict[Value, Value] = {}
    for op, assignments in calls:
        made = Block()
        b = Builder(made, op.location, op.span)
        parts = [split(b, [value] * count, own if len(own.places) == count else TileAssignment.replicated(own.rank, count), {})
                 for value, own in zip(op.operands, assignments)]
        tokens = [v for v in op.operands if isinstance(v.type, TokenType)]
        last: Sequence[Value] = tokens
        for device in range(count):
            values = {value: own[device] for value, own in zip(op.operands, parts)} | dict(zip(tokens, last))
            last = made.append(clone(op, values)).results or last
        given.update(zip(op.results, last))
        _put_in_place(op, made.operations)
    substitute(function, given)


def _put_in_place(op: Operation, made: Sequence[Operation]) -> None:
    block = op.block
    assert block is not None
    for new in made:
        new.block = block
    place = block.operations.index(op)
    block.operations[place : place + 1] = made
