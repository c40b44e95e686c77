"""Scans as loops.

    %ys, %last = chlo.scan(%xs) inits(%c) dimension=0 { ^bb0(%x, %carry): ... return %y, %next }
->  %r:3 = stablehlo.while(%k = 0, %out = zeros, %carry = %c) cond { k < n }
           do { %x = xs[k]; ...; return k + 1, out with %y at k, %next }
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.control import Return, While
from hloom.ops.stablehlo.elementwise import Add, Subtract
from hloom.ops.stablehlo.gather import DynamicSlice, DynamicUpdateSlice
from hloom.ops.stablehlo.movement import Reshape
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.matching import is_static


def scan_as_loop(op: Any, b: Builder) -> Replacement:
    """scan(x, c) -> while(0, zeros, c), where all sizes are known."""
    inputs, inits = op.inputs, op.inits
    outputs = op.results[: len(op.results) - len(inits)]
    returned = [v.type for v in op.body.block.terminator.operands]
    if not op.results or returned[len(outputs) :] != [v.type for v in inits]:
        return None
    if not all(map(is_static, (*op.operands, *op.results))):
        return None
    dimension, count = op.dimension, inputs[0].shape[op.dimension]
    empty = [b.splat(0, r.type) for r in outputs]
    if count == 0:
        return [*empty, *inits]
    operands = [b.constant(np.int32(0)), *empty, *inits]
    types = [v.type for v in operands]

    cond = Block(types)
    inside = Builder(cond, op.location, op.span)
    is_left = inside(Compare, cond.arguments[0], inside.constant(np.int32(count)), comparison_direction="LT")
    inside(Return, is_left)

    body = Block(types)
    inside = Builder(body, op.location, op.span)
    number, written, carries = body.arguments[0], body.arguments[1 : len(outputs) + 1], body.arguments[len(outputs) + 1 :]
    place = inside(Subtract, inside.constant(np.int32(count - 1)), number) if op.is_reverse else number
    slices = [_at(inside, x, place, dimension) for x in inputs]
    values: dict[Value, Value] = dict(zip(op.body.block.arguments, (*slices, *carries)))
    *operations, end = op.body.block.operations
    for inner in operations:
        body.append(clone(inner, values))
    found: list[Any] = [values.get(v, v) for v in end.operands]
    stored = [_stored(inside, whole, value, place, dimension) for whole, value in zip(written, found)]
    inside(Return, [inside(Add, number, inside.constant(np.int32(1))), *stored, *found[len(outputs) :]])

    loop = b(While, operands, regions=[Region([cond]), Region([body])], result_types=types)
    return list(loop[1:])


def _starts(b: Builder, place: Value, dimension: int, rank: int) -> Sequence[Value]:
    return [place if d == dimension else b.constant(np.int32(0)) for d in range(rank)]


def _at(b: Builder, x: Value, place: Value, dimension: int) -> Value:
    """The slice of a tensor at a place along a dimension, without that dimension."""
    sizes = [1 if d == dimension else n for d, n in enumerate(x.shape)]
    part = b(DynamicSlice, x, _starts(b, place, dimension, len(sizes)), slice_sizes=sizes)
    kept = tuple(n for d, n in enumerate(x.shape) if d != dimension)
    return b(Reshape, part, result_types=[TensorType(kept, x.element)])


def _stored(b: Builder, whole: Value, value: Value, place: Value, dimension: int) -> Value:
    """A tensor with a slice written at a place along a dimension."""
    sizes = tuple(1 if d == dimension else n for d, n in enumerate(whole.shape))
    part = b(Reshape, value, result_types=[TensorType(sizes, value.element)])
    return b(DynamicUpdateSlice, whole, part, _starts(b, place, dimension, len(sizes)))
