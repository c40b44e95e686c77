"""Runtime variables whose values the program shows after all: constants, iotas, and arithmetic on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from hloom.expr.index import Constant, IndexExpr, IntervalAnalysis, Runtime, Variable
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import Interval
from hloom.expr.map_variables import remove_unused_symbols
from hloom.expr.scalar import Apply, FromIndex, Literal, Read, Scalar
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
        self.steps += 1
        if self.steps > _MAXIMUM_STEPS or not isinstance(value, OpResult) or not isinstance(value.owner, Op):
            return None
        op: Any = value.owner
        if not isinstance(value.type, TensorType) or not value.type.is_static:
            return None
        attribute = op.attributes.get("value")
        if isinstance(attribute, DenseElementsAttr) and not op.operands:
            return _element(attribute, index)
        made = op.element(index) if op.element is not None else None
        return None if made is None or isinstance(made, tuple) else self.scalar(made)

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
    limits = np.iinfo(type.dtype)
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
