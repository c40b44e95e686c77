"""The place of the greatest or least element (argmax, argmin), as a reduction of elements and one of places.

Programs state it as one reduction of pairs, whose body chooses by comparisons: it has to go through the elements one by one. The
greatest element, and then the first place where it stands, are two reductions of which each runs in vectors along any dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from hloom.expr.scalar import Apply, Argument, walk
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, PRED, ElementType
from hloom.numbers.rounding import quietly
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.region_function import region_function
from hloom.ops.common.region_values import region_values
from hloom.ops.definition.traits import REDUCERS
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.creation import Constant, Iota
from hloom.ops.stablehlo.elementwise import Maximum, Minimum, Not, Or
from hloom.ops.stablehlo.movement import BroadcastInDim
from hloom.ops.stablehlo.reduction import Reduce
from hloom.passes.rewriting import Replacement

#: Functions of truths, which are the bits of numbers elsewhere.
_LOGICAL = {"and", "or", "not", "xor"}

#: Elements below which one reduction, written out for many rows side by side, is better than two; and than one of places alone.
_LONG, _LONG_OF_TRUTHS = 12, 4


def arg_min_max(op: Any, b: Builder) -> Replacement:
    """reduce(x, iota by the first greatest) -> reduce(iota where x is reduce(x by maximum), by minimum).

    The greatest truth value is known: there are only places to reduce. Of one element there is nothing to choose.
    """
    if len(op.inputs) != 2 or len(op.dimensions) != 1:
        return None
    x, places = op.inputs
    (dimension,) = op.dimensions
    if not all(t.is_static and t.size and not t.is_quantized for t in (x.type, places.type)):
        return None
    element, index = x.element, places.element
    if element.is_complex or element.is_small_float or not index.is_integer or index.width < 8:
        return None
    length, least = x.shape[dimension], _LONG_OF_TRUTHS if element is PRED else _LONG
    most = min(np.iinfo(index.dtype).max, np.iinfo(np.int32).max)
    if 1 < length < least or length > most or not _counts(places, dimension):
        return None
    if [r.type.element for r in op.results] != [element, index]:
        return None
    reducer = next((r for r in (Maximum, Minimum) if _chooses_first(op, r)), None)
    if reducer is None:
        return None
    if length == 1:
        return tuple(b.reshaped(v, r.shape) for v, r in zip(op.inputs, op.results))
    narrow = TensorType(x.shape, ELEMENT_TYPES["i32"])
    numbers = b(Iota, iota_dimension=dimension, result_types=[narrow])
    last = np.iinfo(np.int32).max

    def first_of(found: Value) -> Value:
        places = b(Select, found, numbers, b.splat(last, narrow))
        return _reduced(b, Minimum, places, b.constant(np.int32(last)), dimension)

    if element is PRED:
        first = first_of(x if reducer is Maximum else b(Not, x))
        left = TensorType(op.results[0].type.shape, narrow.element)
        is_there = b(Compare, first, b.splat(last, left), comparison_direction="NE")
        place = b(Select, is_there, first, b.splat(0, left))
        return is_there if reducer is Maximum else b(Not, is_there), b.converted(place, op.results[1].element)
    extreme = _reduced(b, reducer, x, op.init_values[0], dimension)
    kept = tuple(d for d in range(x.rank) if d != dimension)
    everywhere = b.broadcast(extreme, kept, x.shape)
    found = b(Compare, x, everywhere, comparison_direction="EQ")
    if element.is_float:
        found = b(Or, found, b(Compare, x, x, comparison_direction="NE"))
    first = first_of(found)
    if element.is_float:  # of zeros of both signs the first one is the value
        chosen = b(Compare, numbers, b.broadcast(first, kept, x.shape), comparison_direction="EQ")
        others = b.broadcast(op.init_values[0], (), x.shape)
        extreme = _reduced(b, reducer, b(Select, chosen, x, others), op.init_values[0], dimension)
    return extreme, b.converted(first, op.results[1].element)


def _reduced(b: Builder, reducer: Any, x: Value, initial: Value, dimension: int) -> Value:
    element = initial.type.element  # type: ignore[union-attr]
    return b(Reduce, [x], [initial], dimensions=(dimension,), regions=[combining(reducer.name, element)])


def _counts(value: Value, dimension: int) -> bool:
    """Whether each element is its own index along a dimension."""
    op = value.owner if isinstance(value, OpResult) else None
    if isinstance(op, BroadcastInDim):
        (operand,) = op.operands
        inner = operand.owner if isinstance(operand, OpResult) else None
        return isinstance(inner, Iota) and tuple(op.broadcast_dimensions[inner.iota_dimension : inner.iota_dimension + 1]) == (
            dimension,) and operand.shape[inner.iota_dimension] == value.shape[dimension]  # type: ignore[attr-defined]
    return isinstance(op, Iota) and op.iota_dimension == dimension


def _chooses_first(op: Any, reducer: Any) -> bool:
    """Whether a body takes the greater (lesser) of two elements, the first of equal ones, one that is no number before all; and
    starts from what no element is less (greater) than, at place 0."""
    element, index = op.inputs[0].element, op.inputs[1].element
    start = [v.owner.value.data.reshape(-1)[0] if isinstance(v, OpResult) and isinstance(v.owner, Constant) else None
             for v in op.init_values]
    if start[0] != element.dtype.type(REDUCERS[reducer.reducer.name].identity(element)) or start[1] != 0:
        return False
    function = region_function(op.body)
    arguments = [Argument(t) for t in (element, index) * 2]
    if function is None or not _is_choice(function(*arguments), arguments):
        return False
    values = _orders(element)
    rows = [(a, i, b, j) for a, b in product(values, repeat=2) for i, j in ((0, 0), (0, 1), (1, 2))]
    arrays = [np.array([row[k] for row in rows], (element if k % 2 == 0 else index).dtype) for k in range(4)]
    found = region_values(op.body, arrays)
    if found is None:
        return False
    a, i, b, j = arrays
    with quietly():
        keeps = ((a >= b) if reducer is Maximum else (a <= b)) | (a != a)
    chosen = np.where(keeps, a, b)
    return bool(np.all((found[0] == chosen) | ((found[0] != found[0]) & (chosen != chosen)))
                and np.all(found[1] == np.where(keeps, i, j)))


def _is_choice(roots: Any, arguments: Sequence[Argument]) -> bool:
    """Whether scalars are chosen among arguments by comparing elements with elements, and places with places, so that any numbers
    in each order show what they are."""
    nodes = [n for root in roots for n in walk(root)]
    return all(isinstance(n, Argument) or (isinstance(n, Apply) and _chooses(n, arguments)) for n in nodes)


def _chooses(node: Apply, arguments: Sequence[Argument]) -> bool:
    if node.function == "compare" and "TOTALORDER" not in node.parameters:
        compared = {n for child in node.children for n in walk(child) if isinstance(n, Argument)}
        return compared <= {*arguments[::2]} or compared <= {*arguments[1::2]}
    return node.function == "select" or (node.function in _LOGICAL and node.type is PRED)


def _orders(element: ElementType) -> list[Any]:
    if element.is_float:
        return [-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan]
    if element is PRED:
        return [False, True]
    lowest = 0 if element.kind == "uint" else -(1 << (element.width - 1))
    highest = (1 << (element.width - (element.kind == "sint"))) - 1
    return sorted({lowest, 0, 1, highest})
