"""Which shape two operands of an elementwise operation give together (XLA: Broadcasting).

Broadcasting is explicit: a lower-rank operand says by `broadcast_dimensions` which dimensions of the other its own ones are
(`InDim`); only scalars need not. Then dimensions of size 1 are stretched to the other operand's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import higher_precision_element_type, same_element_type

#: A size, and whether it is only an upper bound.
Size = tuple[int, bool]


@dataclass(frozen=True)
class Broadcast:
    """How two operands come to one shape.

    Dimension k of an operand is dimension `lhs_dimensions[k]` of `shape` (`rhs_dimensions` likewise): these are the
    `broadcast_dimensions` of StableHLO's `broadcast_in_dim`, which also stretches dimensions of size 1.
    """

    shape: Shape
    lhs_dimensions: tuple[int, ...]
    rhs_dimensions: tuple[int, ...]


@overload
def broadcast_shapes(lhs: Shape, rhs: Shape, broadcast_dimensions: Sequence[int] = ()) -> Shape: ...
@overload
def broadcast_shapes(lhs: Sequence[int], rhs: Sequence[int], broadcast_dimensions: Sequence[int] = ()) -> tuple[int, ...]: ...
def broadcast_shapes(lhs: Any, rhs: Any, broadcast_dimensions: Sequence[int] = ()) -> Any:
    """The shape that two operands give together: of Shapes a Shape (in the default layout), of lists of sizes a tuple of sizes.

    InputError names the dimension that does not fit, and why.
    """
    if isinstance(lhs, Shape) and isinstance(rhs, Shape):
        return broadcast_operands(lhs, rhs, broadcast_dimensions).shape
    if isinstance(lhs, Shape) or isinstance(rhs, Shape):
        raise InputError("broadcast_shapes takes two Shapes or two lists of sizes")
    return broadcast_operands(Shape("f32", lhs), Shape("f32", rhs), broadcast_dimensions).shape.dimensions


def broadcast_operands(lhs: Shape, rhs: Shape, broadcast_dimensions: Sequence[int] = (), operation: str = "op") -> Broadcast:
    """The shape that two operands give together, and how each gets there; `operation` names it in messages.

    The element types must be the same; of two floating-point types the more precise one is the result's.
    """
    for side, shape in (("lhs", lhs), ("rhs", rhs)):
        if not shape.is_array:
            raise InputError(f"Expected array argument for {side} of binary operation, but got {shape}.")
    if not same_element_type(lhs, rhs, fp_precision=False):
        raise InputError(f"Binary op {operation} with different element types: {_plain(lhs)} and {_plain(rhs)}.")
    given = tuple(broadcast_dimensions)
    if lhs.rank == rhs.rank:
        identity = tuple(range(lhs.rank))
        if given not in ((), identity):
            raise InputError("Broadcast dimensions field must either be not set or be the identity on binary operations with "
                             f"operands of the same rank, got {list(given)} for {_plain(lhs)} and {_plain(rhs)}.")
        dimensions = identity, identity
        sizes = _sizes(lhs), _sizes(rhs)
    else:
        smaller, larger = (lhs, rhs) if lhs.rank < rhs.rank else (rhs, lhs)
        placed = _placed(smaller, larger, given)
        dimensions = (given, tuple(range(rhs.rank))) if smaller is lhs else (tuple(range(lhs.rank)), given)
        sizes = (placed, _sizes(rhs)) if smaller is lhs else (_sizes(lhs), placed)
    result = [_stretched(a, b, d, lhs, rhs, operation) for d, (a, b) in enumerate(zip(*sizes))]
    shape = Shape(higher_precision_element_type(lhs, rhs), [n for n, _ in result], dynamic_dimensions=[b for _, b in result])
    return Broadcast(shape, *dimensions)


def _plain(shape: Shape) -> str:
    return shape.to_text(layouts=False)


def _sizes(shape: Shape) -> list[Size]:
    return list(zip(shape.dimensions, shape.dynamic_dimensions))


def _placed(smaller: Shape, larger: Shape, broadcast_dimensions: tuple[int, ...]) -> list[Size]:
    """The sizes of the lower-rank operand once it has all dimensions of the other; new ones have the other's sizes."""
    if not broadcast_dimensions and smaller.rank:
        raise InputError(f"Shapes must be equal rank, but are {_plain(larger)} and {_plain(smaller)}: broadcast_dimensions must "
                         "say which dimensions of the first those of the second are.")
    if len(broadcast_dimensions) != smaller.rank:
        raise InputError("Size of broadcast_dimensions has to match lower-rank operand's rank; lower-rank operand's rank is "
                         f"{smaller.rank}, size of broadcast_dimensions is {len(broadcast_dimensions)}.")
    sizes = _sizes(larger)
    for k, d in enumerate(broadcast_dimensions):
        if d < 0:
            raise InputError(f"Broadcast dimension number ({d}) cannot be negative.")
        if d >= larger.rank:
            raise InputError(f"Broadcast dimension number ({d}) too large; higher-rank operand has rank {larger.rank}.")
        (small, small_is_dynamic), (large, large_is_dynamic) = (smaller.dimensions[k], smaller.dynamic_dimensions[k]), sizes[d]
        if small != large and 1 not in (small, large):
            raise InputError(f"Broadcast dimension {k} mismatch: {_size(small)} != {_size(large)} (dimension {d} of the "
                             f"higher-rank operand); {_plain(smaller)} and {_plain(larger)}.")
        if small_is_dynamic != large_is_dynamic and small != large and not (
                (small == 1 and not small_is_dynamic) or (large == 1 and not large_is_dynamic)):
            raise InputError(f"Broadcast dimension {k} dynamism mismatch: {_plain(smaller)} and {_plain(larger)}.")
        if k and broadcast_dimensions[k - 1] >= d:
            raise InputError(f"Broadcast dimensions order is wrong: {d} comes after {broadcast_dimensions[k - 1]}.")
    for k, d in enumerate(broadcast_dimensions):
        sizes[d] = smaller.dimensions[k], smaller.dynamic_dimensions[k]
    return sizes


def _size(size: int) -> str:
    return "?" if size == UNBOUNDED else str(size)


def _stretched(a: Size, b: Size, dimension: int, lhs: Shape, rhs: Shape, operation: str) -> Size:
    """The size of a dimension of the result: equal sizes, or the other one of a size 1; `?` gives way to all but 1."""
    if a[0] == b[0]:
        return a[0], a[1] or b[1]
    if 1 in (a[0], b[0]):
        return (b[0] if a[0] == 1 else a[0]), a[1] or b[1]
    if UNBOUNDED in (a[0], b[0]):
        return b if a[0] == UNBOUNDED else a
    raise InputError(f"Binary op with incompatible shapes: {_plain(lhs)} and {_plain(rhs)} of {operation}: dimension {dimension} "
                     f"has sizes {a[0]} and {b[0]}, which are neither equal nor is one of them 1.")
