"""Runtime variables whose values the program shows after all: constants, iotas, and arithmetic on them."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes

from hloom.expr.index import Constant, IndexExpr, IntervalAnalysis, Runtime, Variable
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import Interval
from hloom.expr.map_variables import remove_unused_symbols
from hloom.expr.predicate import ALWAYS, NEVER
from hloom.expr.scalar import Apply, FromIndex, Literal, Read, Scalar, Select
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.operation import Op

#: Operations that are looked through for one value.
_MAXIMUM_STEPS = 64


def fold_runtime_variables(map: IndexingMap, assume_feasible: bool = False) -> IndexingMap:
    """The map with what is known of its runtime variables put in their place.

    A variable stands for a number clamped to its bounds; it is replaced where the number is known to lie within them. With
    `assume_feasible` one that varies with the index is replaced whatever its values: XLA's analysis takes a program to keep to
    the feasible values of its starts, and looks at constants only.
    """
    known: dict[Variable, IndexExpr] = {}
    bounds = IntervalAnalysis(map.known_intervals())
    for number, rt in enumerate(map.runtime):
        if isinstance(rt.value, Value) and rt.element is not None:
            found = _Reader(bounds).value(rt.value, rt.element)
            if found is None:
                continue
            values = bounds.interval(found)
            if values.intersect(rt.bounds) == values or (assume_feasible and not isinstance(found, Constant)):
                known[Runtime(number)] = found
    if not known:
        return map
    return remove_unused_symbols(replace(map.substitute(known)).simplify())


class _Reader:
    """Reads elements of integer tensors as index expressions; gives up after a number of steps."""

    def __init__(self, bounds: IntervalAnalysis) -> None:
        self.bounds, self.steps = bounds, 0

    def value(self, value: Value, index: tuple[IndexExpr, ...]) -> IndexExpr | None:
        """The element of a value at an index; None where it is not known before the program runs."""
        if isinstance(value, OpResult) and not value.owner.operands:
            attribute = value.owner.attributes.get("value")
            if isinstance(attribute, DenseElementsAttr):
                return _element(attribute, index)
        made = self.element(value, index)
        return None if made is None else self.scalar(made)

    def element(self, value: Value, index: tuple[IndexExpr, ...]) -> Scalar | None:
        """What an operation computes as the element of a value at an index; None for what gives no such formula, and when enough
        have been looked at."""
        self.steps += 1
        if self.steps > _MAXIMUM_STEPS or not isinstance(value, OpResult) or not isinstance(value.owner, Op):
            return None
        if not isinstance(value.type, TensorType) or not value.type.is_static:
            return None
        made = value.owner.element(index) if value.owner.element is not None else None
        return None if made is None or isinstance(made, tuple) else made

    def scalar(self, scalar: Scalar) -> IndexExpr | None:
        """An integer scalar as an index expression, provided that nothing overflows."""
        if not scalar.type.is_integer:
            return None
        found: IndexExpr | None = None
        match scalar:
            case Literal():
                found = Constant(int(scalar.value))
            case FromIndex():
                found = scalar.index
            case Read():
                found = self.value(scalar.source, scalar.index)
            case Apply(function="convert" | "negate" | "add" | "subtract" | "multiply"):
                operands = [self.scalar(child) for child in scalar.children]
                found = _arithmetic(scalar.function, operands)
        if found is None or not _fits(self.bounds.interval(found), scalar.type):
            return None
        return found


class IndexFolder(_Reader):
    """Reads integers and truth values that the program shows, through comparisons and choices that are decided beforehand, too:
    an iota is not below zero, so that what is done to negative indices is not done to it."""

    def __init__(self) -> None:
        super().__init__(IntervalAnalysis())
        self._numbers: dict[Scalar, IndexExpr | None] = {}

    def scalar(self, scalar: Scalar) -> IndexExpr | None:
        if scalar not in self._numbers:
            self._numbers[scalar] = None  # while it is being looked for
            found = super().scalar(scalar)
            self._numbers[scalar] = self._chosen(scalar) if found is None and scalar.type.is_integer else found
        return self._numbers[scalar]

    def _chosen(self, scalar: Scalar) -> IndexExpr | None:
        match scalar:
            case Select():
                arm = _arm(scalar)
                return None if arm is None else self.scalar(arm)
            case Apply(function="select", children=(condition, then, otherwise)):
                holds = self.truth(condition)
                return None if holds is None else self.scalar(then if holds else otherwise)
            case Apply(function="minimum", children=(a, b)):
                return self._smaller(a, b)
            case Apply(function="maximum", children=(a, b)):
                return self._smaller(a, b, is_larger=True)
        return None

    def _smaller(self, a: Scalar, b: Scalar, is_larger: bool = False) -> IndexExpr | None:
        x, y = self.scalar(a), self.scalar(b)
        if x is None or y is None:
            return None
        difference = self.bounds.interval(x - y)
        if difference.upper <= 0:
            return y if is_larger else x
        return (x if is_larger else y) if difference.lower >= 0 else None

    def truth(self, scalar: Scalar) -> bool | None:
        """Whether a truth value is true, where that is known before the program runs."""
        match scalar:
            case Literal():
                return bool(scalar.value)
            case Read():
                made = self.element(scalar.source, scalar.index)
                return None if made is None else self.truth(made)
            case Select():
                arm = _arm(scalar)
                return None if arm is None else self.truth(arm)
            case Apply(function="compare", children=(a, b), parameters=(direction, _)) if a.type.is_integer:
                x, y = self.scalar(a), self.scalar(b)
                return None if x is None or y is None else _compared(self.bounds.interval(x - y), direction)
            case Apply(function="not", children=(a,)):
                inner = self.truth(a)
                return None if inner is None else not inner
            case Apply(function="and" | "or" as function, children=(a, b)):
                one, other = self.truth(a), self.truth(b)
                decisive = function == "or"
                if decisive in (one, other):
                    return decisive
                return None if one is None or other is None else not decisive
        return None


def _arm(scalar: Select) -> Scalar | None:
    """The arm of a choice by index that is taken wherever the index lies."""
    condition = scalar.condition.simplify()
    return scalar.then if condition is ALWAYS else scalar.otherwise if condition is NEVER else None


def _compared(difference: Interval, direction: str) -> bool | None:
    """What a comparison of two integers gives, whose difference lies in an interval; None where either may be."""
    match direction:
        case "EQ" | "NE":
            if difference.lower == difference.upper == 0:
                return direction == "EQ"
            return direction == "NE" if difference.lower > 0 or difference.upper < 0 else None
        case "LT" | "GE":
            return (direction == "LT") if difference.upper < 0 else (direction == "GE") if difference.lower >= 0 else None
        case _:
            return (direction == "GT") if difference.lower > 0 else (direction == "LE") if difference.upper <= 0 else None


def _arithmetic(function: str, operands: list[IndexExpr | None]) -> IndexExpr | None:
    given = [x for x in operands if x is not None]
    if len(given) < len(operands):
        return None
    match function, given:
        case "convert", [x]:
            return x
        case "negate", [x]:
            return -x
        case "add", [x, y]:
            return x + y
        case "subtract", [x, y]:
            return x - y
        case "multiply", [x, y]:
            return x * y
    return None


def _fits(interval: Interval, type: ElementType) -> bool:
    limits = ml_dtypes.iinfo(type.dtype)
    return interval.is_bounded and int(limits.min) <= interval.lower and interval.upper <= int(limits.max)


def _element(attribute: DenseElementsAttr, index: tuple[IndexExpr, ...]) -> IndexExpr | None:
    """The element of an integer constant at an index, if it is a splat or the index is a constant one."""
    array = attribute.array()
    if array.dtype.kind not in "iu" or not array.size:
        return None
    places = [k.value for k in index if isinstance(k, Constant)]
    if len(places) == array.ndim:
        return Constant(int(array[tuple(places)]))
    return Constant(int(array.flat[0])) if attribute.is_splat else None
