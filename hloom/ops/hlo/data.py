"""Operations of HLO on values: copies and bitcasts, constants of tuples, dynamic sizes, random numbers.

`expand(lowering, *operands)` says what an operation is in StableHLO; see `ops.hlo.lowering`.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import DenseArrayAttr
from hloom.ir.types import TensorType, TupleType, leaf_types, leaves, nested
from hloom.numbers.element_type import I32, I64, UI64
from hloom.ops.common.attributes import DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.common.process import Process
from hloom.ops.definition.attribute_kinds import any_integer, anything, array_of, boolean, enum, i64, i64_array, string, struct
from hloom.ops.definition.constraints import any_type, compatible, integer, rank, scalar, tensor
from hloom.ops.definition.constraints import token as a_token
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Result
from hloom.support.diagnostics import UserError

#: The name of the random generator's state among the globals of a run, which no program can have, and where it begins.
_STATE: Final = " rng state"
_FIRST_STATE: Final = 0x7012395


def _width(type: TensorType) -> int:
    """The bits of an element, as far as bytes go: pred takes eight."""
    return max(8, type.storage.width) if type.storage.kind == "pred" else type.storage.width


#: That an operation gives what it is given.
SAME_SHAPE = C("result", "the result must have the shape of {operand}, got {result}",
               lambda op: compatible(op.operand.type, op.result.type))


def same_value(op: Any, lowering: Any, operand: Any) -> Any:
    """What an operation that only holds on to a value is in StableHLO: nothing."""
    return operand


class Copy(Op, name="hlo.copy"):
    """The same value, in other memory, maybe in another layout."""

    operand: Operand = any_type
    result: Result = any_type
    result_checks = [SAME_SHAPE]
    expand = same_value


class Bitcast(Op, name="hlo.bitcast"):
    """The bytes of the operand in its layout, read in the layout and as the elements of the result."""

    operand: Operand = tensor
    result: Result = tensor
    result_checks = [C("result", "the result must take as many bytes as {operand}, got {result}",
                       lambda op: not op.operand.type.is_static or not op.result.type.is_static
                       or op.operand.type.size * _width(op.operand.type) == op.result.type.size * _width(op.result.type))]

    def expand(op, lowering: Any, operand: Any) -> Any:
        given, wanted = op.operand.stated_type, op.result.stated_type
        value = lowering.in_memory_order(operand, given)
        return lowering.from_memory_order(value, wanted)

    def undone(op) -> Any:
        made = Bitcast.create(op.result, result_types=[op.operand.type])
        made.results[0].stated_type = op.operand.stated_type
        return made


class Literal(Op, name="hlo.literal"):
    """A constant of a tuple: nested arrays of dense elements."""

    value: Attr = anything
    result: Result = any_type

    def expand(op, lowering: Any) -> Any:
        def made(value: Any) -> Any:
            if hasattr(value, "values"):
                return tuple(made(part) for part in value.values)
            return lowering.make("stablehlo.constant", [], value=value)

        return made(op.value)


class AddDependency(Op, name="hlo.add_dependency"):
    """The first operand, not before the token is there."""

    operand: Operand = any_type
    token: Operand = a_token
    result: Result = any_type
    result_checks = [SAME_SHAPE]

    def expand(op, lowering: Any, operand: Any, token: Any) -> Any:
        return operand


class Domain(Op, name="hlo.domain"):
    """The operand, on the border between two shardings."""

    operand: Operand = any_type
    domain: Attr = string
    result: Result = any_type
    result_checks = [SAME_SHAPE]
    expand = same_value


class OptimizationBarrier(Op, name="hlo.opt_barrier"):
    """The operand, a tuple, across which nothing is moved."""

    operand: Operand = any_type
    result: Result = any_type
    is_pure = False
    result_checks = [SAME_SHAPE]

    def expand(op, lowering: Any, operand: Any) -> Any:
        values = leaves(operand)
        return nested(lowering.make("stablehlo.optimization_barrier", values) if values else (), op.operand.type)


class CopyStart(Op, name="hlo.copy_start"):
    """Starts a copy: (copy, operand, context)."""

    operand: Operand = any_type
    cross_program_prefetch_index: Attr = any_integer.optional
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be (copy, operand, context) of {operand}, got {result}",
                       lambda op: isinstance(op.result.type, TupleType) and len(op.result.type.elements) == 3
                       and all(compatible(t, op.operand.type) for t in op.result.type.elements[:2]))]

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand, operand, lowering.zero(op.result.type.elements[2])


class CopyDone(Op, name="hlo.copy_done"):
    """Waits for a copy."""

    operand: Operand = any_type
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be the first part of {operand}, got {result}",
                       lambda op: isinstance(op.operand.type, TupleType) and len(op.operand.type.elements) == 3
                       and compatible(op.operand.type.elements[0], op.result.type))]

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand[0]


_one_entry_each = C("start_indices", "start_indices must have one entry for each dimension of {operand}, got {start_indices}",
                    lambda op: op.start_indices.type.shape == (op.operand.type.rank,))


class DynamicSlice(Op, name="hlo.dynamic_slice"):
    """A slice whose start is a vector; in the newer form every start index is an operand of its own."""

    operand: Operand = tensor
    start_indices: Operand = integer & rank(1)
    slice_sizes: Attr = i64_array
    result: Result = tensor
    checks = [_one_entry_each]

    def expand(op, lowering: Any, operand: Any, start: Any) -> Any:
        return lowering.make("stablehlo.dynamic_slice", [operand, *_entries(lowering, start)], slice_sizes=op.slice_sizes)


class DynamicUpdateSlice(Op, name="hlo.dynamic_update_slice"):
    """An update whose start is a vector; in the newer form every start index is an operand of its own."""

    operand: Operand = tensor
    update: Operand = tensor
    start_indices: Operand = integer & rank(1)
    result: Result = tensor
    checks = [_one_entry_each]

    def expand(op, lowering: Any, operand: Any, update: Any, start: Any) -> Any:
        return lowering.make("stablehlo.dynamic_update_slice", [operand, update, *_entries(lowering, start)])


def _entries(lowering: Any, vector: Any) -> list[Any]:
    """The elements of a vector as scalars."""
    found = []
    for k in range(vector.type.shape[0]):
        one = lowering.make("stablehlo.slice", [vector], start_indices=(k,), limit_indices=(k + 1,), strides=(1,))
        found.append(lowering.make("stablehlo.reshape", [one], result_types=[TensorType((), vector.type.element)]))
    return found


class DynamicReshape(Op, name="hlo.dynamic_reshape"):
    """A reshape whose sizes are operands; the result says their bounds."""

    operand: Operand = tensor
    sizes: Operands = integer & scalar
    result: Result = tensor
    result_checks = [C("result", "the result must have as many elements as {operand}, by the bounds, got {result}",
                       lambda op: None in op.operand.type.bounds or None in op.result.type.bounds
                       or prod(op.operand.type.bounds) == prod(op.result.type.bounds))]

    def expand(op, lowering: Any, operand: Any, *sizes: Any) -> Any:
        if op.result.type.is_static:
            return lowering.make("stablehlo.reshape", [operand], result_types=[op.result.type])
        parts = [lowering.make("stablehlo.reshape", [n], result_types=[TensorType((1,), n.type.element)]) for n in sizes]
        shape = lowering.make("stablehlo.concatenate", [parts], dimension=0)
        return lowering.make("stablehlo.dynamic_reshape", [operand, shape], result_types=[op.result.type])


class Rng(Op, name="hlo.rng"):
    """Random numbers between two bounds, or with a mean and a deviation."""

    a: Operand = tensor & scalar
    b: Operand = tensor & scalar
    distribution: Attr = enum("rng_distribution", ("UNIFORM", "NORMAL"))
    result: Result = tensor
    is_pure = False

    def expand(op, lowering: Any, a: Any, b: Any) -> Any:
        shape = lowering.constant(np.array(op.result.type.shape, np.int64), I64)
        return lowering.make("stablehlo.rng", [a, b, shape], rng_distribution=op.distribution)


class RngGetAndUpdateState(Op, name="hlo.rng_get_and_update_state"):
    """The state of the generator of the program, which is moved on by `delta`."""

    delta: Attr = i64
    result: Result = tensor
    looks_outside = True
    is_pure = False
    result_checks = [C("result", "the result must be u64[2], got {result}", lambda op: op.result.type is TensorType((2,), UI64))]

    def expand(op, lowering: Any) -> Any:
        if not lowering.modules.is_run:
            raise _no_counterpart(op, "the state of the random generator is not part of a program in StableHLO")
        return lowering.make("hlo.rng_get_and_update_state", [], result_types=[op.result.type], delta=op.delta)

    def run(op, process: Process) -> Any:
        """The state before it moves on; that of a run begins as XLA's does."""
        state = int(process.globals.get(_STATE, _FIRST_STATE))
        process.globals[_STATE] = (state + op.delta) % (1 << 128)
        return np.array([state & 0xFFFFFFFFFFFFFFFF, state >> 64], np.uint64)


