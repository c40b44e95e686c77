"""Operations that read at computed indices: gather, dynamic_slice, dynamic_update_slice, torch_index_select.

Starts out of range are moved in: a slice always lies inside of the operand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import Literal, index_of, select
from hloom.ir.types import DYNAMIC
from hloom.numbers.convert import widen_integer
from hloom.ops.common.attributes import GatherDimensionNumbers
from hloom.ops.common.shapes import Shape, infer_tensor
from hloom.ops.definition.attribute_kinds import boolean, i64, i64_array, struct
from hloom.ops.definition.constraints import (
    any_tensor,
    compatible_shapes,
    in_range,
    integer,
    per_tensor_quantized,
    scalar,
    tensor,
    unique,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, infers, type_of
from hloom.ops.definition.traits import FIRST, Domain, starts
from hloom.support.memory import need_array

ANY = tensor | per_tensor_quantized
Array = Any


def as_index(x: Array) -> Array:
    """Integers of any type as i64; unsigned ones that it cannot hold as its largest number."""
    x = widen_integer(np.asarray(x))
    if x.dtype == np.uint64:
        x = np.minimum(x, np.uint64(np.iinfo(np.int64).max))
    return x.astype(np.int64)


def is_sorted(values: Sequence[int]) -> bool:
    """Whether values never descend."""
    return list(values) == sorted(values)


def may_equal(a: int, b: int) -> bool:
    """Whether two sizes may be equal at run time."""
    return compatible_shapes((a,), (b,))


def within(sizes: Sequence[int], limits: Sequence[int | None]) -> bool:
    """Whether no size exceeds its limit (DYNAMIC sizes, and limits that are None or DYNAMIC, are unknown)."""
    return all(limit is None or limit == DYNAMIC or n <= limit for n, limit in zip(sizes, limits))


def without(shape: Sequence[int], *dimensions: int) -> Shape:
    """The sizes of all but some dimensions."""
    return tuple(n for d, n in enumerate(shape) if d not in dimensions)


def index_vector_size(shape: Shape, dimension: int) -> int:
    """How many components each index vector has: the size of its dimension, or one where there is none."""
    return shape[dimension] if dimension < len(shape) else 1


def _batching_matches(op: Any) -> bool:
    n = op.dimension_numbers
    return all(may_equal(op.operand.shape[a], op.start_indices.shape[b])
               for a, b in zip(n.operand_batching_dims, n.start_indices_batching_dims))


class Gather(Op, name="stablehlo.gather"):
    """Copies slices of the operand that start at `start_indices`."""

    operand: Operand = ANY
    start_indices: Operand = integer
    dimension_numbers: Attr = struct(GatherDimensionNumbers)
    slice_sizes: Attr = i64_array
    indices_are_sorted: Attr = boolean.default(False)
    moves = FIRST
    checks = [
        C(1, "the rank of {operand} must be the number of offset, collapsed and batching dimensions, got "
          "{dimension_numbers}",
          lambda op: op.operand.rank == sum(map(len, (op.numbers.offset_dims, op.numbers.collapsed_slice_dims,
                                                      op.numbers.operand_batching_dims)))),
        C(2, "index_vector_dim must lie in [0, {start_indices.rank}], got {numbers.index_vector_dim}",
          lambda op: 0 <= op.numbers.index_vector_dim <= op.start_indices.rank),
        C(3, "start_index_map must have one entry for each component of an index vector in {start_indices}, got "
          "{numbers.start_index_map}",
          lambda op: may_equal(len(op.numbers.start_index_map),
                               index_vector_size(op.start_indices.shape, op.numbers.index_vector_dim))),
        C(4, "offset_dims must be unique and sorted, got {numbers.offset_dims}",
          lambda op: unique(op.numbers.offset_dims) and is_sorted(op.numbers.offset_dims)),
        C(5, lambda op: f"offset_dims must lie in [0, {_gathered_rank(op)}), got {list(op.numbers.offset_dims)}",
          lambda op: in_range(op.numbers.offset_dims, _gathered_rank(op)),
          states="offset_dims must lie in [0, the rank of the result)"),
        C(6, "collapsed and batching dimensions must be unique, got {dimension_numbers}",
          lambda op: unique(op.numbers.collapsed_slice_dims + op.numbers.operand_batching_dims)),
        C(7, "collapsed_slice_dims must be sorted, got {numbers.collapsed_slice_dims}",
          lambda op: is_sorted(op.numbers.collapsed_slice_dims)),
        C(8, "collapsed_slice_dims must lie in [0, {operand.rank}), got {numbers.collapsed_slice_dims}",
          lambda op: in_range(op.numbers.collapsed_slice_dims, op.operand.rank)),
        C(10, "operand_batching_dims must be sorted, got {numbers.operand_batching_dims}",
          lambda op: is_sorted(op.numbers.operand_batching_dims)),
        C(11, "operand_batching_dims must lie in [0, {operand.rank}), got {numbers.operand_batching_dims}",
          lambda op: in_range(op.numbers.operand_batching_dims, op.operand.rank)),
        C(13, "start_indices_batching_dims must be unique, got {numbers.start_indices_batching_dims}",
          lambda op: unique(op.numbers.start_indices_batching_dims)),
        C(14, "start_indices_batching_dims must lie in [0, {start_indices.rank}), got "
          "{numbers.start_indices_batching_dims}",
          lambda op: in_range(op.numbers.start_indices_batching_dims, op.start_indices.rank)),
        C(15, "start_indices_batching_dims must not contain index_vector_dim, got {dimension_numbers}",
          lambda op: op.numbers.index_vector_dim not in op.numbers.start_indices_batching_dims),
        C(16, "operand and start_indices need equally many batching dimensions, got {dimension_numbers}",
          lambda op: len(op.numbers.operand_batching_dims) == len(op.numbers.start_indices_batching_dims)),
        C(17, "batching dimensions must have equal sizes in {operand} and {start_indices}, got {dimension_numbers}",
          _batching_matches),
        C(18, "start_index_map and operand_batching_dims must be unique, got {dimension_numbers}",
          lambda op: unique(op.numbers.start_index_map + op.numbers.operand_batching_dims)),
        C(19, "start_index_map must lie in [0, {operand.rank}), got {numbers.start_index_map}",
          lambda op: in_range(op.numbers.start_index_map, op.operand.rank)),
        C(20, "slice_sizes needs one entry for each dimension of {operand}, got {slice_sizes}",
          lambda op: len(op.slice_sizes) == op.operand.rank),
        C(21, "slice_sizes must lie between 0 and the sizes of {operand}, got {slice_sizes}",
          lambda op: min(op.slice_sizes, default=0) >= 0 and within(op.slice_sizes, op.operand.type.bounds)),
        C(9, "slices must have size 0 or 1 in collapsed dimensions {numbers.collapsed_slice_dims}, got {slice_sizes}",
          lambda op: all(op.slice_sizes[d] <= 1 for d in op.numbers.collapsed_slice_dims)),
        C(12, "slices must have size 0 or 1 in batching dimensions {numbers.operand_batching_dims}, got {slice_sizes}",
          lambda op: all(op.slice_sizes[d] <= 1 for d in op.numbers.operand_batching_dims)),
    ]

    @property
    def numbers(op) -> GatherDimensionNumbers:
        return op.dimension_numbers

    def operand_domain(op, number: int) -> Domain | None:
        dims = op.numbers.start_index_map
        return starts([op.operand.shape[d] for d in dims], [op.slice_sizes[d] for d in dims]) if number == 1 else None

    @property
    def window_dims(op) -> list[int]:
        """The operand's dimensions that stay in the result, in the order of `offset_dims`."""
        n = op.numbers
        return [d for d in range(op.operand.rank) if d not in n.collapsed_slice_dims
                and d not in n.operand_batching_dims]

    @infers(shape="C22", element="C23")
    def result(op) -> Any:
        return infer_tensor(op.operand.element, lambda shape: _gathered_shape(op, shape), op.start_indices.type)

    def eval(op, operand: Array, start_indices: Array) -> Any:
        n, rank = op.numbers, _gathered_rank(op)
        vectors = as_index(start_indices)
        if n.index_vector_dim == start_indices.ndim:
            vectors = vectors[..., np.newaxis]
        vectors = np.moveaxis(vectors, n.index_vector_dim, -1)
        batch_dims = [d for d in range(rank) if d not in n.offset_dims]

        def along(dimensions: Sequence[int], values: Array) -> Array:
            """Values over some of the result's dimensions, in a shape that broadcasts to the result."""
            sizes = dict(zip(dimensions, values.shape))
            return values.reshape([sizes.get(d, 1) for d in range(rank)])

        index = [np.zeros([1] * rank, np.int64)] * operand.ndim
        for k, d in enumerate(n.start_index_map):
            index[d] = along(batch_dims, np.clip(vectors[..., k], 0, _last_start(op, d, operand.shape[d])))
        for d, place in zip(n.operand_batching_dims, _batching_places(op)):
            index[d] = along([batch_dims[place]], np.arange(operand.shape[d]))
        for d, offset in zip(op.window_dims, n.offset_dims):
            index[d] = index[d] + along([offset], np.arange(op.slice_sizes[d]))
        shape = _gathered_shape(op, start_indices.shape)
        if not operand.size:
            return np.zeros(shape, operand.dtype)
        need_array(shape, operand.dtype.itemsize + 16)
        long = [d for d, size in enumerate(operand.shape) if size > 1]  # NumPy indexes no more than 63 dimensions
        rows = operand.reshape([operand.shape[d] for d in long])
        return np.broadcast_to(rows[tuple(index[d] for d in long)], shape)

    def element(op, i: Any) -> Any:
        n = op.numbers
        if 0 in op.operand.shape:
            return _zero_of(op.operand)
        batch = [k for d, k in enumerate(i) if d not in n.offset_dims]
        index: list[Any] = [0] * op.operand.rank
        for component, d in enumerate(n.start_index_map):
            place = list(batch)
            if n.index_vector_dim < op.start_indices.rank:
                place.insert(n.index_vector_dim, component)
            index[d] = index_of(op.start_indices[place], 0, _last_start(op, d, op.operand.shape[d]))
        for d, place in zip(n.operand_batching_dims, _batching_places(op)):
            index[d] = batch[place]
        for d, offset in zip(op.window_dims, n.offset_dims):
            index[d] = index[d] + i[offset]
        return op.operand[index]


