"""Control flow that is decided before the program runs, tuples that are taken apart."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Region
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Select
from hloom.ops.stablehlo.control import Case, If, While
from hloom.ops.stablehlo.creation import Constant, integer, is_static
from hloom.ops.stablehlo.tuples import GetTupleElement, Tuple
from hloom.passes.rewriting import Replacement, RuleTable

TABLE = RuleTable()


def _moved(region: Region, b: Builder) -> list[Any]:
    """Moves the operations of a branch to the builder's block; returns what the branch returns."""
    *operations, end = region.block.operations
    region.block.operations = [end]
    for op in operations:
        b.block.append(op)
    return end.operands


@TABLE.rule("if(true) {x} else {y} -> x", If, of=Constant)
def decided_if(op: Any, b: Builder) -> Replacement:
    truth = integer(op.pred)
    return None if truth is None else _moved(op.true_branch if truth else op.false_branch, b)


@TABLE.rule("case(k) {x, y, ...} -> branch k", Case)
def decided_case(op: Any, b: Builder) -> Replacement:
    number = 0 if len(op.branches) == 1 else integer(op.index)
    if number is None:
        return None
    return _moved(op.branches[number if 0 <= number < len(op.branches) else -1], b)


@TABLE.rule("if(p) {x} else {y} of outer x and y -> select(p, x, y)", If)
def choice_of_values(op: Any, b: Builder) -> Replacement:
    """Not where a branch computes anything: it would run needlessly."""
    if any(len(region.block.operations) > 1 for region in op.regions) or not all(map(is_static, op.results)):
        return None
    pairs = zip(op.true_branch.block.terminator.operands, op.false_branch.block.terminator.operands)
    return [b(Select, op.pred, x, y) for x, y in pairs]


@TABLE.rule("while(x) that never runs -> x", While)
def loop_that_never_runs(op: Any, b: Builder) -> Replacement:
    return op.operand if integer(op.cond.block.terminator.operands[0]) == 0 else None


@TABLE.rule("get_tuple_element(tuple(x, y), 0) -> x", GetTupleElement, of=Tuple)
def element_of_tuple(op: Any, b: Builder) -> Replacement:
    return op.operand.owner.val[op.index]
