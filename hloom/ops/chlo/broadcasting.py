"""CHLO: elementwise operations whose operands broadcast to a common shape as in NumPy, stated by the plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.element_type import C64, C128, F32, F64, I32, PRED, ElementType
from hloom.ops.common.broadcasting import shape_of
from hloom.ops.common.shapes import Shape, agreeing, infer_tensor, inferred_of_any_rank, of_known_rank
from hloom.ops.definition.attribute_kinds import enum, i64_array
from hloom.ops.definition.constraints import any_tensor, baseline_element, float_, in_range, integer, of_any_rank, pred, tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.stablehlo.comparison import DIRECTIONS, KINDS
from hloom.ops.stablehlo.elementwise import class_name

#: Complex types by the type of their parts.
_COMPLEX: dict[ElementType, ElementType] = {F32: C64, F64: C128}
SYNTAX = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"


def broadcast_size(sizes: Sequence[int]) -> int:
    """The size to which sizes broadcast: the one that is not 1; DYNAMIC where that is not known."""
    known = [n for n in sizes if n not in (1, DYNAMIC)]
    return known[0] if known else DYNAMIC if DYNAMIC in sizes else 1


def _aligned(shape: Shape, dimensions: Sequence[int], rank: int) -> list[int]:
    """The sizes of `shape` placed along `dimensions` among sizes of 1."""
    found = [1] * rank
    for n, d in zip(shape, dimensions):
        found[d] = n
    return found


def trailing(rank: int, total: int) -> tuple[int, ...]:
    """The last `rank` of `total` dimensions."""
    return tuple(range(total - rank, total))


def common_shape(shapes: Sequence[Shape], dimensions: Sequence[Sequence[int]]) -> Shape:
    """What shapes placed along dimensions broadcast to."""
    rank = max(map(len, shapes))
    return tuple(broadcast_size(sizes) for sizes in zip(*(_aligned(s, d, rank) for s, d in zip(shapes, dimensions))))


def _fit(shapes: Sequence[Shape], dimensions: Sequence[Sequence[int]]) -> bool:
    """Whether shapes placed along dimensions may broadcast together."""
    rank = max(map(len, shapes))
    rows = zip(*(_aligned(s, d, rank) for s, d in zip(shapes, dimensions)))
    return all(len({n for n in sizes if n not in (1, DYNAMIC)}) <= 1 for sizes in rows)


def _places(op: Any) -> list[Sequence[int]]:
    """Which dimensions of the result the dimensions of each operand are."""
    rank = max(v.rank for v in op.operands)
    given = getattr(op, "broadcast_dimensions", None)
    return [given if given is not None and v.rank < rank else trailing(v.rank, rank) for v in op.operands]


BROADCAST_CHECKS = [
    C("broadcast_dimensions", "broadcast_dimensions must have one entry, in ascending order and in range, for each "
                              "dimension of the "
      "operand of lower rank, got {broadcast_dimensions} for {lhs} and {rhs}",
      of_known_rank(lambda op: op.broadcast_dimensions is None or _dimensions_fit(op))),
    C("shape", "the shapes of {lhs} and {rhs} must broadcast",
      of_known_rank(lambda op: _fit([v.shape for v in op.operands], _places(op)))),
]


def _dimensions_fit(op: Any) -> bool:
    """Whether the dimensions place the operand of lower rank; they mean nothing where there is none."""
    given, (low, high) = op.broadcast_dimensions, sorted(v.rank for v in op.operands)
    return low == high or (len(given) == low and in_range(given, high) and list(given) == sorted(set(given)))


def _result_type(op: Any, element: Any) -> Any:
    """The type of `element` in the common shape of the operands."""
    def infer() -> TensorType:
        places = _places(op)
        return infer_tensor(element, lambda *shapes: common_shape(shapes, places), *(v.type for v in op.operands))

    return inferred_of_any_rank(op, element, infer)


def _broadcast_all(op: Any, b: Any) -> list[Value]:
    """The operands in the common shape."""
    places, result = _places(op), op.results[0].type
    if result.is_static and all(v.type.is_static for v in op.operands):
        return [v if v.shape == result.shape else
                b("stablehlo.broadcast_in_dim", v, broadcast_dimensions=tuple(d),
                  result_types=[result.with_element(v.element)])
                for v, d in zip(op.operands, places)]
    shape = _runtime_shape(op, b, places)
    return [b("stablehlo.dynamic_broadcast_in_dim", v, shape, broadcast_dimensions=tuple(d),
              result_types=[result.with_element(v.element)]) for v, d in zip(op.operands, places)]


def _runtime_shape(op: Any, b: Any, places: Sequence[Sequence[int]]) -> Value:
    """The common shape, computed from the operands' sizes: that of the first operand whose size is not 1."""
    rank = op.results[0].type.rank
    one = b.constant([1], I32)
    rows = []
    for v, dimensions in zip(op.operands, places):
        sizes = shape_of(b, v) if v.rank else None
        pieces = [one] * rank
        for k, d in enumerate(dimensions):
            pieces[d] = b("stablehlo.slice", sizes, start_indices=(k,), limit_indices=(k + 1,), strides=(1,))
        rows.append(b("stablehlo.concatenate", pieces, dimension=0) if rank > 1 else pieces[0] if rank
                    else b.constant([], I32))
    ones = b.constant([1] * rank, I32)
    found = rows[-1]
    for row in reversed(rows[:-1]):
        found = b("stablehlo.select", b("stablehlo.compare", row, ones, comparison_direction="NE"), row, found)
    return found


