"""The `tensor` dialect: slices at places that a tensor of indices lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.types import TensorType
from hloom.ops.definition.attribute_kinds import i64_array, unit
from hloom.ops.definition.constraints import index, integer, ranked_tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, type_of
from hloom.ops.stablehlo.dynamic import failed

Array = Any


def _checks(tensor: str, dims: str) -> list[C]:
    """What `dims`, the dimensions of the operand `tensor` that indices are for, and the indices must fulfil."""
    def found(op: Any) -> tuple[tuple[int, ...], int]:
        return getattr(op, dims), getattr(op, tensor).rank

    def are_ordered(op: Any) -> bool:
        places, rank = found(op)
        return 0 < len(places) <= rank and list(places) == sorted(set(places)) and 0 <= places[0] and places[-1] < rank

    return [
        C("dims", f"{dims} must be dimensions of {{{tensor}}} in ascending order, got {{{dims}}}", are_ordered),
        C("indices", f"indices must have a last dimension with a number for each of {{{dims}}}, got {{indices}}",
          lambda op: op.indices.rank > 0 and op.indices.shape[-1] == len(getattr(op, dims))),
    ]


def _slices(op: Any, tensor: Any, dims: tuple[int, ...], keeps_rank: bool) -> TensorType:
    """The type of the slices of `tensor` that the indices list; sizes along `dims` are 1, or dropped."""
    sizes = [1 if d in dims else n for d, n in enumerate(tensor.shape) if keeps_rank or d not in dims]
    return TensorType((*op.indices.shape[:-1], *sizes), tensor.element)


def _may_be_slices(op: Any, value: Any, tensor: Any, dims: tuple[int, ...]) -> bool:
    return any(value.type is _slices(op, tensor, dims, keeps_rank) for keeps_rank in (True, False))


def _places(op: Any, tensor: Array, indices: Array, dims: tuple[int, ...]) -> tuple[Array, ...]:
    """The indices along each of `dims`, which must lie in the tensor."""
    places = tuple(np.moveaxis(np.asarray(indices, np.int64), -1, 0))
    if any(((k < 0) | (k >= tensor.shape[d])).any() for k, d in zip(places, dims)):
        raise failed(op, f"an index lies outside of {list(tensor.shape)}")
    return places


class Gather(Op, name="tensor.gather"):
    """The slices of `source` at the places that `indices` lists along `gather_dims`."""

    source: Operand = ranked_tensor
    indices: Operand = integer | index
    gather_dims: Attr = i64_array
    unique: Attr = unit.default(False)
    result: Result = ranked_tensor
    result_names = ("gather",)
    kernel = "host"
    syntax = ("$source `[` $indices `]` `gather_dims` `` `(` $gather_dims `)` custom<Flag>($unique, unique) attr-dict `:` "
              "functional-type(operands, results)")
    checks = _checks("source", "gather_dims")
    result_checks = [
        C("type", lambda op: f"the result must be {_slices(op, op.source, op.gather_dims, True)} or "
                             f"{_slices(op, op.source, op.gather_dims, False)}, got {op.result.type}",
          lambda op: _may_be_slices(op, op.result, op.source, op.gather_dims), of_types=True,
          states="the result must have the sizes of indices without the last one, then those of source, in which gather_dims are "
                 "1 or left out")]

    def eval(op, source: Array, indices: Array) -> Any:
        dims = op.gather_dims
        found = np.moveaxis(source, dims, range(len(dims)))[_places(op, source, indices, dims)]
        keeps_rank = op.result.rank == op.indices.rank - 1 + source.ndim
        sizes = [1 if d in dims else n for d, n in enumerate(source.shape) if keeps_rank or d not in dims]
        return found.reshape((*indices.shape[:-1], *sizes))


class Scatter(Op, name="tensor.scatter"):
    """`dest` with its slices at the places that `indices` lists along `scatter_dims` replaced by those of `source`."""

    source: Operand = ranked_tensor
    dest: Operand = ranked_tensor
    indices: Operand = integer | index
    scatter_dims: Attr = i64_array
    unique: Attr = unit.default(False)
    result_names = ("scatter",)
    kernel = "host"
    syntax = ("$source `into` $dest `[` $indices `]` `scatter_dims` `` `(` $scatter_dims `)` custom<Flag>($unique, unique) "
              "attr-dict `:` functional-type(operands, results)")
    checks = [
        *_checks("dest", "scatter_dims"),
        C("unique", "indices must be stated to be unique", lambda op: op.unique),
        C("source", lambda op: f"source must be {_slices(op, op.dest, op.scatter_dims, True)} or "
                               f"{_slices(op, op.dest, op.scatter_dims, False)}, got {op.source.type}",
          lambda op: _may_be_slices(op, op.source, op.dest, op.scatter_dims), of_types=True,
          states="source must have the sizes of indices without the last one, then those of dest, in which scatter_dims are 1 or "
                 "left out"),
    ]
    result = type_of("dest", exactly=True)

    def eval(op, source: Array, dest: Array, indices: Array) -> Any:
        dims, found = op.scatter_dims, np.array(dest)
        rest = [n for d, n in enumerate(dest.shape) if d not in dims]
        np.moveaxis(found, dims, range(len(dims)))[_places(op, dest, indices, dims)] = source.reshape(
            (*indices.shape[:-1], *rest))
        return found