class RaggedDot(Op, name="hlo.ragged_dot"):
    """A product of groups of rows, each with its own matrix (see `chlo.ragged_dot`)."""

    lhs: Operand = tensor
    rhs: Operand = tensor
    group_sizes: Operand = integer
    ragged_dot_dimension_numbers: Attr = struct(RaggedDotDimensionNumbers)
    precision_config: Attr = array_of(enum("precision", ("DEFAULT", "HIGH", "HIGHEST"))).optional
    result: Result = tensor

    def expand(op, lowering: Any, lhs: Any, rhs: Any, group_sizes: Any) -> Any:
        return lowering.make("chlo.ragged_dot", [lhs, rhs, group_sizes], result_types=[op.result.type],
                             ragged_dot_dimension_numbers=op.ragged_dot_dimension_numbers)


class ScaledDot(Op, name="hlo.scaled_dot"):
    """A product of blocks with a scale each: (lhs, rhs, lhs scales, rhs scales)."""

    lhs: Operand = tensor
    rhs: Operand = tensor
    lhs_scale: Operand = tensor
    rhs_scale: Operand = tensor
    dot_dimension_numbers: Attr = struct(DotDimensionNumbers)
    precision_config: Attr = array_of(enum("precision", ("DEFAULT", "HIGH", "HIGHEST"))).optional
    algorithm: Attr = anything.optional
    result: Result = tensor

    def expand(op, lowering: Any, lhs: Any, rhs: Any, lhs_scale: Any, rhs_scale: Any) -> Any:
        parts = [_scaled(lowering, x, s, op.result.type.element) for x, s in ((lhs, lhs_scale), (rhs, rhs_scale))]
        return lowering.make("stablehlo.dot_general", parts, result_types=[op.result.type],
                             dot_dimension_numbers=op.dot_dimension_numbers)


