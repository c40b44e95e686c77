"""Operations that move elements by fixed rules: broadcast, reshape, transpose, slice, concatenate, pad, reverse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from hloom.expr.index import IndexExpr
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import Scalar, select
from hloom.ir.types import DYNAMIC, TensorType
from hloom.ops.common.quantization import is_quantized
from hloom.ops.common.shapes import (
    IMPOSSIBLE,
    Shape,
    agree_in,
    dilate,
    infer_tensor,
    known,
    merge_sizes,
    static_or_bounded,
    total,
)
from hloom.ops.definition.attribute_kinds import i64, i64_array
from hloom.ops.definition.constraints import any_tensor, baseline_element, in_range, per_tensor_quantized, scalar, tensor, unique
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Result, infers, type_of
from hloom.ops.definition.traits import EVERY
from hloom.ops.stablehlo.elementwise import ANY_RESULT
from hloom.support.memory import need_array

ANY = tensor | per_tensor_quantized


def _keeps_element(op: Any) -> bool:
    """Whether the result has the operand's element type, of which a per-axis quantized one may change its axis."""
    operand, result = op.operand.element, op.result.element
    if not (is_quantized(op.operand) and is_quantized(op.result) and operand.is_per_axis):
        return operand is result
    return (baseline_element(op.operand.type) == baseline_element(op.result.type) and result.is_per_axis
            and operand.scales == result.scales and operand.zero_points == result.zero_points)


class BroadcastInDim(Op, name="stablehlo.broadcast_in_dim"):
    """Repeats the operand: its dimension k becomes dimension `broadcast_dimensions[k]`, repeated if of size 1."""

    operand: Operand = any_tensor
    broadcast_dimensions: Attr = i64_array
    result: Result = any_tensor & static_or_bounded
    moves = EVERY
    makes_view = True
    syntax = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)"
    checks = [
        C(2, "broadcast_dimensions must have one entry for each dimension of {operand}, got {broadcast_dimensions}",
          lambda op: len(op.broadcast_dimensions) == op.operand.rank),
        C(4, "broadcast_dimensions must be unique, got {broadcast_dimensions}",
          lambda op: unique(op.broadcast_dimensions)),
    ]
    result_checks = [
        C(3, "broadcast_dimensions must lie in [0, {result.rank}), got {broadcast_dimensions}",
          lambda op: in_range(op.broadcast_dimensions, op.result.rank)),
        C(1, "the result must have the element type of {operand}, got {result}", lambda op: _broadcasts_element(op)),
        C(5, "each size of {operand} must be 1 or that of its dimension in {result}",
          lambda op: _broadcasts_sizes(op, op.result.shape, DYNAMIC)),
        C(5, "each size of {operand} must be 1 or that of its dimension in {result}, or its bound",
          lambda op: op.result.type.encoding is None or _broadcasts_sizes(op, op.result.type.bounds, None), of_types=True),
        C(6, "the quantization of {operand} must follow its dimension, got {result}", lambda op: _broadcasts_axis(op)),
    ]

    def eval(op, operand: Any) -> Any:
        shape, sizes = [1] * op.result.rank, list(op.result.shape)
        for n, declared, d in zip(operand.shape, op.operand.shape, op.broadcast_dimensions):
            shape[d] = n
            if sizes[d] == DYNAMIC and (n != 1 or declared == DYNAMIC):
                sizes[d] = n
        for d, bound in enumerate(op.result.type.bounds):  # what no operand says is as large as it may be
            if sizes[d] == DYNAMIC and bound is not None:
                sizes[d] = bound
        return np.broadcast_to(_permuted(operand, op.broadcast_dimensions).reshape(shape), sizes)

    def element(op, i: Any) -> Any:
        return op.operand[[0 if n == 1 else i[d] for n, d in zip(op.operand.shape, op.broadcast_dimensions)]]


def _permuted(x: Any, dimensions: Sequence[int]) -> Any:
    """`x` with its dimensions in the order in which `dimensions` ascends."""
    return np.transpose(x, np.argsort(dimensions)) if dimensions else x


