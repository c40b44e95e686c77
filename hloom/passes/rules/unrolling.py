"""Loops that run a few times, as everyone can see, become straight code.

    while(%i = 0, %x = %x0) cond { %i < 2 } do { return %i + 1, f(%i, %x) }
->  f(1, f(0, %x0))

In straight code the iterations' numbers are constants, tables indexed by them are read here and now, and the
operations of neighbouring iterations run in one pass over memory: so do the rounds of a random number generator.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import BlockArgument, OpResult, Value
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.control import While
from hloom.ops.stablehlo.elementwise import Add
from hloom.passes.effects import is_pure
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.passes.rules.equation import number
from hloom.passes.rules.matching import integer, producer

TABLE = RuleTable()

#: Iterations of a loop that is unrolled, and operations that all of them together may have.
_MOST_ITERATIONS, _MOST_OPERATIONS = 16, 500

_HOLDS = {"EQ": int.__eq__, "NE": int.__ne__, "GE": int.__ge__, "GT": int.__gt__, "LE": int.__le__, "LT": int.__lt__}


@TABLE.rule("while(x) of few iterations -> its body, over and over", While)
def loop_of_few_iterations(op: Any, b: Builder) -> Replacement:
    count = iterations(op)
    if count is None or count * sum(1 for _ in op.walk()) > _MOST_OPERATIONS:
        return None
    body = op.body.block
    current: list[Any] = list(op.operand)
    for _ in range(count):
        values: dict[Value, Value] = dict(zip(body.arguments, current))
        for inner in body.operations[:-1]:
            b.block.append(clone(inner, values))
        current = [values.get(v, v) for v in body.terminator.operands]
    return current


def iterations(op: Any) -> int | None:
    """How often a loop runs that counts a constant up or down to another one; None for other loops and large
    numbers."""
    cond, body = op.cond.block, op.body.block
    test = producer(cond.terminator.operands[0], Compare)
    if test is None or test.block is not cond or not all(map(is_pure, cond.operations[:-1])):
        return None
    counter, limit = test.lhs, integer(test.rhs)
    if limit is None or not isinstance(counter, BlockArgument) or counter.owner is not cond:
        return None
    k = counter.index
    value, step = integer(op.operand[k]), _step(body.terminator.operands[k], body.arguments[k])
    if value is None or step is None:
        return None
    low, high = (int(number(end, counter.element)) for end in ("MIN", "MAX"))
    holds = _HOLDS[test.comparison_direction]
    count = 0
    while holds(value, limit):
        count, value = count + 1, value + step
        if count > _MOST_ITERATIONS or not low <= value <= high:
            return None
    return count


def _step(value: Value, counter: Value) -> int | None:
    """The constant that is added to `counter` to give `value`."""
    if not isinstance(value, OpResult) or not isinstance(value.owner, Add):
        return None
    x, y = value.owner.operands
    if y is counter:
        x, y = y, x
    return integer(y) if x is counter else None
