"""Changing the results of control flow in place: values that are no longer carried or returned."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.ir.core import Operation


def keep_results(op: Operation, kept: Sequence[int]) -> None:
    """Leaves an `if` or `case` with the results numbered `kept`, in ascending order; the others must be unused."""
    _number(op, kept)
    for region in op.regions:
        end = region.block.terminator
        end.operands = [end.operands[k] for k in kept]


def keep_carried(loop: Operation, kept: Sequence[int]) -> None:
    """Leaves a `while` with the carried values numbered `kept`, in ascending order.

    The results and the region arguments of the others must be unused.
    """
    _number(loop, kept)
    loop.operands = [loop.operands[k] for k in kept]
    for region in loop.regions:
        block = region.block
        block.arguments = [block.arguments[k] for k in kept]
        for index, argument in enumerate(block.arguments):
            argument.index = index
    end = loop.regions[1].block.terminator
    end.operands = [end.operands[k] for k in kept]


def _number(op: Operation, kept: Sequence[int]) -> None:
    op.results = tuple([op.results[k] for k in kept])
    for index, result in enumerate(op.results):
        result.index = index
