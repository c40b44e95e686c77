"""Walks over index expressions: substitution, evaluation, the set of variables, the interval of values.

All of them visit each distinct subexpression once, operands first, on an explicit stack: their cost is linear in the
number of distinct subexpressions, and expressions may be nested to any depth.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

import numpy as np

from hloom.expr.interval import Interval, weighted_sum
from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Product, Sum, lift, linear_combination, scale
from hloom.expr.variables import Variable


def postorder(roots: IndexExpr | Iterable[IndexExpr], stop_at: Mapping[IndexExpr, Any] | None = None) -> list[IndexExpr]:
    """The distinct subexpressions of `roots`, each after its operands; nodes in `stop_at` are left out."""
    order: list[IndexExpr] = []
    known = stop_at if stop_at is not None else {}
    seen: set[IndexExpr] = set()
    stack = [(root, False) for root in ((roots,) if isinstance(roots, IndexExpr) else tuple(roots))]
    stack.reverse()
    while stack:
        node, operands_done = stack.pop()
        if operands_done:
            order.append(node)
            continue
        if node in seen or node in known:
            continue
        seen.add(node)
        children = node.children
        if children:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))
        else:
            order.append(node)
    return order


def variables(expression: IndexExpr | Iterable[IndexExpr]) -> frozenset[Variable]:
    """The variables that occur in an expression, or in any of several."""
    if isinstance(expression, IndexExpr):
        return expression.free_variables
    return frozenset().union(*(part.free_variables for part in expression))


def substitute(expression: IndexExpr, mapping: Mapping[Any, IndexExpr | int]) -> IndexExpr:
    """`expression` with every key of `mapping` (variables, or other subexpressions) replaced, all at once."""
    return substitute_all((expression,), mapping)[0]


def substitute_all(expressions: Iterable[IndexExpr], mapping: Mapping[Any, IndexExpr | int]) -> tuple[IndexExpr, ...]:
    """`substitute` on several expressions that share subexpressions."""
    return tuple(map(Substitution(mapping), expressions)) if mapping else tuple(expressions)


class Substitution:
    """`substitute` with one mapping, on expressions that come one by one; what they share is rebuilt once."""

    __slots__ = ("_done", "_only_variables", "_replaced")

    def __init__(self, mapping: Mapping[Any, IndexExpr | int]) -> None:
        self._done: dict[IndexExpr, IndexExpr] = {}
        self._replaced = frozenset(mapping)
        self._only_variables = True
        for key, value in mapping.items():
            self._done[key] = value if isinstance(value, IndexExpr) else lift(value)
            if not isinstance(key, Variable):
                self._only_variables = False

    def __call__(self, expression: IndexExpr) -> IndexExpr:
        done, only_variables, replaced = self._done, self._only_variables, self._replaced
        found = done.get(expression)
        if found is not None:
            return found
        if only_variables and replaced.isdisjoint(expression.free_variables):
            return expression
        stack = [expression]
        while stack:
            node = stack[-1]
            children = node.children
            if node in done:
                stack.pop()
            elif not children or (only_variables and replaced.isdisjoint(node.free_variables)):
                done[node] = node
                stack.pop()
            elif missing := [child for child in children if child not in done]:
                stack.extend(missing)
            else:
                made = tuple([done[child] for child in children])
                done[node] = node if made == children else node.rebuild(made)
                stack.pop()
        return done[expression]


def evaluate(expression: IndexExpr, values: Mapping[Any, Any]) -> Any:
    """The value for given values of the variables: Python integers (exact) or NumPy int64 arrays (elementwise).

    Raises KeyError for a variable without a value and ZeroDivisionError for a division by zero.
    """
    return evaluate_all((expression,), values)[0]


def evaluate_all(expressions: Iterable[IndexExpr], values: Mapping[Any, Any]) -> list[Any]:
    """`evaluate` on several expressions that share subexpressions."""
    expressions = tuple(expressions)
    done: dict[IndexExpr, Any] = {}
    for node in postorder(expressions):
        done[node] = values[node] if isinstance(node, Variable) else _evaluate_node(node, done)
    return [done[expression] for expression in expressions]


def _evaluate_node(node: IndexExpr, done: Mapping[IndexExpr, Any]) -> Any:
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Sum):
        total: Any = node.constant
        for term, coefficient in node.terms:
            total = total + done[term] * coefficient
        return total
    if isinstance(node, Product):
        product: Any = 1
        for factor in node.factors:
            product = product * done[factor]
        return product
    assert isinstance(node, FloorDiv | Mod | Minimum | Maximum)
    left, right = done[node.left], done[node.right]
    if isinstance(node, FloorDiv | Mod):
        if (right == 0) if isinstance(right, int) else np.any(np.equal(right, 0)):
            raise ZeroDivisionError(f"division by zero in {node}")
        return left // right if isinstance(node, FloorDiv) else left % abs(right)
    if isinstance(left, int) and isinstance(right, int):
        return min(left, right) if isinstance(node, Minimum) else max(left, right)
    return np.minimum(left, right) if isinstance(node, Minimum) else np.maximum(left, right)


# -- bounds --------------------------------------------------------------------------------------------------------------------
# The interval of values that an index expression can take, from the intervals of its variables.

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
