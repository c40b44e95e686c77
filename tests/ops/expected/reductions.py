"""Reductions, in the order of indices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.ops.expected.elementwise import BINARY
from tests.ops.expected.language import COMPARISONS, Array, expects, fitted
from tests.ops.expected.movement import padded


def combined(region: Any) -> Callable[..., Any]:
    """What a region of binary operations computes of scalars."""
    *inside, last = region.block.operations

    def function(*arguments: Any) -> Any:
        known = dict(zip(region.block.arguments, arguments))
        for op in inside:
            x, y = (np.asarray(known[v], v.type.storage.dtype) for v in op.operands)
            known[op.results[0]] = fitted(BINARY[op.mnemonic].values(op, x, y), x.dtype)
        return known[last.operands[0]]

    return function


@expects("stablehlo.map")
def _(op: Any, *arrays: Array) -> Array:
    function, found = combined(op.regions[0]), np.empty(arrays[0].shape, arrays[0].dtype)
    for place in np.ndindex(found.shape):
        found[place] = function(*(x[place] for x in arrays))
    return found


@expects("stablehlo.reduce")
def _(op: Any, x: Array, start: Array) -> Array:
    function = combined(op.regions[0])
    found = np.full([n for d, n in enumerate(x.shape) if d not in op.dimensions], start, x.dtype)
    for place in np.ndindex(x.shape):
        at = tuple(k for d, k in enumerate(place) if d not in op.dimensions)
        found[at] = function(found[at], x[place])
    return found


@expects("stablehlo.reduce_window")
def _(op: Any, x: Array, start: Array) -> Array:
    function, ones = combined(op.regions[0]), [1] * x.ndim
    strides, between, apart = (v or ones for v in (op.window_strides, op.base_dilations, op.window_dilations))
    edges = np.zeros((x.ndim, 2), int) if op.padding is None else op.padding
    # What is padded is the value to start from, which is combined all the same.
    base = padded(x, start, edges[:, 0], edges[:, 1], [d - 1 for d in between])
    found = np.full(op.results[0].type.shape, start, x.dtype)
    for place in np.ndindex(found.shape):
        for offset in np.ndindex(*op.window_dimensions):
            found[place] = function(found[place], base[tuple(p * s + o * d for p, s, o, d in zip(place, strides, offset, apart))])
    return found


@expects("stablehlo.select_and_scatter")
def _(op: Any, x: Array, source: Array, start: Array) -> Array:
    first = op.regions[0].block.operations[0]
    better, combine = COMPARISONS[first.comparison_direction], combined(op.regions[1])
    ones = [1] * x.ndim
    strides, sizes = op.window_strides or ones, op.window_dimensions or ones
    low = np.zeros(x.ndim, int) if op.padding is None else op.padding[:, 0]
    found = np.full(x.shape, start, x.dtype)
    for place in np.ndindex(source.shape):
        best = None
        for offset in np.ndindex(*sizes):
            at = tuple(int(p * s + o - a) for p, s, o, a in zip(place, strides, offset, low))
            if all(0 <= k < n for k, n in zip(at, x.shape)) and (best is None or not better(x[best], x[at])):
                best = at
        if best is not None:
            found[best] = combine(found[best], source[place])
    return found
