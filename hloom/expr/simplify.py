"""Index expressions under bounds of their variables: the interval of values that each can take, and its simplest form.

`Simplifier` rewrites from the leaves up with the rows of `hloom.expr.rules`, which `RULES` has by the type of node.
It remembers what it has simplified, so expressions that share parts, and several expressions under the same bounds,
cost little more than their distinct parts. The result has the same value wherever the variables (and constrained
expressions) keep to their bounds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from hloom.expr.interval import Bounds, Interval, weighted_sum
from hloom.expr.nodes import (
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    Sum,
    linear_combination,
    quotient,
    remainder,
    scale,
)
from hloom.expr.rules.division import DIVISION_RULES, REMAINDER_RULES
from hloom.expr.rules.extrema import EXTREMUM_RULES, VARIABLE_RULES
from hloom.expr.rules.rule import Rule
from hloom.expr.rules.sums import SUM_RULES
from hloom.expr.variables import Dim, Range, Runtime, RuntimeValue, Symbol, Variable, postorder


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


# -- simplification --------------------------------------------------------------------------------------------------------------

class Simplifier:
    """Simplifies expressions under fixed `bounds`.

    `keep_points` leaves a variable of one value in place instead of replacing it by its constant (the maps of reshape
    and bitcast are printed like that).
    """

    def __init__(self, bounds: Bounds | None = None, *, keep_points: bool = False) -> None:
        self.keep_points = keep_points
        #: The values of an expression under the bounds.
        self.interval = IntervalAnalysis(bounds).interval
        self._simplified: dict[IndexExpr, IndexExpr] = {}
        self._normal: dict[IndexExpr, IndexExpr] = {}
        self._quotients: dict[tuple[IndexExpr, int], IndexExpr] = {}
        self._remainders: dict[tuple[IndexExpr, int], IndexExpr] = {}

    def simplify(self, expression: IndexExpr) -> IndexExpr:
        """The normal form of `expression`."""
        done = self._simplified
        found = done.get(expression)
        if found is not None:
            return found
        stack = [expression]
        while stack:
            node = stack[-1]
            children = node.children
            if children:
                missing = [child for child in children if child not in done]
                if missing:
                    stack.extend(missing)
                    continue
                if node not in done:
                    simplified = tuple([done[child] for child in children])
                    done[node] = self.normalize(node if simplified == children else node.rebuild(simplified))
            else:
                lower, upper = (0, 1) if type(node) is Constant else self.interval(node)
                # The rules for variables are about those of one value.
                done[node] = self.normalize(node) if lower == upper else node
            stack.pop()
        return done[expression]

    def normalize(self, expression: IndexExpr) -> IndexExpr:
        """The normal form of an expression whose operands are in normal form."""
        normal = self._normal
        found = normal.get(expression)
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
        normal[expression] = normal[node] = node
        return node

    # Constructors for the rules: on operands in normal form, to normal form.

    def combine(self, parts: Iterable[tuple[IndexExpr, int]], constant: int = 0) -> IndexExpr:
        """The linear combination of `parts`."""
        return self.normalize(linear_combination(parts, constant))

    def floordiv(self, dividend: IndexExpr, divisor: int) -> IndexExpr:
        """The quotient by a positive constant."""
        key = (dividend, divisor)
        found = self._quotients.get(key)
        if found is None:
            found = self._quotients[key] = self.normalize(quotient(dividend, Constant(divisor)))
        return found

    def mod(self, dividend: IndexExpr, modulus: int) -> IndexExpr:
        """The remainder by a positive constant."""
        key = (dividend, modulus)
        found = self._remainders.get(key)
        if found is None:
            found = self._remainders[key] = self.normalize(remainder(dividend, Constant(modulus)))
        return found


def simplify(expression: IndexExpr, bounds: Bounds | None = None) -> IndexExpr:
    """`expression` in its simplest form for variables within `bounds` (or their own `.bounds`)."""
    return Simplifier(bounds).simplify(expression)


RULES: dict[type, tuple[Rule, ...]] = {
    FloorDiv: DIVISION_RULES,
    Mod: REMAINDER_RULES,
    Sum: SUM_RULES,
    Minimum: EXTREMUM_RULES,
    Maximum: EXTREMUM_RULES,
    **dict.fromkeys((Dim, Range, Runtime, Symbol, RuntimeValue), VARIABLE_RULES),
}


_FITTING: dict[tuple[type, type, type], tuple[Rule, ...]] = {}


def rules_for(node: IndexExpr) -> tuple[Rule, ...]:
    """The rows to try on a node. Those for sums join a division with other terms of the same variables."""
    if type(node) is FloorDiv or type(node) is Mod:
        shape = (type(node), type(node.left), type(node.right))
        found = _FITTING.get(shape)
        if found is None:
            found = _FITTING[shape] = tuple(rule for rule in RULES[type(node)] if rule.fits(node))
        return found
    if type(node) is Sum and not (node.division_count and _terms_share_variables(node)):
        return ()
    return RULES.get(type(node), ())


def _terms_share_variables(node: IndexExpr) -> bool:
    return sum([len(term.free_variables) for term in node.children]) > len(node.free_variables)
