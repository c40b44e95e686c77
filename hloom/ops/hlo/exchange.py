"""Exchange of parts of arrays: slices of different sizes dealt out in a group, and slices sent into a part of a given array."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32, PRED
from hloom.ops.common.attributes import GatherDimensionNumbers
from hloom.ops.common.process_groups import Grouped, group_size
from hloom.ops.definition.constraints import tensor
from hloom.ops.definition.operation import C, Operands, Result
from hloom.support.diagnostics import UserError

#: Slices that one operation may deal out.
_MOST_SLICES = 4096


class RaggedAllToAll(Grouped, name="hlo.ragged_all_to_all"):
    """Deals out slices of different sizes: input, output, and for each process where its slice begins, its size, its place.

    The operands are the input, the output in which slices are placed, and vectors with as many entries for each process of the
    group: where a slice begins, how many rows it has, where it begins in the output of its process, and how many rows come.
    """

    inputs: Operands = tensor
    result: Result = tensor
    checks = [C("inputs", "needs input, output, input offsets, send sizes, output offsets and receive sizes, got {inputs}",
                lambda op: len(op.inputs) == 6),
              C("data", "input and output must have rows of one type, got {inputs}", lambda op: _rows_agree(*op.inputs[:2])),
              C("numbers", "offsets and sizes must be vectors of integers, as many in each, got {inputs}",
                lambda op: _are_vectors(op.inputs[2:]))]
    result_checks = [C("result", "the result must have the type of the output, got {result}",
                       lambda op: op.inputs[1].type.with_element(op.result.element) == op.result.type
                       and op.inputs[1].element is op.result.element)]

    def expand(op, lowering: Any, given: Any, output: Any, begins: Any, sizes: Any, places: Any, received: Any) -> Any:
        count = begins.type.shape[0]
        group = group_size(op) or lowering.processes(op)
        if group <= 0 or count % group or count > _MOST_SLICES:
            raise UserError.at(op.span, "conversion", f"ragged-all-to-all of {count} slices in a group of {group} processes has "
                               "no counterpart in StableHLO")
        processes = lowering.collective(op)
        mine = [lowering.make("stablehlo.all_to_all", [[v]], split_dimension=0, concat_dimension=0, split_count=group,
                              **processes) for v in (begins, sizes, places)]
        rows = given.type.shape[0]
        whole = lowering.make("stablehlo.all_gather", [[given]], all_gather_dim=0, **processes,
                              result_types=[TensorType((rows * group, *given.type.shape[1:]), given.type.element)])
        for k in range(count):
            begin, size, place = (_entry(lowering, v, k) for v in mine)
            output = _placed(lowering, whole, k // (count // group) * rows, rows, output, begin, size, place)
        return output


def _rows_agree(given: Any, output: Any) -> bool:
    return (given.rank > 0 and output.rank > 0 and given.element is output.element
            and given.type.shape[1:] == output.type.shape[1:])


def _are_vectors(values: Any) -> bool:
    return all(v.rank == 1 and v.element.is_integer and v.type.shape == values[0].type.shape for v in values)


def _entry(lowering: Any, vector: Any, k: int) -> Any:
    """One entry of a vector, as a scalar of s32."""
    one = lowering.make("stablehlo.slice", [vector], start_indices=(k,), limit_indices=(k + 1,), strides=(1,))
    scalar = lowering.make("stablehlo.reshape", [one], result_types=[TensorType((), vector.type.element)])
    if vector.type.element is I32:
        return scalar
    return lowering.make("stablehlo.convert", [scalar], result_types=[TensorType((), I32)])


def _placed(lowering: Any, whole: Any, first: int, rows: int, output: Any, begin: Any, size: Any, place: Any) -> Any:
    """`output` with `size` rows from `begin` on, of the process whose rows begin at `first`, at `place`."""
    type: TensorType = output.type
    count = type.shape[0]
    if not count or not rows:
        return output
    vector = TensorType((count,), I32)

    def spread(value: Any) -> Any:
        return lowering.make("stablehlo.broadcast_in_dim", [value], broadcast_dimensions=(), result_types=[vector])

    def number(value: int) -> Any:
        return spread(lowering.constant(np.asarray(value, np.int32), I32))

    row = lowering.make("stablehlo.iota", [], [vector], iota_dimension=0)
    offset = lowering.make("stablehlo.subtract", [row, spread(place)])
    within = [lowering.make("stablehlo.compare", [offset, limit], comparison_direction=direction)
              for limit, direction in ((number(0), "GE"), (spread(size), "LT"))]
    chosen = lowering.make("stablehlo.and", within)
    source = lowering.make("stablehlo.add", [offset, spread(begin)])
    source = lowering.make("stablehlo.clamp", [number(0), source, number(rows - 1)])
    source = lowering.make("stablehlo.add", [source, number(first)])
    numbers = GatherDimensionNumbers(offset_dims=tuple(range(1, type.rank)), collapsed_slice_dims=(0,), start_index_map=(0,),
                                     index_vector_dim=1)
    found = lowering.make("stablehlo.gather", [whole, source], dimension_numbers=numbers, slice_sizes=(1, *type.shape[1:]))
    wide = type.with_element(PRED)
    mask = lowering.make("stablehlo.broadcast_in_dim", [chosen], broadcast_dimensions=(0,), result_types=[wide])
    return lowering.make("stablehlo.select", [mask, found, output])


def sent(op: Any, lowering: Any, value: Any) -> Any:
    """What a process is sent by the pairs of a collective-permute."""
    return lowering.make("stablehlo.collective_permute", [value], source_target_pairs=op.source_target_pairs,
                         **lowering.collective(op))


def permuted_into_part(op: Any, lowering: Any, inputs: Any) -> Any:
    """What `collective-permute` with four operands gives: slices of the first, where they begin, placed in the second.

    Slices begin where the sender's third operand says, and are placed where the receiver's fourth one does. What does not
    receive keeps what it has.
    """
    given, output, begins, places = inputs
    sizes = [tuple(map(int, row.split(","))) for row in re.findall(r"\{([0-9][0-9,]*)\}", op.slice_sizes or "")]
    if len(sizes) > 1 or (begins and isinstance(begins[0], tuple)):
        slices = list(zip(begins, places, sizes, strict=True))
    else:
        slices = [(begins, places, sizes[0])]
    if any(len(size) != given.type.rank for _, _, size in slices):
        raise UserError.at(op.span, "conversion", f"slices of {op.slice_sizes} of {given.type} have no counterpart in StableHLO")
    has_come = sent(op, lowering, lowering.constant(np.asarray(1, np.int32), I32))
    has_come = lowering.make("stablehlo.compare", [has_come, lowering.constant(np.asarray(1, np.int32), I32)],
                             comparison_direction="EQ")
    for begin, place, size in slices:
        piece = sent(op, lowering, lowering.make("stablehlo.dynamic_slice", [given, list(begin)], slice_sizes=size))
        kept = lowering.make("stablehlo.dynamic_slice", [output, list(place)], slice_sizes=size)
        chosen = lowering.make("stablehlo.select", [has_come, piece, kept])
        output = lowering.make("stablehlo.dynamic_update_slice", [output, chosen, list(place)])
    return output