def _broadcasts_sizes(op: Any, limits: Sequence[int | None], unlimited: int | None) -> bool:
    """C5: each known size of the operand is 1 or that of its dimension among `limits`, unless there is none."""
    for n, d in zip(op.operand.shape, op.broadcast_dimensions):
        if n not in (1, DYNAMIC) and limits[d] not in (n, unlimited):
            return False
    return True


def _broadcasts_element(op: Any) -> bool:
    operand, result = op.operand.element, op.result.element
    if operand is result:
        return True
    return (is_quantized(op.operand) and is_quantized(op.result) and operand.is_per_axis
            and baseline_element(op.operand.type) == baseline_element(op.result.type))


def _broadcasts_axis(op: Any) -> bool:
    """C6: a result is quantized along the operand's axis; one slice that is repeated keeps its numbers."""
    if not is_quantized(op.result):
        return True
    operand, result = op.operand.element, op.result.element
    if not result.is_per_axis:
        return True
    if not operand.is_per_axis or result.axis != op.broadcast_dimensions[operand.axis]:
        return False
    if op.operand.shape[operand.axis] != 1:
        return operand.scales == result.scales and operand.zero_points == result.zero_points
    return set(result.scales) == {operand.scales[0]} and set(result.zero_points) == {operand.zero_points[0]}


class Broadcast(Op, name="stablehlo.broadcast"):
    """Repeats the operand along new leading dimensions."""

    operand: Operand = ANY
    broadcast_sizes: Attr = i64_array
    moves = EVERY
    makes_view = True
    syntax = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)"
    checks = [C("sizes", "broadcast_sizes must not be negative, got {broadcast_sizes}",
                lambda op: all(n >= 0 for n in op.broadcast_sizes))]

    @infers("C1")
    def result(op) -> Any:
        return infer_tensor(op.operand.element, lambda shape: (*op.broadcast_sizes, *shape), op.operand.type)

    def eval(op, operand: Any) -> Any:
        return np.broadcast_to(operand, (*op.broadcast_sizes, *operand.shape))

    def element(op, i: Any) -> Any:
        return op.operand[i[len(op.broadcast_sizes) :]]


class Reshape(Op, name="stablehlo.reshape"):
    """The same elements, in row-major order, in another shape."""

    operand: Operand = any_tensor
    result: Result = any_tensor & static_or_bounded
    moves = EVERY
    working_bytes = 0
    syntax = ANY_RESULT
    result_checks = [
        C(1, "the result must have the element type of {operand}, got {result}", _keeps_element),
        C(2, "the result must have as many elements as {operand}, got {result}",
          lambda op: _may_have_equal_size(op.operand, op.result)),
        C(3, "the quantized dimension of {operand} must stay between as many elements, got {result}",
          lambda op: _keeps_axis(op)),
    ]

    def keeps_memory(op) -> bool:
        return True

    def eval(op, operand: Any) -> Any:
        return np.reshape(operand, op.result.shape)

    def element(op, i: Any) -> Any:
        return op.operand[reshaped_index(i, op.result.shape, op.operand.shape)]

    def undone(op) -> Any:
        return Reshape.create(op.result, result_types=[op.operand.type])


def _may_have_equal_size(a: Any, b: Any) -> bool:
    return not (a.type.is_static and b.type.is_static) or a.type.size == b.type.size


def _keeps_axis(op: Any) -> bool:
    """C3 of reshape: as many elements before, along and after the quantized dimension."""
    if not (is_quantized(op.operand) and op.operand.element.is_per_axis):
        return True
    if DYNAMIC in (*op.operand.shape, *op.result.shape):
        return True

    def split(value: Any) -> tuple[int, int, int]:
        axis = value.element.axis
        return prod(value.shape[:axis]), value.shape[axis], prod(value.shape[axis + 1 :])

    return split(op.operand) == split(op.result)


