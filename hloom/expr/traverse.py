"""Walks over index expressions: substitution, evaluation, the set of variables.

All of them visit each distinct subexpression once, operands first, on an explicit stack: their cost is linear in the
number of distinct subexpressions, and expressions may be nested to any depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Product, Sum, lift
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
