"""Scans as loops.

    %ys, %last = chlo.scan(%xs) inits(%c) dimension=0 { ^bb0(%x, %carry): ... return %y, %next }
->  %r:3 = stablehlo.while(%k = 0, %out = zeros, %carry = %c) cond { k < n }
           do { %x = xs[k]; ...; return k + 1, out with %y at k, %next }
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.elementwise import Subtract
from hloom.ops.stablehlo.loops import at, counted, stored
from hloom.passes.rewriting import Replacement


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

    def step(inside: Builder, number: Value, carried: Sequence[Value]) -> Sequence[Value]:
        written, carries = carried[: len(outputs)], carried[len(outputs) :]
        place = inside(Subtract, inside.constant(np.int32(count - 1)), number) if op.is_reverse else number
        slices = [at(inside, x, place, dimension) for x in inputs]
        values: dict[Value, Value] = dict(zip(op.body.block.arguments, (*slices, *carries)))
        *operations, end = op.body.block.operations
        for inner in operations:
            inside.block.append(clone(inner, values))
        found: list[Any] = [values.get(v, v) for v in end.operands]
        return [*(stored(inside, whole, value, place, dimension) for whole, value in zip(written, found)),
                *found[len(outputs) :]]

    return counted(b, count, [*empty, *inits], step)