def broadcasting(mnemonic: str, target: str, accepts: Any) -> type[Op]:
    """The operation `target` on two tensors that broadcast, of which each must be what `accepts` says."""

    class Broadcasting(Op, name=f"chlo.broadcast_{mnemonic}"):
        lhs: Operand = of_any_rank(accepts)
        rhs: Operand = of_any_rank(accepts)
        broadcast_dimensions: Attr = i64_array.optional
        syntax = SYNTAX
        checks = [
            C("type", "lhs and rhs must have one element type, got {lhs} and {rhs}",
              lambda op: baseline_element(op.lhs.type) == baseline_element(op.rhs.type)),
            *BROADCAST_CHECKS,
        ]

        @infers("type")
        def result(op) -> Any:
            return agreeing(op, _result_type(op, op.lhs.element))

        def decompose(op, b: Any) -> Any:
            return b(target, *_broadcast_all(op, b), result_types=[op.results[0].type])

    Broadcasting.__doc__, Broadcasting.__name__ = f"{target} of operands that broadcast.", f"Broadcast{class_name(mnemonic)}"
    return Broadcasting


for _name in ("add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "shift_left",
              "shift_right_arithmetic", "shift_right_logical", "subtract"):
    broadcasting(_name, f"stablehlo.{_name}", any_tensor)
for _name in ("and", "or", "xor"):
    broadcasting(_name, f"stablehlo.{_name}", pred | integer)
for _name in ("next_after", "polygamma"):
    broadcasting(_name, f"chlo.{_name}", any_tensor)
broadcasting("zeta", "chlo.zeta", float_)


class BroadcastCompare(Op, name="chlo.broadcast_compare"):
    """stablehlo.compare of operands that broadcast."""

    lhs: Operand = of_any_rank(any_tensor)
    rhs: Operand = of_any_rank(any_tensor)
    broadcast_dimensions: Attr = i64_array.optional
    comparison_direction: Attr = enum("comparison_direction", DIRECTIONS, "chlo")
    compare_type: Attr = enum("comparison_type", (*KINDS, "NOTYPE"), "chlo").optional
    syntax = SYNTAX
    checks = [
        C("type", "lhs and rhs must have one element type, got {lhs} and {rhs}",
          lambda op: baseline_element(op.lhs.type) == baseline_element(op.rhs.type)),
        *BROADCAST_CHECKS,
    ]

    @infers("type")
    def result(op) -> Any:
        return _result_type(op, PRED)

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.compare", *_broadcast_all(op, b), comparison_direction=op.comparison_direction,
                 compare_type=op.compare_type, result_types=[op.results[0].type])


class BroadcastComplex(Op, name="chlo.broadcast_complex"):
    """stablehlo.complex of operands that broadcast."""

    lhs: Operand = of_any_rank(float_)
    rhs: Operand = of_any_rank(float_)
    broadcast_dimensions: Attr = i64_array.optional
    syntax = SYNTAX
    checks = [
        C("type", "lhs and rhs must both have elements of type f32, or f64, got {lhs} and {rhs}",
          lambda op: op.lhs.element is op.rhs.element and op.lhs.element in _COMPLEX),
        *BROADCAST_CHECKS,
    ]

    @infers("type")
    def result(op) -> Any:
        return _result_type(op, _COMPLEX[op.lhs.element])

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.complex", *_broadcast_all(op, b), result_types=[op.results[0].type])


class BroadcastSelect(Op, name="chlo.broadcast_select"):
    """stablehlo.select of operands that broadcast."""

    pred: Operand = pred
    on_true: Operand = of_any_rank(tensor)
    on_false: Operand = of_any_rank(tensor)
    syntax = "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)"
    checks = [
        C("type", "on_true and on_false must have one element type, got {on_true} and {on_false}",
          lambda op: op.on_true.element is op.on_false.element),
        C("shape", "the shapes of {pred}, {on_true} and {on_false} must broadcast",
          of_known_rank(lambda op: _fit([v.shape for v in op.operands], _places(op)))),
    ]

    @infers("type")
    def result(op) -> Any:
        return _result_type(op, op.on_true.element)

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.select", *_broadcast_all(op, b), result_types=[op.results[0].type])