def _zero_of(operand: Any) -> Any:
    """What is taken from an operand that has no elements."""
    type = operand.type.storage
    return Literal(type.dtype.type(0), type)


def _last_start(op: Any, d: int, size: int) -> int:
    """Where the last slice of an operand of this size begins along a dimension. C9 and C12 let a slice have size 0 where the
    result has no dimension of it, which has elements all the same: they are taken from where a slice of size 1 would be."""
    return size - (op.slice_sizes[d] if d in op.window_dims else 1)


def _gathered_rank(op: Any) -> int:
    """Rank of a gather's result."""
    n, rank = op.dimension_numbers, op.start_indices.rank
    return len(n.offset_dims) + rank - (n.index_vector_dim < rank)


def _gathered_shape(op: Any, start_indices: Shape) -> Shape:
    """C22: the sizes of slices at `offset_dims`, those of the indices elsewhere."""
    batch = iter(without(start_indices, op.dimension_numbers.index_vector_dim))
    offsets = iter([op.slice_sizes[d] for d in op.window_dims])
    return tuple(next(offsets) if d in op.dimension_numbers.offset_dims else next(batch)
                 for d in range(_gathered_rank(op)))


def _batching_places(op: Any) -> list[int]:
    """Where the batching dimensions of the indices stand among their dimensions other than the index vector's."""
    n = op.dimension_numbers
    return [d - (n.index_vector_dim < d) for d in n.start_indices_batching_dims]


