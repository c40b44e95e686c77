"""Comparisons whose outcome is known, or that another comparison states more simply."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Value
from hloom.numbers.element_type import PRED
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.creation import Constant, is_static, splat
from hloom.ops.stablehlo.elementwise import Not
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.passes.rules.equation import number

TABLE = RuleTable()

#: Comparisons that hold for equal numbers.
_REFLEXIVE = ("EQ", "GE", "LE")


@TABLE.rule("compare(x, x) -> whether equal numbers compare so", Compare)
def comparison_with_itself(op: Any, b: Builder) -> Replacement:
    """Not for floats in their usual order, in which NaN differs from itself."""
    if op.lhs is not op.rhs or not is_static(op.lhs) or op.order == "FLOAT":
        return None
    return b.splat(op.comparison_direction in _REFLEXIVE, op.result.type)


_MIRRORED = {"EQ": "EQ", "NE": "NE", "GE": "LE", "GT": "LT", "LE": "GE", "LT": "GT"}
_NEGATED = {"EQ": "NE", "NE": "EQ", "GE": "LT", "GT": "LE", "LE": "GT", "LT": "GE"}


@TABLE.rule("compare(c, x) -> compare(x, c) with the direction mirrored", Compare, of=Constant)
def constant_on_the_right(op: Any, b: Builder) -> Replacement:
    if splat(op.lhs) is None or splat(op.rhs) is not None:
        return None
    return _compare(op, b, op.rhs, op.lhs, _MIRRORED)


@TABLE.rule("not(compare(x, y)) -> compare(x, y) with the direction negated", Not, of=Compare)
def negated_comparison(op: Any, b: Builder) -> Replacement:
    """Not for floats in their usual order: NaN is neither less than, nor equal to, nor greater than anything."""
    inner: Any = op.operand.owner
    if inner.order == "FLOAT" and inner.comparison_direction not in ("EQ", "NE"):
        return None
    return _compare(inner, b, inner.lhs, inner.rhs, _NEGATED)


def _compare(op: Any, b: Builder, lhs: Value, rhs: Value, directions: dict[str, str]) -> Value:
    """The comparison of `lhs` and `rhs` in the manner of `op`, its direction changed."""
    return b(Compare, lhs, rhs, comparison_direction=directions[op.comparison_direction],
             compare_type=op.attributes.get("compare_type"))


@TABLE.rule("compare(x, MIN or MAX) -> constant, where no number lies beyond", Compare, of=Constant, operand=1)
def comparison_with_the_end(op: Any, b: Builder) -> Replacement:
    """`x < 0` of an unsigned number is false, and so on; for integers."""
    lhs, rhs = op.lhs, op.rhs
    limit = splat(rhs)
    if limit is None or not is_static(lhs) or not lhs.element.is_integer:
        return None
    ends = (("MIN", {"LT": False, "GE": True}), ("MAX", {"GT": False, "LE": True}))
    for end, outcomes in ends:
        if limit == number(end, lhs.element) and op.comparison_direction in outcomes:
            return b.splat(outcomes[op.comparison_direction], op.result.type)
    return None


@TABLE.rule("compare(EQ, p, true) -> p, compare(NE, p, true) -> not(p), and so on", Compare, of=Constant, operand=1)
def comparison_with_truth(op: Any, b: Builder) -> Replacement:
    lhs, truth = op.lhs, splat(op.rhs)
    if truth is None or not is_static(lhs) or lhs.element is not PRED or op.comparison_direction not in ("EQ", "NE"):
        return None
    return lhs if bool(truth) == (op.comparison_direction == "EQ") else b(Not, lhs)
