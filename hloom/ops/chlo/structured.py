"""CHLO: constants, top_k, ragged_dot, scan and shape computations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from hloom.ir.core import Block, Region, Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.bits import from_bits
from hloom.numbers.compare import total_order_key
from hloom.numbers.convert import widen_integer
from hloom.numbers.element_type import I32, PRED, of_dtype
from hloom.numbers.many_dimensions import as_rows
from hloom.ops.common.attributes import DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.common.broadcasting import shape_of, splat_like
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import ends, inputs_of, outputs_of, same_types, types_text
from hloom.ops.common.shapes import Shape, infer_tensor, inferred_of_any_rank, is_ranked, merge_sizes, of_known_rank
from hloom.ops.definition.attribute_kinds import AttributeKind, array_of, boolean, elements, enum, i64, struct
from hloom.ops.definition.constraints import (
    any_tensor,
    compatible,
    compatible_shapes,
    float_,
    in_range,
    index,
    integer,
    of_any_rank,
    pred,
    rank,
    tensor,
    unique,
)
from hloom.ops.definition.operation import REGISTRY, Attr, Body, C, Op, Operand, Operands, Result, Results, infers
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.contraction import at_most_two_precisions, dot_shape, free_dimensions
from hloom.ops.stablehlo.dynamic import reshape_fits, reshaped, sizes
from hloom.ops.stablehlo.dynamism import as_static, reshape

Array = Any

_number: Any = AttributeKind("number", lambda a: isinstance(a, BoolAttr | FloatAttr | IntegerAttr), lambda a: a,
                             lambda v: v)


class Constant(Op, name="chlo.constant"):
    """A tensor of fixed numbers."""

    value: Attr = elements
    syntax = "custom<Constant>"

    @infers("type", exactly=True)
    def output(op) -> Any:
        return op.value.type

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.constant", value=op.value)


class ConstantLike(Op, name="chlo.constant_like"):
    """A tensor in the shape of the operand with one number everywhere."""

    operand: Operand = of_any_rank(any_tensor)
    value: Attr = _number

    @infers("type")
    def result(op) -> Any:
        type = op.operand.type.with_element(PRED if isinstance(op.value, BoolAttr) else op.value.type)
        return inferred_of_any_rank(op, type.element, lambda: type)

    def decompose(op, b: Any) -> Any:
        element: Any = op.results[0].element
        number = from_bits(np.array(op.value.bits), element)[()] if isinstance(op.value, FloatAttr) else op.value.value
        return splat_like(b, number, op.operand, element)


class DynamicReshape(Op, name="chlo.dynamic_reshape"):
    """The same elements in the shape `output_shape`."""

    operand: Operand = any_tensor
    output_shape: Operand = sizes
    result: Result = any_tensor
    looks_outside = True
    kernel = "dynamic"
    syntax = "$operand `,` $output_shape attr-dict `:` functional-type(operands, results)"
    result_checks = [
        C("type", "the result must have the element type of {operand}, got {result}",
          lambda op: op.operand.element is op.result.element),
        C("shape", "the result must have one dimension for each entry of {output_shape}, got {result}",
          lambda op: op.output_shape.shape[0] in (DYNAMIC, op.result.rank)),
        C("output_shape", "output_shape must be the shape of {result}, and have as many elements as {operand}", reshape_fits),
    ]
    static_form = reshape
    accesses = as_static(reshape, "output_shape")

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, operand: Array, output_shape: Array) -> Any:
        return reshaped(op, operand, output_shape)

    def in_stablehlo(op, b: Any) -> Any:
        return b("stablehlo.dynamic_reshape", op.operand, op.output_shape, result_types=[op.results[0].type])


class MinimumBroadcastShapes(Op, name="chlo.minimum_broadcast_shapes"):
    """Shapes of least rank for which a broadcast does the same as for the given ones: equal neighbours are joined."""

    shapes: Operands = index & rank(1)
    results_: Results = index & rank(1)
    kernel = "dynamic"
    syntax = "$shapes attr-dict `:` type($shapes) `->` type($results_)"
    checks = [C("shapes", "needs at least two shapes", lambda op: len(op.shapes) >= 2)]
    result_checks = [C("results", "needs as many results as shapes", lambda op: len(op.results) == len(op.shapes))]

    def eval(op, *shapes: Array) -> Any:
        found = minimum_broadcast_shapes([[int(n) for n in s] for s in shapes])
        return tuple(np.array(s, np.int64) for s in found)


def minimum_broadcast_shapes(shapes: Sequence[Sequence[int]]) -> list[list[int]]:
    """Joins neighbouring dimensions in which the same shapes have size 1, and drops those of size 1 in all shapes.

    Shapes are aligned at their last dimensions; leading dimensions that a shape lacks count as size 1.
    """
    count = max(map(len, shapes))
    rows = [[1] * (count - len(s)) + list(s) for s in shapes]
    joined: list[list[int]] = []
    previous: tuple[bool, ...] | None = None
    for column in reversed(list(zip(*rows))):
        if all(n == 1 for n in column):
            continue
        expands = tuple(n == 1 for n in column)
        if expands == previous:
            joined[-1] = [a * b for a, b in zip(joined[-1], column)]
        else:
            joined.append(list(column))
        previous = expands
    found = [list(reversed([column[k] for column in joined])) for k in range(len(shapes))]
    # Leading sizes of 1 only stand for dimensions that a shape need not have.
    return [shape[next((k for k, n in enumerate(shape) if n != 1), len(shape)) :] for shape in found]


class TopK(Op, name="chlo.top_k"):
    """The `k` largest elements of each row, in descending order, and their places; of equal ones the first."""

    operand: Operand = of_any_rank(pred | integer | float_)
    k: Attr = i64
    result_names = ("values", "indices")
    syntax = ("`(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->` "
              "`(` type($values) `,` type($indices) `)`")
    values: Result = of_any_rank(pred | integer | float_)
    indices: Result = of_any_rank(tensor)
    checks = [
        C("operand", "needs a tensor of at least one dimension, got {operand}", of_known_rank(lambda op: op.operand.rank >= 1)),
        C("k", "k must lie between 0 and the last size of {operand}, got {k}", lambda op: op.k >= 0 and (
            not is_ranked(op) or op.operand.shape[-1] == DYNAMIC or op.k <= op.operand.shape[-1])),
    ]

    @infers("type")
    def _types(op) -> Any:
        def infer(element: Any) -> TensorType:
            return infer_tensor(element, lambda shape: (*shape[:-1], op.k), op.operand.type)

        return tuple(inferred_of_any_rank(op, element, lambda element=element: infer(element), number=number)
                     for number, element in enumerate((op.operand.element, I32)))

    def eval(op, operand: Array) -> Any:
        type, rows, shape = of_dtype(operand.dtype), as_rows(operand), (*operand.shape[:-1], op.k)
        key = total_order_key(rows) if type.is_float else widen_integer(rows)
        # Descending and stable: an ascending stable sort of the reversed rows, read backwards.
        order = rows.shape[-1] - 1 - np.argsort(key[..., ::-1], axis=-1, kind="stable")[..., ::-1]
        chosen = order[..., : op.k]
        return np.take_along_axis(rows, chosen, -1).reshape(shape), chosen.astype(np.int32).reshape(shape)

    def decompose(op, b: Any) -> Any:
        last = op.operand.rank - 1
        places = b("stablehlo.iota", iota_dimension=last, result_types=[op.operand.type.with_element(I32)])
        ordered = b("stablehlo.sort", [op.operand, places], dimension=last, is_stable=True,
                    regions=[_descending(op.operand.element)])
        whole = list(op.operand.shape)
        limits = (*whole[:-1], op.k)
        return tuple(b("stablehlo.slice", x, start_indices=(0,) * len(whole), limit_indices=limits,
                       strides=(1,) * len(whole))
                     for x in ordered)

    def in_stablehlo(op, b: Any) -> Any:
        if op.operand.type.is_static:
            return op.decompose(b)
        rank, sizes = op.operand.rank, shape_of(b, op.operand)
        places = b("stablehlo.dynamic_iota", sizes, iota_dimension=rank - 1, result_types=[op.operand.type.with_element(I32)])
        ordered = b("stablehlo.sort", [op.operand, places], dimension=rank - 1, is_stable=True,
                    regions=[_descending(op.operand.element)])
        kept, count = [0] * (rank - 1), b.constant([op.k], I32)
        ends = count if rank == 1 else b("stablehlo.concatenate", [b(
            "stablehlo.slice", sizes, start_indices=(0,), limit_indices=(rank - 1,), strides=(1,)), count], dimension=0)
        return tuple(b("stablehlo.real_dynamic_slice", x, b.constant([*kept, 0], I32), ends, b.constant([1] * rank, I32),
                       result_types=[result.type]) for x, result in zip(ordered, op.results))


def _descending(element: Any) -> Region:
    """A comparator of pairs (number, place) by number, the larger first, in the total order."""
    block = Block([TensorType((), element)] * 2 + [TensorType((), I32)] * 2)
    kind = "TOTALORDER" if element.is_float else None
    less = block.append(REGISTRY["stablehlo.compare"].create(*block.arguments[:2], comparison_direction="GT",
                                                             compare_type=kind))
    block.append(REGISTRY["stablehlo.return"].create(list(less.results)))
    return Region([block])


class RaggedDot(Op, name="chlo.ragged_dot"):
    """dot_general in groups along one dimension of lhs, whose sizes are an operand.

    The ragged dimension is a free one (rhs has a matrix a group; the result is free of groups), a contracting one (the
    result has a leading dimension of groups), or a batching one.
    """

    lhs: Operand = tensor
    rhs: Operand = tensor
    group_sizes: Operand = integer
    ragged_dot_dimension_numbers: Attr = struct(RaggedDotDimensionNumbers)
    precision_config: Attr = array_of(enum("precision", ("DEFAULT", "HIGH", "HIGHEST"), "chlo")).optional
    result: Result = tensor
    checks = [
        C("precision_config", "precision_config must have at most two entries, got {precision_config}", at_most_two_precisions),
        C("element", "lhs and rhs must have one element type, got {lhs} and {rhs}",
          lambda op: op.lhs.element is op.rhs.element),
        C("ragged", "needs one ragged dimension, in [0, {lhs.rank}), got {numbers}",
          lambda op: len(op.numbers.lhs_ragged_dimensions) == 1
            and in_range(op.numbers.lhs_ragged_dimensions, op.lhs.rank)),
        C("lhs", "dimensions of lhs must be unique and lie in [0, {lhs.rank}), got {numbers}",
          lambda op: _distinct(op.lhs.rank, op.numbers.lhs_batching_dimensions, op.numbers.lhs_contracting_dimensions)),
        C("rhs", "dimensions of rhs must be unique and lie in [0, {rhs.rank}), got {numbers}",
          lambda op: _distinct(op.rhs.rank, op.numbers.rhs_batching_dimensions, op.numbers.rhs_contracting_dimensions,
                               op.numbers.rhs_group_dimensions)),
        C("pairs", "lhs and rhs need equally many batching and contracting dimensions, of equal sizes, got {numbers}",
          lambda op: _pairs_match(op)),
        C("group", "rhs needs one group dimension if the ragged dimension is free, else none, got {numbers}",
          lambda op: len(op.numbers.rhs_group_dimensions) == (op.mode == "free")),
        C("group_sizes", "group_sizes must have one dimension, or also those before the ragged one, got {group_sizes}",
          lambda op: _group_sizes_fit(op)),
        C("groups", "rhs must have as many groups as group_sizes {group_sizes}, got {rhs}",
          lambda op: op.mode != "free" or compatible_shapes((op.rhs.shape[op.numbers.rhs_group_dimensions[0]],),
                                                            op.group_sizes.shape[-1:])),
    ]
    result_checks = [
        C("shape", lambda op: f"the result must have the shape {list(_ragged_shape(op))}, got {op.result.type}",
          lambda op: compatible_shapes(op.result.shape, _ragged_shape(op)),
          states="the result must have the shape that follows from the operands, the group sizes and the dimension numbers"),
    ]

    @property
    def numbers(op) -> RaggedDotDimensionNumbers:
        return op.ragged_dot_dimension_numbers

    @property
    def mode(op) -> str:
        """What the ragged dimension of lhs is: free, contracting or batching."""
        (ragged,) = op.numbers.lhs_ragged_dimensions
        if ragged in op.numbers.lhs_batching_dimensions:
            return "batching"
        return "contracting" if ragged in op.numbers.lhs_contracting_dimensions else "free"

    def decompose(op, b: Any) -> Any:
        n, type = op.numbers, op.result.type
        dot_numbers = DotDimensionNumbers(n.lhs_batching_dimensions, tuple(_dropped(op, n.rhs_batching_dimensions)),
                                          n.lhs_contracting_dimensions,
                                          tuple(_dropped(op, n.rhs_contracting_dimensions)))

        def dot(lhs: Value, rhs: Value, shape: Shape) -> Value:
            return b("stablehlo.dot_general", lhs, rhs, dot_dimension_numbers=dot_numbers,
                     precision_config=op.precision_config,
                     result_types=[TensorType(shape, type.element)])

        if op.mode == "batching":
            return dot(op.lhs, op.rhs, type.shape)
        (ragged,) = n.lhs_ragged_dimensions
        if op.mode == "free":
            found = b.splat(0, type)
            place = _result_places(op)
            for number, inside in enumerate(_memberships(op, b, type.shape, place[ragged],
                                                         [place[d] for d in _prefix(op)])):
                found = b("stablehlo.select", inside, dot(op.lhs, _matrix(op, b, number), type.shape), found)
            return found
        partner = dict(zip((*n.lhs_batching_dimensions, *n.lhs_contracting_dimensions),
                           (*n.rhs_batching_dimensions, *n.rhs_contracting_dimensions)))
        left = _memberships(op, b, op.lhs.shape, ragged, _prefix(op))
        right = _memberships(op, b, op.rhs.shape, partner[ragged], [partner[d] for d in _prefix(op)])
        shape = type.shape[1:]
        parts = []
        for mine, theirs in zip(left, right):
            lhs = b("stablehlo.select", mine, op.lhs, b.splat(0, op.lhs.type))
            rhs = b("stablehlo.select", theirs, op.rhs, b.splat(0, op.rhs.type))
            parts.append(b("stablehlo.reshape", dot(lhs, rhs, shape),
                           result_types=[TensorType((1, *shape), type.element)]))
        return b("stablehlo.concatenate", parts, dimension=0)


def _distinct(rank: int, *dimensions: Sequence[int]) -> bool:
    named = [d for ds in dimensions for d in ds]
    return unique(named) and in_range(named, rank)


def _pairs_match(op: Any) -> bool:
    n = op.numbers
    pairs = [(n.lhs_batching_dimensions, n.rhs_batching_dimensions),
             (n.lhs_contracting_dimensions, n.rhs_contracting_dimensions)]
    return all(len(a) == len(b) and compatible_shapes(tuple(op.lhs.shape[d] for d in a),
                                                      tuple(op.rhs.shape[d] for d in b))
               for a, b in pairs)


def _prefix(op: Any) -> list[int]:
    """The dimensions of lhs along which group sizes may vary: batching ones, then free (or contracting) ones, up to the
    ragged one."""
    n = op.numbers
    (ragged,) = n.lhs_ragged_dimensions
    if op.group_sizes.rank == 1:
        return []
    if op.mode == "batching":
        order = n.lhs_batching_dimensions
    elif op.mode == "contracting":
        order = (*n.lhs_batching_dimensions, *n.lhs_contracting_dimensions)
    else:
        order = (*n.lhs_batching_dimensions,
                 *free_dimensions(op.lhs.rank, n.lhs_batching_dimensions, n.lhs_contracting_dimensions))
    return list(order[: order.index(ragged)])


def _group_sizes_fit(op: Any) -> bool:
    if op.group_sizes.rank == 1:
        return True
    return op.group_sizes.rank > 1 and compatible_shapes(op.group_sizes.shape[:-1],
                                                         tuple(op.lhs.shape[d] for d in _prefix(op)))


def _dropped(op: Any, dimensions: Sequence[int]) -> list[int]:
    """Dimensions of rhs as they are numbered once its group dimension is gone."""
    return [d - sum(g < d for g in op.numbers.rhs_group_dimensions) for d in dimensions]


def _ragged_shape(op: Any) -> Shape:
    n = op.numbers
    rhs = tuple(size for d, size in enumerate(op.rhs.shape) if d not in n.rhs_group_dimensions)
    numbers = DotDimensionNumbers(n.lhs_batching_dimensions, tuple(_dropped(op, n.rhs_batching_dimensions)),
                                  n.lhs_contracting_dimensions, tuple(_dropped(op, n.rhs_contracting_dimensions)))
    shape = dot_shape(numbers, op.lhs.shape, rhs)
    return (op.group_sizes.shape[-1], *shape) if op.mode == "contracting" else shape


def _result_places(op: Any) -> dict[int, int]:
    """Where the batching and free dimensions of lhs stand in the result."""
    n = op.numbers
    kept = (*n.lhs_batching_dimensions,
            *free_dimensions(op.lhs.rank, n.lhs_batching_dimensions, n.lhs_contracting_dimensions))
    return {d: k for k, d in enumerate(kept)}


def _matrix(op: Any, b: Any, number: int) -> Value:
    """rhs of one group."""
    (group,) = op.numbers.rhs_group_dimensions
    shape = list(op.rhs.shape)
    starts, limits = [0] * len(shape), list(shape)
    starts[group], limits[group] = number, number + 1
    part = b("stablehlo.slice", op.rhs, start_indices=tuple(starts), limit_indices=tuple(limits),
             strides=(1,) * len(shape))
    return b("stablehlo.reshape", part,
             result_types=[TensorType(tuple(n for d, n in enumerate(shape) if d != group), op.rhs.element)])


def _memberships(op: Any, b: Any, shape: Shape, ragged: int, prefix: Sequence[int]) -> list[Value]:
    """For each group, whether an index into `shape` belongs to it by its place along `ragged`.

    Group sizes vary along `prefix`.
    """
    sizes, element = op.group_sizes, op.group_sizes.element
    whole = TensorType(shape, element)
    place = b("stablehlo.iota", iota_dimension=ragged, result_types=[whole])

    def spread(x: Value) -> Value:
        return b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=tuple(prefix), result_types=[whole])

    start = b.splat(0, TensorType(sizes.shape[:-1], element))
    found = []
    for number in range(sizes.shape[-1]):
        lead = sizes.shape[:-1]
        size = b("stablehlo.slice", sizes, start_indices=(*(0,) * len(lead), number), limit_indices=(*lead, number + 1),
                 strides=(1,) * sizes.rank)
        end = b("stablehlo.add", start, b("stablehlo.reshape", size, result_types=[TensorType(lead, element)]))
        found.append(b("stablehlo.and", b("stablehlo.compare", place, spread(start), comparison_direction="GE"),
                       b("stablehlo.compare", place, spread(end), comparison_direction="LT")))
        start = end
    return found


class Scan(Op, name="chlo.scan"):
    """Runs `body` on the slices of the inputs along `dimension` one after the other, handing carries on from `inits`.

    The body takes slices (without the dimension) and carries, and gives slices of the outputs and the next carries; the
    results are the outputs and the last carries.
    """

    inputs: Operands = tensor
    inits: Operands = tensor
    dimension: Attr = i64
    is_reverse: Attr = boolean.default(False)
    is_associative: Attr = boolean.optional
    body: Body = None
    outputs: Results = tensor
    carries: Results = tensor
    control = Control.SCAN
    is_pure = False
    states_segments = True
    syntax = "custom<Scan>"
    checks = [
        C("inputs", "needs at least one input", lambda op: len(op.inputs) > 0),
        C("dimension", "dimension must lie in the range of the inputs' dimensions {inputs}, got {dimension}",
          lambda op: all(0 <= op.dimension < x.rank for x in op.inputs)),
        C("sizes", "inputs must agree in dimension {dimension}, got {inputs}",
          lambda op: len({x.shape[op.dimension] for x in op.inputs} - {DYNAMIC}) <= 1),
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C("arguments", lambda op: f"body must take slices of the inputs, then carries: {types_text(_slices(op))}, "
          f"got {types_text(inputs_of(op.body))}",
          lambda op: same_types(inputs_of(op.body), _slices(op)),
          states="body must take slices of inputs, without the dimension that is scanned, then carries of the types of inits"),
        C("carries", lambda op: f"body must return carries of the types of inits "
                                f"{types_text(tuple(v.type for v in op.inits))} last, "
          f"got {types_text(outputs_of(op.body))}",
          lambda op: len(outputs_of(op.body)) >= len(op.inits)
          and all(map(compatible, _last(outputs_of(op.body), len(op.inits)), (v.type for v in op.inits))),
          states="body must return carries of the types of inits last"),
    ]

    def argument_name(op, index: int) -> str:
        return "input" if index < len(op.inputs) else "carry"

    def body_types(op) -> tuple[Any, ...]:
        """The types that the body takes: those of slices of the inputs, and of the carries."""
        return _slices(op)

    @infers("results")
    def _types(op) -> Any:
        size = op.inputs[0].shape[op.dimension]
        for x in op.inputs:
            size = merge_sizes(size, x.shape[op.dimension])
        given = outputs_of(op.body)
        slices = given[: len(given) - len(op.inits)]
        return (*(with_size(t, op.dimension, size) for t in slices),
                *given[len(slices) :])

    def run(op, process: Process, *operands: Array) -> Any:
        inputs, carries = operands[: len(op.inputs)], operands[len(op.inputs) :]
        count = inputs[0].shape[op.dimension]
        columns: list[list[Array]] = [[] for _ in range(len(op.results) - len(carries))]
        for k in reversed(range(count)) if op.is_reverse else range(count):
            found = process.call(op.body, *(np.take(x, k, op.dimension) for x in inputs), *carries)
            for column, value in zip(columns, found):
                column.append(value)
            carries = found[len(columns) :]
        stacked = []
        for column, result in zip(columns, op.results):
            type: Any = result.type
            ordered = column[::-1] if op.is_reverse else column
            stacked.append(np.stack(ordered, op.dimension) if ordered else np.empty(
                [0 if d == op.dimension else max(n, 0) for d, n in enumerate(type.shape)], type.storage.dtype))
        return (*stacked, *carries)


def with_size(type: Any, dimension: int, size: int) -> TensorType:
    """A tensor type with one more dimension of `size` at the place `dimension`."""
    return TensorType((*type.shape[:dimension], size, *type.shape[dimension:]), type.element)


def _slices(op: Any) -> tuple[Any, ...]:
    """What the body of a scan takes."""
    d = op.dimension
    return (*(TensorType((*x.shape[:d], *x.shape[d + 1 :]), x.element) for x in op.inputs), *(v.type for v in op.inits))


def _last(types: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    return types[len(types) - count :]
