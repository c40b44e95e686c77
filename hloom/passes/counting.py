"""How often a loop runs that counts, as everyone can see."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import BlockArgument, OpResult, Value
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.creation import integer
from hloom.ops.stablehlo.elementwise import Add
from hloom.passes.dce import is_pure
from hloom.passes.rewriting import producer
from hloom.passes.rules.equation import number


def iterations(loop: Any) -> int | None:
    """How often a `while` runs that counts from a constant up or down to another one; None for other loops, and where the counter
    would wrap."""
    cond, body = loop.cond.block, loop.body.block
    test = producer(cond.terminator.operands[0], Compare)
    if test is None or test.block is not cond or not all(map(is_pure, cond.operations[:-1])):
        return None
    counter, limit = test.lhs, integer(test.rhs)
    if limit is None or not isinstance(counter, BlockArgument) or counter.owner is not cond:
        return None
    k = counter.index
    first, step = integer(loop.operand[k]), _step(body.terminator.operands[k], body.arguments[k])
    if first is None or step is None:
        return None
    count = _steps(first, limit, step, test.comparison_direction)
    low, high = (int(number(end, counter.element)) for end in ("MIN", "MAX"))
    return count if count is not None and low <= first + count * step <= high else None


def _steps(first: int, limit: int, step: int, direction: str) -> int | None:
    """How many numbers from `first` by `step` hold against the limit before one does not; None if all do."""
    if direction in ("GT", "GE"):
        first, limit, step = -first, -limit, -step
    match direction:
        case "LT" | "GT":
            distance = limit - first
        case "LE" | "GE":
            distance = limit - first + 1
        case "EQ":
            return 0 if first != limit else 1 if step else None
        case _:
            count, rest = divmod(limit - first, step) if step else (0, limit - first)
            return count if count >= 0 and rest == 0 else None
    return 0 if distance <= 0 else -(-distance // step) if step > 0 else None


def _step(value: Value, counter: Value) -> int | None:
    """The constant that is added to `counter` to give `value`."""
    if not isinstance(value, OpResult) or not isinstance(value.owner, Add):
        return None
    x, y = value.owner.operands
    if y is counter:
        x, y = y, x
    return integer(y) if x is counter else None
