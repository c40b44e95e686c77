"""Combining many numbers by a body: reductions along axes and updates in order (NumPy).

The specification leaves the order of reductions open. Here they run in index order, from the initial value on, all
positions of the result at once. Where the order cannot show, or for more than `LONGEST_SEQUENCE` elements, faster ways
are taken: sums and products of floats in f64, rounded once; other bodies as a balanced tree of neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Region
from hloom.ir.types import AnyType, QuantizedType
from hloom.numbers.complex_functions import extended
from hloom.numbers.convert import convert, narrow_integer
from hloom.numbers.dispatch import direct
from hloom.numbers.element_type import C128, F64, I64, UI64, ElementType, of_dtype
from hloom.numbers.rounding import quiet
from hloom.ops.common.process import Process
from hloom.ops.common.quantization import dequantize, quantize
from hloom.ops.common.region_function import reducer_of
from hloom.ops.definition.traits import REDUCERS, Reducer

Array = Any
Arrays = tuple[Array, ...]
Combine = Callable[[Arrays, Arrays], Arrays]

#: Reductions of at most this many elements run in index order.
LONGEST_SEQUENCE = 1024
#: Contractions and windows run in index order while they take at most this many steps in all.
SEQUENTIAL_STEPS = 1 << 22
#: Contractions of narrower floats run in f64 while they take at most this many steps, in f32 beyond.
DOUBLE_STEPS = 1 << 27


def to_destination(x: Array, source: AnyType, destination: AnyType) -> Array:
    """Converts stored numbers between element types, quantized ones too (StableHLO spec: `to_destination_type`)."""
    if source is destination:
        return x
    value = dequantize(x, source) if isinstance(source, QuantizedType) else x
    if isinstance(destination, QuantizedType):
        return quantize(value, destination)
    assert isinstance(destination, ElementType)
    return convert(value, destination)


def accumulator_type(type: ElementType) -> ElementType:
    """The type in which sums and products of `type` are accumulated: exact or nearly so for all but f64."""
    return {"float": F64, "complex": C128, "sint": I64, "uint": UI64}.get(type.kind, type)


def widened(x: Array, reducer: Reducer) -> Array:
    """Numbers in the type in which sums or products of them are accumulated. Products of complex numbers lose digits
    wherever their parts cancel: they are taken in the widest type that there is."""
    type = of_dtype(x.dtype)
    return extended(x) if type.is_complex and reducer is REDUCERS["multiply"] else convert(x, accumulator_type(type))


def narrow(x: Array, type: ElementType) -> Array:
    """An accumulated value in its type: rounded once, or the low bits."""
    if type.is_complex:
        return np.asarray(x).astype(type.dtype)
    return narrow_integer(np.asarray(x), type) if type.is_integer else convert(x, type)


def body_of(process: Process, region: Region) -> Combine:
    """The body as a function of accumulators and values, arrays that broadcast."""
    reducer = reducer_of(region)
    if reducer is not None:
        function = reducer.function
        return lambda accumulators, values: (function(*accumulators, *values),)
    return lambda accumulators, values: process.call_batched(region, *accumulators, *values)


def reduce_arrays(process: Process, region: Region, inputs: Sequence[Array], initial: Sequence[Array],
                  axes: Sequence[int]) -> Arrays:
    """Folds `inputs` over `axes` with the body, starting from the scalars `initial`; all in the body's types."""
    kept = [d for d in range(inputs[0].ndim) if d not in axes]
    shape = tuple(inputs[0].shape[d] for d in kept)
    count = prod(inputs[0].shape[d] for d in axes)
    rows = tuple(np.transpose(x, [*sorted(axes), *kept]).reshape(count, *shape) for x in inputs)
    reducer = reducer_of(region)
    combine = body_of(process, region)
    values = tuple(np.broadcast_to(x, shape) for x in initial)
    type = of_dtype(inputs[0].dtype)
    if count <= LONGEST_SEQUENCE and shows_order(reducer, type):
        function = direct(reducer.function, type) if reducer is not None else None
        if isinstance(function, np.ufunc):
            return (_in_order(function, values[0], rows[0]),)
        for k in range(count):
            values = combine(values, tuple(x[k] for x in rows))
        return values
    if reducer is not None and reducer.accumulates:
        return (_accumulated(reducer, rows[0], initial[0]),)
    return combine(values, _halved(combine, rows)) if count else values


