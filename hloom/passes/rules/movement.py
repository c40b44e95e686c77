"""Movements of elements: what broadcasts, reshapes, transposes, slices and pads come to when they meet.

Sizes of 1 carry no information: a movement of nothing but such dimensions, or a reduction along them, is a reshape, for which the
compiler needs no code. Below, a *layout change* is a reshape that adds and removes dimensions of size 1 only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.core import Value
from hloom.numbers.element_type import INDEX
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.others.tensor import FromElements
from hloom.ops.stablehlo.creation import Constant, Iota, integer, is_static
from hloom.ops.stablehlo.gather import DynamicSlice, DynamicUpdateSlice, Gather, clamped_starts
from hloom.ops.stablehlo.movement import Broadcast, BroadcastInDim, Concatenate, Pad, Reshape, Reverse, Slice, Transpose
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.sorting import Sort
from hloom.passes.fold import is_foldable
from hloom.passes.rewriting import Replacement, RuleTable, extended, producer

TABLE = RuleTable()

#: Inputs of a concatenation: a loop over its result has a part for each. Nested ones may add up to as many (doubling a tensor
#: n times must not make 2^n inputs), and one of more is made of several.
_MOST_INPUTS = 20


def is_layout_change(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes differ in dimensions of size 1 only."""
    return [n for n in a if n != 1] == [n for n in b if n != 1]


def _broadcast(b: Builder, x: Value, dimensions: Sequence[int], type: Any) -> Value:
    return b(BroadcastInDim, x, broadcast_dimensions=dimensions, result_types=[type])


def _places(shape: Sequence[int], known: dict[int, int], rank: int) -> list[int] | None:
    """Broadcast dimensions for an operand of `shape`: those `known` for its extended dimensions, free ones for the
    others.

    None where the result of rank `rank` has too few dimensions left.
    """
    taken = set(known.values())
    free = [d for d in range(rank) if d not in taken]
    if len(free) < len(shape) - len(known):
        return None
    left = iter(free)
    return [known[k] if k in known else next(left) for k in range(len(shape))]


# -- broadcast_in_dim -------------------------------------------------------------------------------------------------


@TABLE.rule("a movement that leaves no elements -> constant", BroadcastInDim, Reshape, Slice, Concatenate,
            Pad, Gather, DynamicSlice, FromElements)
def without_elements(op: Any, b: Builder) -> Replacement:
    if 0 not in op.results[0].type.shape or not is_foldable(op) or op.results[0].element is INDEX:
        return None
    return b.splat(0, op.results[0].type)


@TABLE.rule("broadcast(x) -> broadcast_in_dim(x)", Broadcast)
def broadcast_of_leading_dimensions(op: Any, b: Builder) -> Replacement:
    added = len(op.broadcast_sizes)
    return _broadcast(b, op.operand, range(added, added + op.operand.rank), op.result.type)


@TABLE.rule("broadcast_in_dim(x) of each dimension to itself -> x", BroadcastInDim)
def broadcast_to_itself(op: Any, b: Builder) -> Replacement:
    # Most have other ranks, which takes less to see than how the dimensions go.
    return op.operand if op.operand.rank == op.result.rank and op.broadcast_dimensions == tuple(range(op.result.rank)) else None