def reshaped_index(i: Sequence[Any], shape: Shape, source: Shape) -> list[IndexExpr | int]:
    """Where in a tensor of shape `source` the element stands that index `i` denotes after a reshape to `shape`.

    Sizes of 1 apart, both shapes are cut from the left into the shortest runs of dimensions with equally many elements;
    an index only depends on those of its own run.
    """
    if 0 in shape:
        return [0] * len(source)
    found: list[IndexExpr | int] = [0] * len(source)
    for given, wanted in reshaped_runs(shape, source):
        position: Any = 0
        for d in given:
            position = position * shape[d] + i[d]
        for d in reversed(wanted[1:]):
            found[d] = position % source[d]
            position = position // source[d]
        found[wanted[0]] = position
    return found


def reshaped_runs(shape: Shape, source: Shape) -> list[tuple[list[int], list[int]]]:
    """Both shapes cut from the left into the shortest runs of dimensions with equally many elements, sizes of 1 apart."""
    given = [d for d, n in enumerate(shape) if n != 1]
    wanted = [d for d, n in enumerate(source) if n != 1]
    runs = []
    a = b = 0
    while a < len(given):
        start_a, start_b = a, b
        count_a, count_b = shape[given[a]], source[wanted[b]]
        a, b = a + 1, b + 1
        while count_a != count_b:
            if count_a < count_b:
                count_a *= shape[given[a]]
                a += 1
            else:
                count_b *= source[wanted[b]]
                b += 1
        runs.append((given[start_a:a], wanted[start_b:b]))
    return runs


class Transpose(Op, name="stablehlo.transpose"):
    """Permutes the dimensions: the result's dimension k is the operand's dimension `permutation[k]`."""

    operand: Operand = any_tensor
    permutation: Attr = i64_array
    moves = EVERY
    makes_view = True
    syntax = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)"
    checks = [C(2, "permutation must be a permutation of the {operand.rank} dimensions, got {permutation}",
                lambda op: sorted(op.permutation) == list(range(op.operand.rank)))]
    result_checks = [
        C(1, "the result must have the element type of {operand}, got {result}", _keeps_element),
        C(4, "the quantized dimension must follow its dimension of {operand}, got {result}",
          lambda op: not (is_quantized(op.result) and op.result.element.is_per_axis)
          or op.operand.element.axis == op.permutation[op.result.element.axis]),
    ]

    @infers(shape="C3", element="C1")
    def result(op) -> Any:
        type = infer_tensor(op.operand.element, lambda shape: tuple(shape[d] for d in op.permutation), op.operand.type)
        given: Any = op.results[0].type if op.results else type
        if isinstance(given, TensorType) and given.is_quantized and is_quantized(op.operand):
            return type.with_element(given.element)  # C1 and C4 say how the two may differ
        return type

    def eval(op, operand: Any) -> Any:
        return np.transpose(operand, op.permutation)

    def element(op, i: Any) -> Any:
        index = [None] * len(op.permutation)
        for k, d in zip(i, op.permutation):
            index[d] = k
        return op.operand[index]


class Slice(Op, name="stablehlo.slice"):
    """The elements from `start_indices` up to `limit_indices`, `strides` apart."""

    operand: Operand = ANY
    start_indices: Attr = i64_array
    limit_indices: Attr = i64_array
    strides: Attr = i64_array
    moves = EVERY
    makes_view = True
    syntax = ("$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        C(2, "start_indices, limit_indices and strides need one entry for each dimension of {operand}, "
          "got {start_indices}, {limit_indices} and {strides}",
          lambda op: len(op.start_indices) == len(op.limit_indices) == len(op.strides) == op.operand.rank),
        C(3, "ranges must satisfy 0 <= start <= limit <= size in each dimension of {operand}, "
          "got starts {start_indices} and limits {limit_indices}",
          lambda op: all(0 <= start <= limit and (bound is None or limit <= bound)
                         for start, limit, bound in zip(op.start_indices, op.limit_indices, op.operand.type.bounds))),
        C(4, "strides must be positive, got {strides}", lambda op: all(s > 0 for s in op.strides)),
    ]

    @infers(shape="C5", element="C1")
    def result(op) -> Any:
        return op.operand.type.with_shape(tuple((limit - start + stride - 1) // stride for start, limit, stride
                                                in zip(op.start_indices, op.limit_indices, op.strides)))

    def eval(op, operand: Any) -> Any:
        return operand[tuple(map(slice, op.start_indices, op.limit_indices, op.strides))]

    def element(op, i: Any) -> Any:
        return op.operand[[start + k * stride for k, start, stride in zip(i, op.start_indices, op.strides)]]