def shows_order(reducer: Reducer | None, type: ElementType) -> bool:
    """Whether the order of combining can show: in any body but one operation, and in sums and products that round. Those of
    complex products are no order's, but exact to nearly the last digit (see `widened`)."""
    if reducer is None or not reducer.accumulates:
        return reducer is None
    return type.is_float or (type.is_complex and reducer is not REDUCERS["multiply"])


@quiet
def _in_order(function: np.ufunc, initial: Array, rows: Array) -> Array:
    """`initial` and all rows combined one after the other (`reduce` would pair neighbours)."""
    return function.accumulate(np.concatenate([initial[np.newaxis], rows]), axis=0)[-1]


def ufunc_of(reducer: Reducer) -> np.ufunc:
    """NumPy's sum or product, on types that it knows."""
    return np.add if reducer is REDUCERS["add"] else np.multiply


@quiet
def _accumulated(reducer: Reducer, rows: Array, initial: Array) -> Array:
    # NumPy's own start of a sum is 0, which would make 0 of a sum of negative zeros.
    found = ufunc_of(reducer).reduce(widened(rows, reducer), axis=0, initial=widened(initial, reducer)[()])
    return narrow(found, of_dtype(rows.dtype))


def _halved(combine: Combine, rows: Arrays) -> Arrays:
    """Combines rows by pairing neighbours until one is left."""
    while len(rows[0]) > 1:
        pairs = len(rows[0]) // 2 * 2
        joined = combine(tuple(x[0:pairs:2] for x in rows), tuple(x[1:pairs:2] for x in rows))
        rows = tuple(np.concatenate([a, x[pairs:]]) for a, x in zip(joined, rows))
    return tuple(x[0] for x in rows)


def update_arrays(process: Process, region: Region, targets: Arrays, positions: Array, updates: Arrays) -> Arrays:
    """`targets[position] = body(targets[position], update)` for each update in turn.

    `targets` are flat arrays, `positions` flat indices into them; returns the new targets.
    """
    reducer, type = reducer_of(region), of_dtype(targets[0].dtype)
    if reducer is not None and reducer.accumulates and (type.is_integer or targets[0].dtype.kind == "f"):
        own = accumulator_type(type) if type.is_integer else type
        target = convert(targets[0], own).copy()
        function = ufunc_of(reducer)
        with np.errstate(all="ignore"):
            function.at(target, positions, convert(updates[0], own))
        return (narrow(target, type),)
    targets = tuple(t.copy() for t in targets)
    _update_in_rounds(body_of(process, region), targets, positions, updates)
    return targets


def _update_in_rounds(combine: Combine, targets: Arrays, positions: Array, updates: Arrays) -> None:
    """Updates in place. Positions go together: round k applies the k-th update of every position that has one."""
    order = np.argsort(positions, kind="stable")
    ordered = positions[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ordered) else np.empty(0, np.int64)
    counts = np.diff(np.r_[starts, len(ordered)])
    # Positions with most updates come first, so that each round takes a prefix.
    by_count = np.argsort(-counts, kind="stable")
    starts, counts = starts[by_count], counts[by_count]
    for turn in range(int(counts[0]) if len(counts) else 0):
        chosen = starts[: np.searchsorted(-counts, -turn, side="left")] + turn
        where, which = ordered[chosen], order[chosen]
        for target, value in zip(targets, combine(tuple(t[where] for t in targets), tuple(u[which] for u in updates))):
            target[where] = value