@TABLE.rule("broadcast_in_dim(broadcast_in_dim(x)) -> broadcast_in_dim(x)", BroadcastInDim, of=BroadcastInDim)
def broadcast_of_broadcast(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    places = [op.broadcast_dimensions[d] for d in inner.broadcast_dimensions]
    return _broadcast(b, inner.operand, places, op.result.type)


@TABLE.rule("broadcast_in_dim(transpose(x)) -> broadcast_in_dim(x)", BroadcastInDim, of=Transpose)
def broadcast_of_transpose(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    places = dict(zip(inner.permutation, op.broadcast_dimensions))
    return _broadcast(b, inner.operand, [places[d] for d in range(len(places))], op.result.type)


@TABLE.rule("broadcast_in_dim(x) that repeats nothing and keeps the order -> reshape(x)", BroadcastInDim)
def broadcast_without_repetition(op: Any, b: Builder) -> Replacement:
    x, y = op.operand, op.result
    if not (is_static(x) and is_static(y)) or x.type.size != y.type.size:
        return None
    dimensions = op.broadcast_dimensions
    places = [dimensions[d] for d in extended(x.shape)]
    return b.reshaped(x, y.shape) if places == sorted(places) else None


@TABLE.rule("broadcast_in_dim(layout change(x)) -> broadcast_in_dim(x)", BroadcastInDim, of=Reshape)
def broadcast_of_layout_change(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    if not (is_static(inner.operand) and is_static(op.operand)):
        return None
    source, middle = inner.operand.shape, op.operand.shape
    if not is_layout_change(source, middle):
        return None
    known = {k: op.broadcast_dimensions[d] for k, d in zip(extended(source), extended(middle))}
    places = _places(source, known, op.result.rank)
    return None if places is None else _broadcast(b, inner.operand, places, op.result.type)


# -- reshape and transpose --------------------------------------------------------------------------------------------


@TABLE.rule("reshape(x) to its own shape -> x", Reshape)
def reshape_to_itself(op: Any, b: Builder) -> Replacement:
    return op.operand


@TABLE.rule("reshape(reshape(x)) -> reshape(x)", Reshape, of=Reshape)
def reshape_of_reshape(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    if not (is_static(inner.operand) and is_static(op.result)):
        return None
    return b.reshaped(inner.operand, op.result.shape)


@TABLE.rule("layout change(broadcast_in_dim(x)) -> broadcast_in_dim(x)", Reshape, of=BroadcastInDim)
def layout_change_of_broadcast(op: Any, b: Builder) -> Replacement:
    """Also any reshape of one repeated element."""
    inner: Any = op.operand.owner
    if not (is_static(inner.operand) and is_static(op.operand) and is_static(op.result)):
        return None
    source, middle, shape = inner.operand.shape, op.operand.shape, op.result.shape
    if not extended(source):
        return _broadcast(b, b.reshaped(inner.operand, ()), (), op.result.type)
    if not is_layout_change(middle, shape):
        return None
    moved = dict(zip(extended(middle), extended(shape)))
    known = {k: moved[d] for k, d in enumerate(inner.broadcast_dimensions) if d in moved}
    places = _places(source, known, len(shape))
    return None if places is None else _broadcast(b, inner.operand, places, op.result.type)


@TABLE.rule("transpose(x) to the same order -> x", Transpose)
def transpose_to_itself(op: Any, b: Builder) -> Replacement:
    return op.operand if op.permutation == tuple(range(op.operand.rank)) else None


@TABLE.rule("transpose(transpose(x)) -> transpose(x)", Transpose, of=Transpose)
def transpose_of_transpose(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    return b(Transpose, inner.operand, permutation=[inner.permutation[d] for d in op.permutation],
             result_types=[op.result.type])


@TABLE.rule("transpose(broadcast_in_dim(x)) -> broadcast_in_dim(x)", Transpose, of=BroadcastInDim)
def transpose_of_broadcast(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    return _broadcast(b, inner.operand, [op.permutation.index(d) for d in inner.broadcast_dimensions], op.result.type)


@TABLE.rule("transpose(x) that moves dimensions of size 1 only -> reshape(x)", Transpose)
def transpose_of_nothing(op: Any, b: Builder) -> Replacement:
    if not is_static(op.operand):
        return None
    moved = [d for d in op.permutation if op.operand.shape[d] != 1]
    return b.reshaped(op.operand, op.result.shape) if moved == sorted(moved) else None


@TABLE.rule("movement(iota) -> iota", BroadcastInDim, Transpose, Reshape, of=Iota)
def movement_of_iota(op: Any, b: Builder) -> Replacement:
    """An iota repeated along other dimensions, or with its dimensions permuted or sizes of 1 added, counts along
    another one."""
    inner: Any = op.operand.owner
    if not (is_static(op.operand) and is_static(op.result)):
        return None
    along, source, shape = inner.iota_dimension, op.operand.shape, op.result.shape
    if source[along] == 1:
        return None
    if isinstance(op, Reshape):
        if not is_layout_change(source, shape):
            return None
        dimension = dict(zip(extended(source), extended(shape)))[along]
    elif isinstance(op, Transpose):
        dimension = op.permutation.index(along)
    else:
        dimension = op.broadcast_dimensions[along]
    return b(Iota, iota_dimension=dimension, result_types=[op.result.type])


# -- slice, concatenate, pad, reverse ---------------------------------------------------------------------------------


@TABLE.rule("slice(x) of all elements -> x", Slice)
def slice_of_everything(op: Any, b: Builder) -> Replacement:
    return op.operand  # a slice of the operand's shape can only be all of it


@TABLE.rule("slice(slice(x)) -> slice(x)", Slice, of=Slice)
def slice_of_slice(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    if not is_static(op.result) or 0 in op.result.shape:
        return None
    starts = [a + s * k for a, s, k in zip(inner.start_indices, inner.strides, op.start_indices)]
    strides = [s * t for s, t in zip(inner.strides, op.strides)]
    limits = [a + t * (n - 1) + 1 for a, t, n in zip(starts, strides, op.result.shape)]
    return b(Slice, inner.operand, start_indices=starts, limit_indices=limits, strides=strides)


@TABLE.rule("slice(concatenate(x, y)) that lies in x -> slice(x)", Slice, of=Concatenate)
def slice_of_concatenation(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    if not is_static(op.result) or 0 in op.result.shape or not all(map(is_static, inner.inputs)):
        return None
    d, first = inner.dimension, op.start_indices[inner.dimension]
    last = first + op.strides[d] * (op.result.shape[d] - 1)
    start = 0
    for x in inner.inputs:
        if start <= first and last < start + x.shape[d]:
            starts, limits = list(op.start_indices), list(op.limit_indices)
            starts[d], limits[d] = first - start, last - start + 1
            return b(Slice, x, start_indices=starts, limit_indices=limits, strides=op.strides)
        start += x.shape[d]
    return None


@TABLE.rule("concatenate(x) -> x; inputs without elements are left out", Concatenate)
def concatenation_of_one(op: Any, b: Builder) -> Replacement:
    if not all(map(is_static, op.inputs)):
        return None
    filled = [x for x in op.inputs if x.shape[op.dimension]]
    if len(filled) == len(op.inputs) > 1 or not filled:
        return None
    return filled[0] if len(filled) == 1 else b(Concatenate, filled, dimension=op.dimension)


@TABLE.rule("concatenate(concatenate(x, y), z) -> concatenate(x, y, z)", Concatenate)
def concatenation_of_concatenation(op: Any, b: Builder) -> Replacement:
    inputs: list[Value] = []
    for x in op.inputs:
        inner = producer(x, Concatenate)
        inputs.extend(inner.inputs if inner is not None and inner.dimension == op.dimension else [x])
    if not len(op.inputs) < len(inputs) <= _MOST_INPUTS:
        return None
    return b(Concatenate, inputs, dimension=op.dimension)


def concatenation_of_many(op: Any, b: Builder) -> Replacement:
    """concatenate(x, ...) of many inputs -> concatenate(concatenate(x, ...), ...), part of the pass `decompose`."""
    if len(op.inputs) <= _MOST_INPUTS or not is_static(op.result):
        return None
    parts = [op.inputs[k : k + _MOST_INPUTS] for k in range(0, len(op.inputs), _MOST_INPUTS)]
    inner = [b(Concatenate, part, dimension=op.dimension) if len(part) > 1 else part[0] for part in parts]
    return b(Concatenate, inner, dimension=op.dimension)


@TABLE.rule("pad(x, v) by nothing -> x; by negative amounts -> slice(x)", Pad)
def pad_without_padding(op: Any, b: Builder) -> Replacement:
    low, high = op.edge_padding_low, op.edge_padding_high
    if not is_static(op.operand) or any(op.interior_padding) or any(n > 0 for n in (*low, *high)):
        return None
    limits = [n + k for n, k in zip(op.operand.shape, high)]
    starts = [-k for k in low]
    if any(start > limit for start, limit in zip(starts, limits)):
        return None
    return b(Slice, op.operand, start_indices=starts, limit_indices=limits, strides=[1] * len(starts))


@TABLE.rule("pad(x, v) of an x without elements -> broadcast_in_dim(v)", Pad)
def pad_of_nothing(op: Any, b: Builder) -> Replacement:
    if not is_static(op.operand) or op.operand.type.size:
        return None
    return _broadcast(b, op.padding_value, (), op.result.type)


@TABLE.rule("reverse(x) along dimensions of size 1 -> x", Reverse)
def reverse_of_nothing(op: Any, b: Builder) -> Replacement:
    kept = [d for d in op.dimensions if op.operand.shape[d] != 1]
    if len(kept) == len(op.dimensions) > 0:
        return None
    return b(Reverse, op.operand, dimensions=kept) if kept else op.operand


@TABLE.rule("sort(x) along a dimension of size 1 -> x", Sort)
def sort_of_nothing(op: Any, b: Builder) -> Replacement:
    shape = op.inputs[0].shape
    is_same = all(x.type == r.type for x, r in zip(op.inputs, op.results))
    return tuple(op.inputs) if shape and shape[op.dimension] == 1 and is_same else None


@TABLE.rule("reverse(reverse(x)) -> reverse(x) along the dimensions of one of them", Reverse, of=Reverse)
def reverse_of_reverse(op: Any, b: Builder) -> Replacement:
    inner: Any = op.operand.owner
    return b(Reverse, inner.operand, dimensions=sorted({*op.dimensions} ^ {*inner.dimensions}))


# -- slices at computed places ----------------------------------------------------------------------------------------


@TABLE.rule("dynamic_slice(x) of x's own shape -> x", DynamicSlice)
def dynamic_slice_of_everything(op: Any, b: Builder) -> Replacement:
    return op.operand  # starts are clamped so that the slice lies inside: at 0


@TABLE.rule("dynamic_update_slice(x, u) of x's own shape -> u", DynamicUpdateSlice)
def update_of_everything(op: Any, b: Builder) -> Replacement:
    return op.update


@TABLE.rule("dynamic_update_slice(x, u) of a u without elements -> x", DynamicUpdateSlice)
def update_of_nothing(op: Any, b: Builder) -> Replacement:
    return op.operand if is_static(op.update) and op.update.type.size == 0 else None


@TABLE.rule("dynamic_slice(x) at constant starts -> slice(x)", DynamicSlice, of=Constant, operand=1)
def dynamic_slice_at_constants(op: Any, b: Builder) -> Replacement:
    given = [integer(start) for start in op.start_indices]
    if None in given or not is_static(op.operand):
        return None
    starts = clamped_starts(given, op.operand.shape, op.slice_sizes)
    limits = [start + size for start, size in zip(starts, op.slice_sizes)]
    return b(Slice, op.operand, start_indices=starts, limit_indices=limits, strides=[1] * len(starts))


@TABLE.rule("reduce(x, v) of single elements by f -> f(v, x)", Reduce)
def reduction_of_single_elements(op: Any, b: Builder) -> Replacement:
    """Along dimensions of size 1, or none, by a body that is one operation on the inputs' own type."""
    if len(op.operands) != 2:
        return None
    (x, initial), result = op.operands, op.results[0]
    if not (is_static(x) and is_static(result)) or any(x.shape[d] != 1 for d in op.dimensions):
        return None
    inner = reducing_operation(op.body)
    if inner is None:
        return None
    if not x.element is initial.element is result.element:
        return None
    return b(type(inner), b.broadcast(initial, (), result.shape), b.reshaped(x, result.shape))