def _scaled(lowering: Any, value: Any, scale: Any, element: Any) -> Any:
    """`value` times its scales, each of which holds for a block of equal size; in the type of the product."""
    wide = lowering.make("stablehlo.convert", [value], result_types=[value.type.with_element(element)])
    if scale.type.rank == 0 or any(n % m for n, m in zip(value.type.shape, scale.type.shape) if m):
        factor = lowering.make("stablehlo.convert", [scale], result_types=[scale.type.with_element(element)])
        full = lowering.make("stablehlo.broadcast_in_dim", [factor], broadcast_dimensions=(), result_types=[wide.type])
        return lowering.make("stablehlo.multiply", [wide, full])
    factor = lowering.make("stablehlo.convert", [scale], result_types=[scale.type.with_element(element)])
    blocks = [n for m, size in zip(scale.type.shape, value.type.shape) for n in (m, size // m if m else 0)]
    spread = lowering.make("stablehlo.broadcast_in_dim", [factor], broadcast_dimensions=tuple(range(0, 2 * scale.type.rank, 2)),
                           result_types=[TensorType(tuple(blocks), element)])
    full = lowering.make("stablehlo.reshape", [spread], result_types=[wide.type])
    return lowering.make("stablehlo.multiply", [wide, full])


class Scan(Op, name="hlo.scan"):
    """Runs a computation along a dimension, its carries handed on; gives all it gives and the last carries."""

    inputs: Operands = any_type
    dimension: Attr = i64
    num_carries: Attr = i64.default(0)
    is_reverse: Attr = boolean.default(False)
    is_associative: Attr = boolean.default(False)
    body: Body = None
    result: Result = any_type

    def expand(op, lowering: Any, *operands: Any) -> Any:
        values = leaves(operands)
        count = op.num_carries
        regions = [lowering.region(op.body, [a.type for a in op.body.arguments])]
        types = leaf_types(op.result.type)
        found = lowering.make("chlo.scan", [values[: len(values) - count], values[len(values) - count :]], types, regions,
                              dimension=op.dimension, is_reverse=op.is_reverse)
        made = leaves(found)[0].owner
        for sort, number in (("operand", len(values)), ("result", len(types))):
            made.attributes[f"{sort}SegmentSizes"] = DenseArrayAttr(I32, (number - count, count))
        return nested(found, op.result.type)


def _no_counterpart(op: Any, reason: str) -> UserError:
    return UserError.at(op.span, "conversion", f"{op.mnemonic.replace('_', '-')} has no counterpart in StableHLO: {reason}")


