"""Simplification of index expressions under bounds.

`Simplifier` rewrites from the leaves up with the rows of `hloom.expr.rules`. It remembers what it has simplified, so
expressions that share parts, and several expressions under the same bounds, cost little more than their distinct
parts. The result has the same value wherever the variables (and constrained expressions) keep to their bounds.
"""

from __future__ import annotations

from collections.abc import Iterable

from hloom.expr.bounds import Bounds, IntervalAnalysis
from hloom.expr.interval import Interval
from hloom.expr.nodes import IndexExpr, floordiv, linear_combination, mod
from hloom.expr.rules import rules_for
from hloom.expr.traverse import postorder


class Simplifier:
    """Simplifies expressions under fixed `bounds`.

    `keep_points` leaves a variable of one value in place instead of replacing it by its constant (the maps of reshape
    and bitcast are printed like that).
    """

    def __init__(self, bounds: Bounds | None = None, *, keep_points: bool = False) -> None:
        self.keep_points = keep_points
        self._intervals = IntervalAnalysis(bounds)
        self._simplified: dict[IndexExpr, IndexExpr] = {}
        self._normal: dict[IndexExpr, IndexExpr] = {}
        self._quotients: dict[tuple[IndexExpr, int], IndexExpr] = {}
        self._remainders: dict[tuple[IndexExpr, int], IndexExpr] = {}

    def interval(self, expression: IndexExpr) -> Interval:
        """The values of `expression` under the bounds."""
        return self._intervals.interval(expression)

    def simplify(self, expression: IndexExpr) -> IndexExpr:
        """The normal form of `expression`."""
        done = self._simplified
        found = done.get(expression)
        if found is None:
            for node in postorder(expression, done):
                children = node.children
                if children:
                    simplified = tuple([done[child] for child in children])
                    done[node] = self.normalize(node if simplified == children else node.rebuild(simplified))
                else:
                    done[node] = self.normalize(node)
            found = done[expression]
        return found

    def normalize(self, expression: IndexExpr) -> IndexExpr:
        """The normal form of an expression whose operands are in normal form."""
        found = self._normal.get(expression)
        if found is not None:
            return found
        node = expression
        rewritten = True
        while rewritten:
            rewritten = False
            for rule in rules_for(node):
                result = rule.apply(node, self)
                if result is not None and result is not node:
                    node, rewritten = result, True
                    break
        self._normal[expression] = self._normal[node] = node
        return node

    # Constructors for the rules: on operands in normal form, to normal form.

    def combine(self, parts: Iterable[tuple[IndexExpr, int]], constant: int = 0) -> IndexExpr:
        """The linear combination of `parts`."""
        return self.normalize(linear_combination(parts, constant))

    def floordiv(self, dividend: IndexExpr, divisor: int) -> IndexExpr:
        found = self._quotients.get((dividend, divisor))
        if found is None:
            found = self._quotients[dividend, divisor] = self.normalize(floordiv(dividend, divisor))
        return found

    def mod(self, dividend: IndexExpr, modulus: int) -> IndexExpr:
        found = self._remainders.get((dividend, modulus))
        if found is None:
            found = self._remainders[dividend, modulus] = self.normalize(mod(dividend, modulus))
        return found


def simplify(expression: IndexExpr, bounds: Bounds | None = None) -> IndexExpr:
    """`expression` in its simplest form for variables within `bounds` (or their own `.bounds`)."""
    return Simplifier(bounds).simplify(expression)