class Concatenate(Op, name="stablehlo.concatenate"):
    """Joins the inputs along `dimension`, in order."""

    inputs: Operands = ANY
    dimension: Attr = i64
    moves = EVERY
    working_bytes = 0
    syntax = ("custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        C(3, "needs at least one input", lambda op: len(op.inputs) > 0),
        C(1, "inputs must have one element type, got {inputs}", lambda op: len({x.element for x in op.inputs}) == 1),
        C(4, "dimension must lie in [0, {op.inputs[0].rank}), got {dimension}",
          lambda op: 0 <= op.dimension < op.inputs[0].rank),
        C(2, "inputs must agree in every dimension but {dimension}, got {inputs}",
          lambda op: len({x.rank for x in op.inputs}) == 1
          and agree_in([(*x.shape[: op.dimension], *x.shape[op.dimension + 1 :]) for x in op.inputs])),
    ]

    @infers(shape="C6", element="C5")
    def result(op) -> Any:
        def rule(*shapes: Shape) -> Shape:
            return tuple(total(sizes) if d == op.dimension else reduce(merge_sizes, sizes)
                         for d, sizes in enumerate(zip(*shapes)))

        return infer_tensor(op.inputs[0].element, rule, *(x.type for x in op.inputs))

    def eval(op, *inputs: Any) -> Any:
        return np.concatenate(inputs, op.dimension)

    def element(op, i: Any) -> Any:
        d, start, parts = op.dimension, 0, []
        for x in op.inputs:
            if x.shape[d] or len(op.inputs) == 1:
                parts.append((start, x))
            start += x.shape[d]
        parts = parts or [(0, op.inputs[0])]

        def choice(parts: list[Any]) -> Any:
            """Halves first: the depth of the formula is the logarithm of the number of inputs."""
            if len(parts) == 1:
                ((start, x),) = parts
                return x[[*i[:d], i[d] - start, *i[d + 1 :]]]
            middle = len(parts) // 2
            return select(i[d] < parts[middle][0], choice(parts[:middle]), choice(parts[middle:]))

        return choice(parts)


class Pad(Op, name="stablehlo.pad"):
    """Pads with `padding_value` around the operand (a negative amount cuts off) and between its elements."""

    operand: Operand = ANY
    padding_value: Operand = ANY & scalar
    edge_padding_low: Attr = i64_array
    edge_padding_high: Attr = i64_array
    interior_padding: Attr = i64_array
    moves = EVERY
    working_bytes = 0
    syntax = ("$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` "
              "`interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)")
    checks = [
        C(1, "padding_value must have the element type of {operand}, got {padding_value}",
          lambda op: op.operand.element is op.padding_value.element),
        C(2, "edge_padding_low, edge_padding_high and interior_padding need one entry for each dimension of {operand}, "
          "got {edge_padding_low}, {edge_padding_high} and {interior_padding}",
          lambda op: all(len(values) == op.operand.rank
                         for values in (op.edge_padding_low, op.edge_padding_high, op.interior_padding))),
        C(3, "interior_padding must not be negative, got {interior_padding}",
          lambda op: all(p >= 0 for p in op.interior_padding)),
        C(4, "padding must not make a size of {operand} negative, or too large for 64 bits, got low {edge_padding_low}, high "
          "{edge_padding_high} and interior {interior_padding}",
          lambda op: IMPOSSIBLE not in padded_shape(op, op.operand.shape)),
    ]

    @infers(shape="C4", element="C1")
    def result(op) -> Any:
        return infer_tensor(op.operand.element, lambda shape: padded_shape(op, shape), op.operand.type)

    def eval(op, operand: Any, padding_value: Any) -> Any:
        return padded(operand, padding_value, op.edge_padding_low, op.edge_padding_high, op.interior_padding)

    def element(op, i: Any) -> Any:
        return read_between(op.operand, op.padding_value[()], [
            (k - low, -low, n - 1 - low, interior + 1)
            for k, n, low, interior in zip(i, op.result.shape, op.edge_padding_low, op.interior_padding)])