class DynamicSlice(Op, name="stablehlo.dynamic_slice"):
    """The slice of `slice_sizes` that starts at `start_indices`."""

    operand: Operand = ANY
    start_indices: Operands = integer & scalar
    slice_sizes: Attr = i64_array
    moves = FIRST
    makes_view = True
    syntax = ("$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes attr-dict "
              "`:` functional-type(operands, results)")
    checks = [
        C(2, "needs one start index and one slice size for each dimension of {operand}, got {start_indices} and "
          "{slice_sizes}",
          lambda op: len(op.start_indices) == len(op.slice_sizes) == op.operand.rank),
        C(3, "start indices must have one type, got {start_indices}",
          lambda op: len({x.type for x in op.start_indices}) <= 1),
        C(4, "slice_sizes must lie between 0 and the sizes of {operand}, got {slice_sizes}",
          lambda op: min(op.slice_sizes, default=0) >= 0 and within(op.slice_sizes, op.operand.type.bounds)),
    ]

    @infers(shape="C5", element="C1")
    def result(op) -> Any:
        return op.operand.type.with_shape(op.slice_sizes)

    def operand_domain(op, number: int) -> Domain | None:
        d = number - 1
        return starts(op.operand.shape[d : d + 1], op.slice_sizes[d : d + 1]) if number else None

    def eval(op, operand: Array, *start_indices: Array) -> Any:
        starts = clamped_starts(start_indices, operand.shape, op.slice_sizes)
        return operand[tuple(slice(start, start + size) for start, size in zip(starts, op.slice_sizes))]

    def element(op, i: Any) -> Any:
        return op.operand[[k + index_of(start[()], 0, n - size)
                           for k, start, n, size in zip(i, op.start_indices, op.operand.shape, op.slice_sizes)]]


