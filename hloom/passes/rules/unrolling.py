"""Loops that run a few times, as everyone can see, become straight code.

    while(%i = 0, %x = %x0) cond { %i < 2 } do { return %i + 1, f(%i, %x) }
->  f(1, f(0, %x0))

In straight code the iterations' numbers are constants, tables indexed by them are read here and now, and the
operations of neighbouring iterations run in one pass over memory: so do the rounds of a random number generator.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Value
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.stablehlo.control import While
from hloom.passes.counting import iterations
from hloom.passes.rewriting import Replacement, RuleTable

TABLE = RuleTable()

#: Iterations of a loop that is unrolled, and operations that all of them together may have.
_MOST_ITERATIONS, _MOST_OPERATIONS = 16, 500


@TABLE.rule("while(x) of few iterations -> its body, over and over", While)
def loop_of_few_iterations(op: Any, b: Builder) -> Replacement:
    count = iterations(op)
    if count is None or count > _MOST_ITERATIONS or count * sum(1 for _ in op.walk()) > _MOST_OPERATIONS:
        return None
    body = op.body.block
    current: list[Any] = list(op.operand)
    for _ in range(count):
        values: dict[Value, Value] = dict(zip(body.arguments, current))
        for inner in body.operations[:-1]:
            b.block.append(clone(inner, values))
        current = [values.get(v, v) for v in body.terminator.operands]
    return current