def padded_shape(op: Any, shape: Shape) -> Shape:
    """Shape of the result of a pad of `shape`."""
    return tuple(map(padded_size, shape, op.edge_padding_low, op.edge_padding_high, op.interior_padding))


def padded_size(size: int, low: int, high: int, interior: int) -> int:
    """The size of a padded dimension; IMPOSSIBLE where it is negative or too large."""
    return known(lambda n: low + n + high, dilate(size, interior + 1))


def padded(x: Any, value: Any, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> Any:
    """The array `x` with `interior` elements of `value` between its own, then `low` and `high` of them at the edges."""
    if not any((*low, *high, *interior)):
        return x
    shape = [max(dilate(n, p + 1) + a + b, 0) for n, a, b, p in zip(x.shape, low, high, interior)]
    need_array(shape, x.dtype.itemsize)
    result = np.full(shape, value, x.dtype)
    source, target = [], []
    for n, size, a, p in zip(x.shape, shape, low, interior):
        # Elements first up to end stand inside; element k stands at a + k * (p + 1).
        first, end = max(-(a // (p + 1)), 0), min(n, (size - 1 - a) // (p + 1) + 1)
        if first >= end:
            return result
        start = a + first * (p + 1)
        source.append(slice(first, end))
        # A step beyond the end of a dimension of NumPy's would not fit its integers.
        target.append(slice(start, start + 1) if end - first == 1 else slice(start, a + (end - 1) * (p + 1) + 1, p + 1))
    result[tuple(target)] = x[tuple(source)]
    return result


def read_between(source: Any, value: Scalar, places: Sequence[tuple[Any, int, int, int]]) -> Scalar:
    """The element of `source` at a place among elements that stand apart; `value` where no element stands.

    A place is, for each dimension, a position, the bounds between which it varies, and the distance between neighbours.
    """
    inside: Predicate = ALWAYS
    index = []
    for n, (position, lowest, highest, distance) in zip(source.shape, places):
        if lowest < 0:
            inside = inside & (position >= 0)
        if highest >= dilate(n, distance):
            inside = inside & (position < dilate(n, distance))
        if distance > 1:
            inside = inside & (position % distance).eq(0)
        index.append(position // distance)
    return select(inside, source[index], value)


class Reverse(Op, name="stablehlo.reverse"):
    """Reverses the order of the elements along `dimensions`."""

    operand: Operand = ANY
    dimensions: Attr = i64_array
    moves = EVERY
    makes_view = True
    syntax = ("$operand `,` `dims` `=` $dimensions attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($operand), type($result))")
    checks = [
        C(2, "dimensions must be unique, got {dimensions}", lambda op: unique(op.dimensions)),
        C(3, "dimensions must lie in [0, {operand.rank}), got {dimensions}",
          lambda op: in_range(op.dimensions, op.operand.rank)),
    ]
    result = type_of("operand", "C1")

    def eval(op, operand: Any) -> Any:
        return np.flip(operand, op.dimensions)

    def element(op, i: Any) -> Any:
        return op.operand[[n - 1 - k if d in op.dimensions else k for d, (k, n) in enumerate(zip(i, op.operand.shape))]]
