"""Exponentials of numbers that are never positive, by another name: a number less the largest of several, of which it is one
(softmax), minus a square (densities), ...

Neither can their powers of two overflow: processors without an instruction that scales by such powers compute them with three
instructions less (`llvm.math.exponential`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store
from hloom.codegen.plan.reductions import reducer
from hloom.expr.index import IndexExpr, Variable
from hloom.expr.scalar import Apply, FromIndex, Literal, Read, Reduction, ReductionResult, Rewriter, Scalar, walk
from hloom.expr.simplify import interval_of


class SignAnalysis:
    """What is known of the signs of numbers in a block, of which the kernels come in order."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        #: For each value that holds the largest of several numbers the index of an element, the reduction and what it is of.
        self._largest: dict[Any, tuple[tuple[IndexExpr, ...], Reduction, Scalar]] = {}
        #: Values whose elements are not above 0, or not below, or NaN.
        self._never_positive: set[Any] = set()
        self._never_negative: set[Any] = set()

    def marked(self, stores: Sequence[Store]) -> list[Store]:
        """Stores with `exponential_of_negative` in the place of `exponential` where it holds, and what they tell of values."""
        fusion = self._machine.fusion
        made = [Store(store.target, store.index, self._marked(store.scalar)) for store in stores]
        for store in made:
            scalar = store.scalar
            if self._is_never_positive(scalar, fusion.depth_of_signs):
                self._never_positive.add(store.target)
            if self._is_never_negative(scalar, fusion.depth_of_signs):
                self._never_negative.add(store.target)
            if isinstance(scalar, ReductionResult) and reducer(scalar.reduction, scalar.number) == "maximum":
                self._largest[store.target] = store.index, scalar.reduction, scalar.reduction.values[scalar.number]
        return made

    def _marked(self, root: Scalar) -> Scalar:
        fusion = self._machine.fusion
        found: dict[Scalar, Scalar] = {
            node: Apply("exponential_of_negative", node.children, node.type) for node in walk(root)
            if isinstance(node, Apply) and node.function == "exponential" and self._is_never_positive(
                node.children[0], fusion.depth_of_signs)}
        return Rewriter(scalars=found)(root) if found else root

    def _is_never_positive(self, node: Scalar, depth: int) -> bool:
        """Whether a number is not above 0, or NaN."""
        if isinstance(node, Read):
            return node.source in self._never_positive
        if not node.type.is_float or not depth:
            return False
        if isinstance(node, Literal):
            return float(node.value) <= 0
        if not isinstance(node, Apply):
            return False
        children, depth = node.children, depth - 1
        match node.function:
            case "subtract":
                return self._is_at_most(children[0], children[1], depth)
            case "negate":
                return self._is_never_negative(children[0], depth)
            case "convert":
                return self._is_never_positive(children[0], depth)
            case "minimum":
                return any(self._is_never_positive(c, depth) for c in children)
            case "maximum" | "add":
                return all(self._is_never_positive(c, depth) for c in children)
            case "multiply":
                return any(self._is_never_positive(a, depth) and self._is_never_negative(b, depth)
                           for a, b in (children, children[::-1]))
            case "divide":
                return self._is_never_positive(children[0], depth) and _is_above_zero(children[1])
        return False

    def _is_never_negative(self, node: Scalar, depth: int) -> bool:
        """Whether a number is not below 0, or NaN."""
        if isinstance(node, Read):
            return node.source in self._never_negative
        if not node.type.is_float or not depth:
            return False
        if isinstance(node, Literal):
            return float(node.value) >= 0
        if isinstance(node, ReductionResult):
            return reducer(node.reduction, node.number) == "add" and all(
                self._is_never_negative(part[node.number], depth - 1) for part in (node.reduction.initial, node.reduction.values))
        if not isinstance(node, Apply):
            return False
        children, depth = node.children, depth - 1
        match node.function:
            case "abs" | "exponential" | "exponential_of_negative" | "logistic" | "sqrt":
                return True
            case "multiply" if children[0] is children[1]:
                return True
            case "convert":
                return self._is_never_negative(children[0], depth)
            case "multiply" | "add":
                return all(self._is_never_negative(c, depth) for c in children)
            case "divide":
                return self._is_never_negative(children[0], depth) and _is_above_zero(children[1])
            case "negate":
                return self._is_never_positive(children[0], depth)
        return False

    def _is_at_most(self, a: Scalar, b: Scalar, depth: int) -> bool:
        """Whether b is at least a for what it is known to be the largest of, or one of both NaN."""
        if isinstance(b, Read):
            return b.source in self._largest and self._is_among(a, *self._largest[b.source], b.index)
        return isinstance(b, Apply) and b.function == "maximum" and depth > 0 and any(
            self._is_at_most(a, c, depth - 1) for c in b.children)

    def _is_among(self, a: Scalar, dims: tuple[IndexExpr, ...], reduction: Reduction, reduced: Scalar,
                  index: tuple[IndexExpr, ...]) -> bool:
        """Whether a is one of the numbers that are reduced to the element at `index`."""
        places: dict[Variable, IndexExpr] = {dim: k for dim, k in zip(dims, index) if isinstance(dim, Variable)}
        for one, other in zip(walk(reduced), walk(a)):
            for variable, k in zip(_index(one), _index(other)):
                if isinstance(variable, Variable) and variable in reduction.variables:
                    places.setdefault(variable, k)
        return all(v in places and _holds(v, places[v]) for v in reduction.variables) and Rewriter(places)(reduced) is a


def _is_above_zero(node: Scalar) -> bool:
    """Whether a divisor is known to leave signs as they are, which -0 does not."""
    return isinstance(node, Literal) and float(node.value) > 0


def _index(node: Scalar) -> tuple[IndexExpr, ...]:
    return node.index if isinstance(node, Read) else (node.index,) if isinstance(node, FromIndex) else ()


def _holds(variable: Any, index: IndexExpr) -> bool:
    """Whether all values of an index are values of a variable."""
    inside, outside = interval_of(index), variable.bounds
    return outside.lower <= inside.lower and inside.upper <= outside.upper
