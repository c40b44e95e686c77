"""Results that lie on devices as numbers to be added, in a program of whole values: what each device has of the sum.

    %r = dot_general %x, %y       %x divided along "x"=2 in its columns, %r: unreduced={"x"}
->  %r_0 = dot_general %x[:, 0:2], %y[0:2];  %r_1 = dot_general %x[:, 2:4], %y[2:4]

What is no sum, or is summed along nothing that is divided, is each device's block amid zeros, or one device's whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

from hloom.ir.core import Operation, OpResult, Value
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.sdy.operations import Annotation
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.movement import Pad
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.scatter import Scatter
from hloom.passes.sharding.assignment import TileAssignment
from hloom.passes.sharding.copies import part_of
from hloom.passes.sharding.factors import is_marker


class _Sum(NamedTuple):
    """Along what an operation adds: for each number that counts summands, operands and dimensions that have it; and the number of
    the operand that it begins with, if any."""

    along: Sequence[Sequence[tuple[int, int]]]
    start: int | None = None


def _dot(op: Any) -> _Sum | None:
    numbers = op.dot_dimension_numbers
    return _Sum([((0, a), (1, b)) for a, b in zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)])


def _reduce(op: Any) -> _Sum | None:
    is_sum = len(op.results) == 1 and isinstance(reducing_operation(op.regions[0]), Add)
    return _Sum([((0, d),) for d in op.dimensions], 1) if is_sum else None


def _scatter(op: Any) -> _Sum | None:
    if len(op.results) != 1 or not isinstance(reducing_operation(op.regions[0]), Add):
        return None
    numbers, (_, indices, updates) = op.scatter_dimension_numbers, op.operands
    if numbers.input_batching_dims:
        return None
    places = [d for d in range(indices.rank) if d != numbers.index_vector_dim]
    scattered = [d for d in range(updates.rank) if d not in numbers.update_window_dims]
    return _Sum([((1, a), (2, b)) for a, b in zip(places, scattered)], 0)


_SUMS: dict[type[Operation], Callable[[Any], _Sum | None]] = {DotGeneral: _dot, Reduce: _reduce, Scatter: _scatter}


def _sum_of(op: Operation) -> _Sum | None:
    make = next((_SUMS[cls] for cls in type(op).__mro__ if cls in _SUMS), None)
    return make(op) if make is not None else None


def source_of(value: Any) -> Any:
    """The value that annotations have been put on."""
    while isinstance(value, OpResult) and (isinstance(value.owner, Annotation) or is_marker(value.owner)):
        value = value.owner.operands[value.index]
    return value


def looked_at(function: Function, result: int) -> list[Value]:
    """The values of which `summands_of` must know where they lie."""
    source = source_of(function.body.block.terminator.operands[result])
    return [source, *(source.owner.operands if isinstance(source, OpResult) else ())]


def summands_of(b: Builder, value: Any, wanted: TileAssignment, lying: dict[Value, TileAssignment]) -> list[Any]:
    """The numbers that add up to a value, as devices have them under `wanted`, where values lie as `lying` says."""
    source: Any = source_of(value)
    op = source.owner if isinstance(source, OpResult) else None
    found = _sum_of(op) if op is not None else None
    if op is not None and found is not None:
        dims = [_divided(op, group, lying, wanted.count) for group in found.along]
        blocks = _blocks(wanted, dims)
        if blocks is not None:
            return [_part_of_sum(b, op, found, row, [own.tiles[d] for own, d in dims], k) for k, row in enumerate(blocks)]
    own = lying.get(source)
    if own is not None:
        # Along others the value is divided as it is in whole.
        inside = [d for d in range(own.rank) if _blocks_by_number(wanted, [(own, d)]) is not None]
        blocks = _blocks(wanted, [(own, d) for d in inside])
        if blocks is not None:
            return [_amid_zeros(b, source, own, dict(zip(inside, row))) for row in blocks]
    zeros = b.splat(0, TensorType(source.shape, source.element))
    return [source, *[zeros] * (wanted.num_summands - 1)]


def _divided(op: Operation, group: Sequence[tuple[int, int]], lying: dict[Value, TileAssignment],
             count: int) -> tuple[TileAssignment, int]:
    """How operands are divided along what they have in common, as one of them says."""
    for k, d in group:
        own = lying.get(op.operands[k])
        if own is not None and own.tiles[d] > 1:
            return own, d
    return TileAssignment.replicated(1, count), 0


def _blocks_by_number(wanted: TileAssignment, dims: Sequence[tuple[TileAssignment, int]]) -> list[tuple[int, ...]] | None:
    """For each number of a sum which block along these dimensions its devices have; None where they do not have one."""
    rows: list[set[tuple[int, ...]]] = [set() for _ in range(wanted.num_summands)]
    for device, place in wanted.places.items():
        rows[place.summand].add(tuple(own.places[device].block[d] if device in own.places else -1 for own, d in dims))
    return None if any(len(row) != 1 for row in rows) else [next(iter(row)) for row in rows]


def _blocks(wanted: TileAssignment, dims: Sequence[tuple[TileAssignment, int]]) -> list[tuple[int, ...]] | None:
    """The same; None where they are not all of the blocks, each once."""
    found = _blocks_by_number(wanted, dims)
    if found is None or len(set(found)) != len(found) or len(found) != prod(own.tiles[d] for own, d in dims):
        return None
    return found


def _part_of_sum(b: Builder, op: Any, found: _Sum, blocks: Sequence[int], counts: Sequence[int], number: int) -> Any:
    """An operation that adds, along these blocks only."""
    operands: list[Any] = list(op.operands)
    for group, block, count in zip(found.along, blocks, counts):
        for k, d in group:
            size = operands[k].shape[d] // count
            operands[k] = b.between(operands[k], d, block * size, (block + 1) * size)
    if found.start is not None and number:
        operands[found.start] = b.splat(0, operands[found.start].type)
    made = clone(op, {})
    made.operands[:] = operands
    return b.block.append(made).results[0]


def _amid_zeros(b: Builder, value: Any, own: TileAssignment, blocks: dict[int, int]) -> Any:
    slices = [slice(0, n) for n in value.shape]
    for d, block in blocks.items():
        size = value.shape[d] // own.tiles[d]
        slices[d] = slice(block * size, (block + 1) * size)
    zero = b.splat(0, TensorType((), value.element))
    return b(Pad, part_of(b, value, slices), zero, edge_padding_low=[s.start for s in slices],
             edge_padding_high=[n - s.stop for s, n in zip(slices, value.shape)], interior_padding=[0] * value.rank)
