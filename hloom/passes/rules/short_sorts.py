"""Sorts of a few elements, as comparisons of neighbours.

A few elements are in order after each neighbouring pair has changed places, where it should, as often as there are elements, and
equal ones keep their order. That is elementwise, of as many rows at a time as registers have lanes; a sort of longer rows makes
words of each one, one row at a time.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Region, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F16, PRED, ElementType
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.common.region_function import region_function
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.movement import Concatenate, Slice
from hloom.ops.stablehlo.reduction import Map
from hloom.ops.stablehlo.sort_keys import comparator_keys
from hloom.passes.rewriting import Replacement

#: Rows that are sorted so, at least, by the most elements that they may have: the comparisons are code, which takes its time.
_LEAST_ROWS = {4: 16, 8: 1024}


def sort_of_few(op: Any, b: Builder) -> Replacement:
    """sort(x) -> concatenate(the first of x, the second, ...)."""
    types = [v.type for v in op.operands]
    if not all(t.is_static and not t.is_quantized and _is_plain(t.element) for t in types):
        return None
    shape = types[0].shape
    dimension = op.dimension % len(shape)
    length = shape[dimension]
    least = next((rows for most, rows in _LEAST_ROWS.items() if length <= most), None)
    if least is None or length < 2 or types[0].size < least * length or not _is_strict(op.comparator):
        return None
    columns = [[_column(b, x, dimension, k) for x in op.inputs] for k in range(length)]
    for turn in range(length):
        for k in range(turn % 2, length - 1, 2):
            columns[k], columns[k + 1] = _in_order(op, b, columns[k], columns[k + 1])
    return tuple(b(Concatenate, parts, dimension=dimension, result_types=[r.type])
                 for parts, r in zip(zip(*columns), op.results))


def _is_plain(element: ElementType) -> bool:
    """Whether vectors hold numbers of a type as they are."""
    return element is PRED or (element.part.width >= 8 and not element.part.is_small_float)


def _is_strict(comparator: Region) -> bool:
    """Whether neither of two elements comes before the other one only if they are equal: floats have an order with NaN then. In
    registers that of f16 is another NaN if it is a signaling one: all must be one."""
    keys = comparator_keys(comparator.block)
    if keys is None or region_function(comparator) is None:
        return False
    if any(isinstance(op, Compare) and op.comparison_direction in ("LE", "GE") for op in comparator.block.operations):
        return False
    if any(key.value.type.element is F16 and (key.canonical is None or key.canonical.nan is None) for key in keys):  # type: ignore[union-attr]
        return False
    return all(key.is_total or not key.value.type.element.is_float for key in keys)  # type: ignore[union-attr]


def _column(b: Builder, x: Any, dimension: int, k: int) -> Value:
    starts, limits = [0] * x.rank, list(x.shape)
    starts[dimension], limits[dimension] = k, k + 1
    return b(Slice, x, start_indices=tuple(starts), limit_indices=tuple(limits), strides=(1,) * x.rank)


def _in_order(op: Any, b: Builder, first: list[Any], second: list[Any]) -> tuple[list[Value], list[Value]]:
    """Two columns, the second before the first where the comparator says that it comes before it."""
    pairs = [x for pair in zip(second, first) for x in pair]
    changes = b(Map, pairs, dimensions=tuple(range(first[0].rank)), regions=[clone_region(op.comparator, {})],
                result_types=[TensorType(first[0].shape, op.comparator.block.terminator.operands[0].type.element)])
    return ([b(Select, changes, y, x) for x, y in zip(first, second)],
            [b(Select, changes, x, y) for x, y in zip(first, second)])