def clamped_starts(starts: Sequence[Array], shape: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Starts moved so that slices of `sizes` lie inside of `shape`."""
    return [min(max(int(start), 0), n - size) for start, n, size in zip(starts, shape, sizes)]


class DynamicUpdateSlice(Op, name="stablehlo.dynamic_update_slice"):
    """The operand with `update` written over the slice that starts at `start_indices`."""

    operand: Operand = ANY
    update: Operand = ANY
    start_indices: Operands = integer & scalar
    kernel = "update_slice"
    moves = slice(2)
    working_bytes = 0
    syntax = "operands attr-dict `:` functional-type(operands, results)"
    checks = [
        C(2, "update must have the element type of {operand}, got {update}",
          lambda op: op.operand.element is op.update.element),
        C(3, "update must have the rank of {operand}, got {update}", lambda op: op.operand.rank == op.update.rank),
        C(4, "needs one start index for each dimension of {operand}, got {start_indices}",
          lambda op: len(op.start_indices) == op.operand.rank),
        C(5, "start indices must have one type, got {start_indices}",
          lambda op: len({x.type for x in op.start_indices}) <= 1),
        C(6, "update must not be larger than {operand} in any dimension, got {update}",
          lambda op: within(op.update.shape, op.operand.type.bounds)),
    ]
    result = type_of("operand", "C1")

    def operand_domain(op, number: int) -> Domain | None:
        d = number - 2
        return starts(op.operand.shape[d : d + 1], op.update.shape[d : d + 1]) if d >= 0 else None

    def updated_operands(op) -> Any:
        return [(op.result, op.operand)]

    def eval(op, operand: Array, update: Array, *start_indices: Array) -> Any:
        starts = clamped_starts(start_indices, operand.shape, update.shape)
        result = np.array(operand)
        result[tuple(slice(start, start + size) for start, size in zip(starts, update.shape))] = update
        return result

    def element(op, i: Any) -> Any:
        inside: Predicate = ALWAYS
        place = []
        for k, start, n, size in zip(i, op.start_indices, op.operand.shape, op.update.shape):
            offset = k - index_of(start[()], 0, n - size)
            inside = inside & (offset >= 0) & (offset < size)
            place.append(offset)
        return select(inside, op.update[place], op.operand[i])


class TorchIndexSelect(Op, name="stablehlo.torch_index_select"):
    """Picks slices along `dim` by number, for each index of the `batch_dims` leading dimensions of both operands."""

    operand: Operand = any_tensor
    index: Operand = integer
    dim: Attr = i64
    batch_dims: Attr = i64
    moves = FIRST

    def operand_domain(op, number: int) -> Domain | None:
        return starts(op.operand.shape[op.dim : op.dim + 1], [1]) if number == 1 else None

    checks = [
        C("batch_dims", "batch_dims must lie in [0, {index.rank}] and not exceed dim, got {batch_dims}",
          lambda op: 0 <= op.batch_dims <= min(op.index.rank, op.dim)),
        C("dim", "dim must lie in [0, {operand.rank}), got {dim}", lambda op: 0 <= op.dim < op.operand.rank),
        C("batch", "operand and index must agree in {batch_dims} leading sizes, got {operand} and {index}",
          lambda op: compatible_shapes(op.operand.shape[: op.batch_dims], op.index.shape[: op.batch_dims])),
    ]

    @infers("shape")
    def result(op) -> Any:
        def rule(operand: Shape, index: Shape) -> Shape:
            return (*operand[: op.dim], *index[op.batch_dims :], *operand[op.dim + 1 :])

        return infer_tensor(op.operand.element, rule, op.operand.type, op.index.type)

    def eval(op, operand: Array, index: Array) -> Any:
        shape = (*operand.shape[: op.dim], *index.shape[op.batch_dims :], *operand.shape[op.dim + 1 :])
        if not operand.size:
            return np.zeros(shape, operand.dtype)
        numbers = np.clip(as_index(index), 0, operand.shape[op.dim] - 1)
        if not op.batch_dims:
            return np.take(operand, numbers, op.dim)
        batch = operand.shape[: op.batch_dims]
        rows = [np.take(operand[k], numbers[k], op.dim - op.batch_dims) for k in np.ndindex(*batch)]
        return np.array(rows, operand.dtype).reshape(shape)

    def element(op, i: Any) -> Any:
        if 0 in op.operand.shape:
            return _zero_of(op.operand)
        end = op.dim + op.index.rank - op.batch_dims
        number = index_of(op.index[[*i[: op.batch_dims], *i[op.dim : end]]], 0, op.operand.shape[op.dim] - 1)
        return op.operand[[*i[: op.dim], number, *i[end:]]]
