"""Rules for variables, `min` and `max`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hloom.expr.nodes import Constant, IndexExpr, Maximum, Minimum
from hloom.expr.rules.rule import Rule
from hloom.expr.variables import Variable

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier


def _point_variable(node: Variable, simplifier: Simplifier) -> IndexExpr | None:
    interval = simplifier.interval(node)
    return Constant(interval.lower) if interval.is_point and not simplifier.keep_points else None


def _decided(node: Minimum | Maximum, simplifier: Simplifier) -> IndexExpr | None:
    difference = simplifier.interval(simplifier.combine([(node.left, 1), (node.right, -1)]))
    smaller, larger = (node.left, node.right) if isinstance(node, Minimum) else (node.right, node.left)
    if difference.upper <= 0:
        return smaller
    return larger if difference.lower >= 0 else None


def _absorbed(node: Minimum | Maximum, simplifier: Simplifier) -> IndexExpr | None:
    for inner, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(inner, Minimum | Maximum) and other in inner.children:
            return inner if type(inner) is type(node) else other
    return None


VARIABLE_RULES = (Rule("point-variable", "x -> c  if x in [c, c]", _point_variable),)

EXTREMUM_RULES = (
    Rule("decided-extremum", "min(x, y) -> x  if x <= y; max(x, y) -> y  if x <= y", _decided),
    Rule("absorbed-extremum", "min(min(x, y), x) -> min(x, y); min(max(x, y), x) -> x; and dually", _absorbed),
)
