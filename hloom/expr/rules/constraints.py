"""Rules for constraints `expression in [l, u]`: each solves the constraint for what stands inside it.

Letters: `x y` expressions, `l u` the ends, `c g` integers. A row answers with the constraints that replace the given
one (their conjunction is equivalent to it) or None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hloom.expr.interval import INT64_MAX, INT64_MIN, UNBOUNDED, Interval
from hloom.expr.nodes import (
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Sum,
    linear_combination,
    some_of_sum,
)
from hloom.expr.predicate import divide_interval, without_constant

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier

Replacement = list[tuple[IndexExpr, Interval]] | None


class ConstraintRule(NamedTuple):
    """One rewrite of a constraint whose expression is simplified and whose truth is not known."""

    name: str
    equation: str
    apply: Callable[[IndexExpr, Interval, Simplifier], Replacement]


def _bare_sum(expression: IndexExpr, interval: Interval, simplifier: Simplifier) -> Replacement:
    if not isinstance(expression, Sum):
        return None
    bare, moved = without_constant(expression, interval)
    return None if bare is expression else [(bare, moved)]


def _quotient(expression: IndexExpr, interval: Interval, simplifier: Simplifier) -> Replacement:
    if not (isinstance(expression, FloorDiv) and isinstance(expression.right, Constant)):
        return None
    c = expression.right.value
    lower = INT64_MIN if interval.lower == INT64_MIN else interval.lower * c
    upper = INT64_MAX if interval.upper == INT64_MAX else interval.upper * c + c - 1
    if lower < INT64_MIN or upper > INT64_MAX:
        return None
    return [(expression.left, Interval(lower, upper))]


def _multiple_and_rest(expression: IndexExpr, interval: Interval, simplifier: Simplifier) -> Replacement:
    """`x * g + y in [l, u]`, where the values of `y` cannot decide.

    `x >= ceildiv(l - max(y), g)` is necessary and `x >= ceildiv(l - min(y), g)` is sufficient for the lower end. Where
    the two agree, or the lower end holds anyway, and likewise above, the constraint says no more than that.
    """
    if not isinstance(expression, Sum) or len(expression.terms) < 2:
        return None
    whole = simplifier.interval(expression)
    for g in sorted({abs(coefficient) for _, coefficient in expression.terms}, reverse=True):
        multiples = [(term, k // g) for term, k in expression.terms if k % g == 0]
        rest = [(term, k) for term, k in expression.terms if k % g]
        if g == 1 or not rest:
            continue
        y = simplifier.interval(some_of_sum(rest))
        if not y.is_bounded:
            continue
        l, u = interval
        lower_decided = l <= whole.lower or -((y.upper - l) // g) == -((y.lower - l) // g)
        upper_decided = u >= whole.upper or (u - y.lower) // g == (u - y.upper) // g
        if lower_decided and upper_decided:
            return [(linear_combination(multiples), divide_interval(interval - y, g))]
    return None


def _extremum(expression: IndexExpr, interval: Interval, simplifier: Simplifier) -> Replacement:
    if not isinstance(expression, Minimum | Maximum):
        return None
    values = simplifier.interval(expression)
    if isinstance(expression, Minimum):
        both, decided = Interval(interval.lower, INT64_MAX), interval.upper >= values.upper
    else:
        both, decided = Interval(INT64_MIN, interval.upper), interval.lower <= values.lower
    if not decided or both == UNBOUNDED:
        return None
    return [(operand, both) for operand in expression.children]


CONSTRAINT_RULES = (
    ConstraintRule("bare-sum", "x * g + c in [l, u] -> x in [ceildiv(l - c, g), (u - c) floordiv g]", _bare_sum),
    ConstraintRule("quotient", "x floordiv c in [l, u] -> x in [l * c, u * c + c - 1]", _quotient),
    ConstraintRule(
        "multiple-and-rest",
        "x * g + y in [l, u] -> x in [a, b]  if y does not decide: a = ceildiv(l - y, g), b = (u - y) floordiv g",
        _multiple_and_rest,
    ),
    ConstraintRule("extremum", "max(x, y) <= u -> x <= u, y <= u; min(x, y) >= l -> x >= l, y >= l", _extremum),
)
