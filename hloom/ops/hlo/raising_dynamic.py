"""Operations whose shape is an operand, in HLO: it has them where each size of the result has a bound.

A reshape is HLO's own. The others have as many elements as the bounds say, of which as many are kept as the operand says. Sizes
without a bound have no form in HLO; neither XLA nor hloom converts them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.element_type import I32
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.hlo.raising_special import broadcast, conversion_error


def _bounds(op: Any) -> tuple[int, ...]:
    """The bounds of the result's sizes. UserError, with the place, if there is none for one."""
    found = op.results[0].type.bounds
    if None in found:
        raise conversion_error(op, "a size of its result has no bound")
    return found


def _size(r: Any, sizes: Value, d: int) -> Value:
    """The size of dimension `d` as a scalar of s32."""
    type: Any = sizes.type
    part = r.make("stablehlo.slice", [sizes], start_indices=(d,), limit_indices=(d + 1,), strides=(1,))
    scalar = r.make("stablehlo.reshape", [part], TensorType((), type.element))
    return scalar if type.element is I32 else r.make("stablehlo.convert", [scalar], TensorType((), I32))


def _with_sizes(r: Any, whole: Value, sizes: Value, wanted: TensorType) -> Value:
    """The first elements of each dimension that is dynamic in `wanted`, as many as `sizes` says."""
    bounds: Any = wanted.bounds
    for d, n in enumerate(wanted.shape):
        if n == DYNAMIC:
            shape = (*wanted.shape[: d + 1], *bounds[d + 1 :])
            kept = tuple([b if k == DYNAMIC else None for k, b in zip(shape, bounds)])
            type = TensorType(shape, wanted.element, TypeExtensions(kept))
            whole = r.make("stablehlo.set_dimension_size", [whole, _size(r, sizes, d)], type, dimension=d)
    return whole


def _dynamic_reshape(r: Any, op: Any) -> None:
    bounds = _bounds(op)
    operand, sizes = r.operands(op)
    given: Any = operand.type
    if None in given.bounds:
        raise conversion_error(op, "a size of its operand has no bound")
    if prod(given.bounds) != prod(bounds):
        raise conversion_error(op, "its operand and its result have not as many elements, by their bounds")
    parts = [_size(r, sizes, d) for d in range(len(bounds))]
    r.values[op.results[0]] = r.make("hlo.dynamic_reshape", [operand, *parts], op.results[0].type)


def _dynamic_iota(r: Any, op: Any) -> None:
    type = op.results[0].type
    whole = r.make("stablehlo.iota", [], TensorType(_bounds(op), type.element), iota_dimension=op.iota_dimension)
    r.values[op.results[0]] = _with_sizes(r, whole, r.values[op.output_shape], type)


def _dynamic_broadcast_in_dim(r: Any, op: Any) -> None:
    bounds, type = _bounds(op), op.results[0].type
    operand = r.values[op.operand]
    given: Any = operand.type
    if not given.is_static or any(n not in (1, bounds[d]) for n, d in zip(given.shape, op.broadcast_dimensions)):
        raise conversion_error(op, "a size of its operand is neither 1 nor the bound of the result's")
    whole = broadcast(r, operand, TensorType(bounds, type.element), op.broadcast_dimensions)
    r.values[op.results[0]] = _with_sizes(r, whole, r.values[op.output_dimensions], type)


DYNAMIC_SHAPES: Final[dict[str, Callable[[Any, Any], None]]] = {
    "stablehlo.dynamic_reshape": _dynamic_reshape, "stablehlo.dynamic_iota": _dynamic_iota,
    "stablehlo.dynamic_broadcast_in_dim": _dynamic_broadcast_in_dim}
