"""The interval of values that an index expression can take, from the intervals of its variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hloom.expr.interval import Interval
from hloom.expr.nodes import (
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    Sum,
    Variable,
    linear_combination,
    scale,
)
from hloom.expr.traverse import postorder

Bounds = Mapping[Any, Interval]
"""Intervals of variables, and of further expressions that are known to stay within one (constraints)."""


class IntervalAnalysis:
    """Intervals of expressions under fixed `bounds`, remembered from one question to the next."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.bounds: Bounds = bounds if bounds is not None else {}
        self._known: dict[IndexExpr, Interval] = {}
        # Looking up a sum without its constant costs a node; only done when some sum is constrained.
        self._constrained_sums = any(isinstance(key, Sum) for key in self.bounds)

    def interval(self, expression: IndexExpr) -> Interval:
        """The smallest interval that interval arithmetic proves for `expression`."""
        known = self._known
        found = known.get(expression)
        if found is None:
            try:
                found = known[expression] = self._node(expression)
            except KeyError:  # of an operand that is not known yet
                for node in postorder(expression, known):
                    known[node] = self._node(node)
                found = known[expression]
        return found

    def _node(self, node: IndexExpr) -> Interval:
        result = self._operation(node)
        if not isinstance(node, Constant):
            constraint = self.bounds.get(node)
            if constraint is not None:
                result = constraint if isinstance(node, Variable) else result.intersect(constraint)
            elif self._constrained_sums and isinstance(node, Sum):
                result = self._use_constraint(node, result)
        return result

    def _use_constraint(self, node: Sum, result: Interval) -> Interval:
        """Constraints on sums carry no constant: `5 <= x + y <= 9` also bounds `x + y + 3` and `-x - y`."""
        terms = linear_combination(node.terms)
        constraint = self.bounds.get(terms)
        if constraint is None:
            constraint = self.bounds.get(scale(terms, -1))
            if constraint is None:
                return result
            constraint = -constraint
        return result.intersect(constraint + Interval.point(node.constant))

    def _operation(self, node: IndexExpr) -> Interval:
        known = self._known
        if isinstance(node, Constant):
            return Interval.point(node.value)
        if isinstance(node, Variable):
            return node.bounds
        if isinstance(node, Sum):
            total = Interval.point(node.constant)
            for term, coefficient in node.terms:
                part = known[term]
                total = total + (part if coefficient == 1 else part.scale(coefficient))
            return total
        if isinstance(node, Product):
            product = known[node.factors[0]]
            for factor in node.factors[1:]:
                product = product * known[factor]
            return product
        assert isinstance(node, FloorDiv | Mod | Minimum | Maximum)
        left, right = known[node.left], known[node.right]
        if isinstance(node, FloorDiv):
            return left // right
        if isinstance(node, Mod):
            return left % right
        return left.minimum(right) if isinstance(node, Minimum) else left.maximum(right)


def interval_of(expression: IndexExpr, bounds: Bounds | None = None) -> Interval:
    """The values of `expression`; variables that `bounds` does not name have their own `.bounds`.

    Sound for exact integers: an end point beyond 64 bits becomes "unbounded". An empty interval of a variable makes
    the result empty.
    """
    return IntervalAnalysis(bounds).interval(expression)
