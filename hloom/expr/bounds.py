"""The interval of values that an index expression can take, from the intervals of its variables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from hloom.expr.interval import Interval, weighted_sum
from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Product, Sum, linear_combination, scale
from hloom.expr.traverse import postorder
from hloom.expr.variables import Variable

Bounds = Mapping[Any, Interval]
"""Intervals of variables, and of further expressions that are known to stay within one (constraints)."""


class IntervalAnalysis:
    """Intervals of expressions under fixed `bounds`, remembered from one question to the next."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.bounds: Bounds = bounds if bounds is not None else {}
        # What is given for variables holds; what is given for other expressions can still be improved.
        self._known: dict[IndexExpr, Interval] = {}
        self._constrained = False
        for key, interval in self.bounds.items():
            if isinstance(key, Variable):
                self._known[key] = interval
            else:
                self._constrained = True

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
        known = self._known
        if type(node) is Sum:
            result = weighted_sum(node.constant, [(known[term], k) for term, k in node.terms])
        elif type(node) is FloorDiv and type(node.right) is Constant:
            result = known[node.left].quotient(node.right.value)
        elif type(node) is Mod and type(node.right) is Constant:
            result = known[node.left].remainder(node.right.value)
        elif isinstance(node, Variable):
            return node.bounds
        else:
            result = _INTERVAL_OF[type(node)](node, known)
        if self._constrained:
            constraint = self.bounds.get(node)
            if constraint is not None:
                result = result.intersect(constraint)
            elif type(node) is Sum:
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


_INTERVAL_OF: dict[type, Callable[[Any, Mapping[IndexExpr, Interval]], Interval]] = {
    Constant: lambda node, known: Interval.point(node.value),
    Product: lambda node, known: reduce(operator.mul, [known[factor] for factor in node.factors]),
    FloorDiv: lambda node, known: known[node.left] // known[node.right],
    Mod: lambda node, known: known[node.left] % known[node.right],
    Minimum: lambda node, known: known[node.left].minimum(known[node.right]),
    Maximum: lambda node, known: known[node.left].maximum(known[node.right]),
}


def interval_of(expression: IndexExpr, bounds: Bounds | None = None) -> Interval:
    """The values of `expression`; variables that `bounds` does not name have their own `.bounds`.

    Sound for exact integers: an end point beyond 64 bits becomes "unbounded". An empty interval of a variable makes
    the result empty.
    """
    return IntervalAnalysis(bounds).interval(expression)
