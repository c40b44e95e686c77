"""Operations on windows that slide over a tensor: reduce_window, select_and_scatter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import convert as convert_scalar
from hloom.expr.scalar import reduction
from hloom.expr.scalar import select as scalar_select
from hloom.numbers.element_type import I64, of_dtype
from hloom.numbers.rounding import quiet
from hloom.ops.common.accumulation import (
    SEQUENTIAL_STEPS,
    accumulator_type,
    body_of,
    narrow,
    shows_order,
    to_destination,
    ufunc_of,
    update_arrays,
    widened,
)
from hloom.ops.common.region_function import is_comparator, one_block, outputs_of, reducer_of, region_function, takes_reducer
from hloom.ops.common.shapes import Shape, dilate, infer_tensor, merge_shapes, window_count
from hloom.ops.definition.attribute_kinds import dense, i64_array
from hloom.ops.definition.constraints import compatible_shapes, per_tensor_quantized, scalar, tensor
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, infers
from hloom.ops.definition.traits import Reducer
from hloom.ops.stablehlo.movement import padded, read_between
from hloom.ops.stablehlo.reduction import (
    body_elements,
    in_body_types,
    initial_shapes,
    one_each,
    requantizes,
    same_elements,
    same_shapes,
)
from hloom.support.diagnostics import EvaluationError
from hloom.support.memory import LARGEST_SIZE, need_array

ANY = tensor | per_tensor_quantized
Array = Any
#: Windows of more elements are not gone through element by element.
MOST_OFFSETS = 1 << 22


def ones(values: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    """An optional list of numbers, all 1 where it is missing or empty."""
    return tuple(values) if values else (1,) * rank


def no_padding(values: Any, rank: int) -> list[tuple[int, int]]:
    """An optional table of low and high padding, all 0 where it is missing or empty."""
    return [(0, 0)] * rank if values is None or not len(values) else [(int(low), int(high)) for low, high in values]


def one_entry(number: int, name: str, rank: Callable[[Any], int], required: bool = False) -> C:
    """The constraint that a list has one entry for each of `rank(op)` dimensions or, unless `required`, none."""
    def holds(op: Any) -> bool:
        found = getattr(op, name) or ()
        return len(found) == rank(op) or not (found or required)

    return C(number, lambda op: f"{name} needs {rank(op)} entries, got {list(getattr(op, name) or ())}", holds,
             states=f"{name} needs one entry for each dimension of the window{'' if required else ', or none'}")


def positive(number: int, name: str) -> C:
    """The constraint that all entries of an optional list are positive."""
    return C(number, f"{name} must be positive, got {{{name}}}", lambda op: all(n > 0 for n in getattr(op, name) or ()))


def padding_table(number: int, rank: Callable[[Any], int]) -> C:
    """The constraint that the optional `padding` has one row (low, high) for each of `rank(op)` dimensions, or no rows."""
    return C(number, lambda op: f"padding must have shape [{rank(op)}, 2], got {list(op.padding.shape)}",
             lambda op: op.padding is None or op.padding.shape in ((rank(op), 2), (0, 2)),
             states="padding must have a row of two numbers, low and high, for each dimension of the window, or no rows")


def _rank(op: Any) -> int:
    return op.inputs[0].rank


class ReduceWindow(Op, name="stablehlo.reduce_window"):
    """Reduces the elements in each place of a window, over inputs with holes and padding of the initial values."""

    inputs: Operands = ANY
    init_values: Operands = ANY
    window_dimensions: Attr = i64_array
    window_strides: Attr = i64_array.optional
    base_dilations: Attr = i64_array.optional
    window_dilations: Attr = i64_array.optional
    padding: Attr = dense(I64).optional
    body: Body = None
    kernel = "window_scan"
    checks = [
        C(1, "needs at least one input, and an initial value for each", one_each),
        C(2, "inputs must have one shape, got {inputs}", lambda op: same_shapes(op.inputs)),
        C(3, "initial values must have the element types of the inputs, got {init_values} for {inputs}", same_elements),
        one_entry(4, "window_dimensions", _rank, required=True), positive(5, "window_dimensions"),
        one_entry(6, "window_strides", _rank), positive(7, "window_strides"),
        one_entry(8, "base_dilations", _rank), positive(9, "base_dilations"),
        one_entry(10, "window_dilations", _rank), positive(11, "window_dilations"),
        padding_table(12, _rank),
        one_block("body"),
        takes_reducer(13, sizes=lambda op: op.window_dimensions), initial_shapes,
    ]

    @property
    def window(op) -> list[tuple[int, int, int, int, int, int]]:
        """For each dimension: window size, stride, base dilation, window dilation, low and high padding."""
        rank = _rank(op)
        given = op.window_dimensions, op.window_strides, op.base_dilations, op.window_dilations
        rows = zip(*(ones(values, rank) for values in given), no_padding(op.padding, rank))
        return [(*numbers, low, high) for *numbers, (low, high) in rows]  # type: ignore[misc]

    @infers(count="C14", shape="C15", element="C16")
    def outputs(op) -> Any:
        def rule(*shapes: Shape) -> Shape:
            return tuple(window_count(n, low, high, size, stride, base, dilation)
                         for n, (size, stride, base, dilation, low, high) in zip(merge_shapes(*shapes), op.window))

        return tuple(infer_tensor(element, rule, *(x.type for x in op.inputs)) for element in body_elements(op))

    def run(op, process: Any, *operands: Array) -> Any:
        values = in_body_types(op, operands)
        inputs, initial = values[: len(op.inputs)], values[len(op.inputs) :]
        sizes, strides, base, dilations, low, high = zip(*op.window) if op.window else ((),) * 6
        shape = tuple(window_count(n, lo, hi, size, stride, b, d)
                      for n, (size, stride, b, d, lo, hi) in zip(inputs[0].shape, op.window))
        if 0 in shape:
            return tuple(np.empty(shape, x.dtype) for x in inputs)
        reducer, steps = reducer_of(op.body), prod(sizes) * prod(shape)
        longest = max([dilate(n, b) + lo + hi for n, (_, _, b, _, lo, hi) in zip(inputs[0].shape, op.window)], default=0)
        if longest > LARGEST_SIZE:
            raise EvaluationError.at(op.span, "window", f"{op.name}: a dimension is too long with its padding: {longest:,}")
        whole = prod(dilate(n, b) + lo + hi for n, (_, _, b, _, lo, hi) in zip(inputs[0].shape, op.window))
        # Holes and padding need not be made where there are many more of them than the windows see.
        is_sparse = prod(sizes) <= MOST_OFFSETS and whole > 16 * steps
        is_free = steps > SEQUENTIAL_STEPS or not shows_order(reducer, of_dtype(inputs[0].dtype))
        if reducer is not None and is_free and not is_sparse:
            return _separable(reducer, padded(inputs[0], initial[0], low, high, [b - 1 for b in base]), initial[0], shape, sizes,
                              strides, dilations)
        combine = body_of(process, op.body)
        found = tuple(np.broadcast_to(v, shape) for v in initial)
        for offset in offsets_of(op, sizes):
            found = combine(found, _window_elements(op, inputs, initial, offset, shape))
        return found

    def element(op, i: Any) -> Any:
        function = region_function(op.body)
        if function is None or requantizes(op):
            return None
        variables = [fresh(size, "w") for size, *_ in op.window]
        places = [(k * stride + w * dilation - low, -low, (n - 1) * stride + (size - 1) * dilation - low, base)
                  for k, w, n, (size, stride, base, dilation, low, _) in zip(i, variables, op.shape, op.window)]
        elements = [t.storage for t in outputs_of(op.body)]  # type: ignore[union-attr]
        initial = [convert_scalar(v[()], e) for v, e in zip(op.init_values, elements)]
        values = [convert_scalar(read_between(x, v[()], places), e)
                  for x, v, e in zip(op.inputs, op.init_values, elements)]
        found = reduction(variables, initial, values, function)
        return found[0] if len(found) == 1 else found


def offsets_of(op: Any, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The places in a window, in their order. EvaluationError for more than can be gone through."""
    if prod(sizes) > MOST_OFFSETS:
        raise EvaluationError.at(op.span, "window", f"{op.name}: a window of {prod(sizes):,} elements cannot be evaluated one by "
                                 f"one, only one of up to {MOST_OFFSETS:,}")
    return iter(np.ndindex(*sizes))


def _window_elements(op: Any, inputs: Sequence[Array], initial: Sequence[Array], offset: Sequence[int],
                     shape: Sequence[int]) -> tuple[Array, ...]:
    """The elements of the inputs at `offset` in each place of the window, as arrays of the places' `shape`; in holes and
    padding the initial values."""
    index, inside, is_inside = [], [], True
    for k, n, places, (_, stride, base, dilation, low, _) in zip(offset, inputs[0].shape, shape, op.window):
        start, end = k * dilation - low, k * dilation - low + (places - 1) * stride
        positions = start + stride * np.arange(places) if places > 1 else np.array([start])
        here = (positions >= 0) & (positions < dilate(n, base))
        if base > 1:
            here &= positions % base == 0
            positions = positions // base
        is_inside &= base == 1 and 0 <= start and end < n
        index.append(np.where(here, positions, 0))
        inside.append(here)
    if is_inside:
        cut = tuple(slice(int(at[0]), int(at[-1]) + 1, max(stride, 1) if len(at) > 1 else 1)
                    for at, stride in zip(index, ones(op.window_strides, len(index))))
        return tuple(x[cut] for x in inputs)
    if not all(here.any() for here in inside):
        return tuple(np.broadcast_to(v, shape) for v in initial)
    mask = reduce(np.logical_and, np.meshgrid(*inside, indexing="ij", sparse=True))
    return tuple(np.where(mask, x[np.ix_(*index)], v) for x, v in zip(inputs, initial))


@quiet
def _separable(reducer: Reducer, x: Array, initial: Array, shape: Sequence[int], sizes: Sequence[int], strides: Sequence[int],
               dilations: Sequence[int]) -> Array:
    """Windows of an associative operation, one dimension after the other."""
    type = of_dtype(x.dtype)
    function: Callable[..., Any] = reducer.function
    if 0 in shape:
        return np.empty(shape, x.dtype)
    # Windows of one length, those of twice the length, and what is joined of them, while numbers are in a wide type.
    need_array(x.shape, 3 * max(accumulator_type(type).dtype.itemsize, x.dtype.itemsize))
    if reducer.accumulates:
        x, initial, function = widened(x, reducer), widened(initial, reducer), ufunc_of(reducer)
    for axis, (count, size, stride, dilation) in enumerate(zip(shape, sizes, strides, dilations)):
        x = np.moveaxis(_along_first(function, np.moveaxis(x, axis, 0), size, dilation)[::stride][:count], 0, axis)
    return narrow(function(initial, x), type)


def _along_first(function: Callable[..., Array], x: Array, size: int, dilation: int) -> Array:
    """Combines the `size` elements, `dilation` apart, that start at each place of the first dimension.

    Windows of 2, 4, 8, ... elements are made from two halves; the window is joined from those of its binary digits.
    """
    places = len(x) - (size - 1) * dilation
    found, done, power = None, 0, 1
    while True:
        if size & power:
            piece = x[done * dilation : done * dilation + places]
            found = piece if found is None else function(found, piece)
            done += power
        if done == size:
            assert found is not None
            return found
        x = function(x[: len(x) - power * dilation], x[power * dilation :])
        power *= 2


class SelectAndScatter(Op, name="stablehlo.select_and_scatter"):
    """Adds each element of `source`, by `scatter`, to the operand's place that `select` prefers in that window."""

    operand: Operand = ANY
    source: Operand = ANY
    init_value: Operand = ANY & scalar
    window_dimensions: Attr = i64_array.optional
    window_strides: Attr = i64_array.optional
    padding: Attr = dense(I64).optional
    select: Body = None
    scatter: Body = None
    takes_any_end = True
    kernel = "select_and_scatter"
    checks = [
        C(1, "operand and source must have one element type, got {operand} and {source}",
          lambda op: op.operand.element is op.source.element),
        C(3, "init_value must have the element type of {operand}, got {init_value}",
          lambda op: op.init_value.element is op.operand.element),
        one_entry(4, "window_dimensions", lambda op: op.operand.rank, required=True), positive(5, "window_dimensions"),
        one_entry(6, "window_strides", lambda op: op.operand.rank), positive(7, "window_strides"),
        padding_table(8, lambda op: op.operand.rank),
        C(2, lambda op: f"source must have one element for each place of the window, shape {list(_places(op))}, "
          f"got {op.source.type}",
          lambda op: compatible_shapes(_places(op), op.source.shape),
          states="source must have one element for each place of the window"),
        one_block("select"),
        one_block("scatter"),
        C(9, "select must compare two elements of {operand}",
          lambda op: is_comparator(op.select, [op.operand.element] * 2)),
        takes_reducer(10, "scatter", lambda op: [op.operand]),
    ]

    @property
    def window(op) -> list[tuple[int, int, int, int]]:
        """For each dimension: window size, stride, low and high padding."""
        rank = op.operand.rank
        lists = (ones(op.window_dimensions, rank), ones(op.window_strides, rank), no_padding(op.padding, rank))
        return [(size, stride, low, high) for size, stride, (low, high) in zip(*lists)]

    @infers(shape="C11", element="C12")
    def result(op) -> Any:
        return op.operand.type.with_element(outputs_of(op.scatter)[0].element)  # type: ignore[union-attr]

    def run(op, process: Any, operand: Array, source: Array, init_value: Array) -> Any:
        element = op.result.element
        positions = _selected(op, process, operand, source.shape)
        chosen = positions >= 0
        initial = to_destination(init_value, op.init_value.element, element)
        target = np.array(np.broadcast_to(initial, prod(operand.shape)))
        values = to_destination(source, op.source.element, element).reshape(-1)[chosen]
        return update_arrays(process, op.scatter, (target,), positions[chosen], (values,))[0].reshape(operand.shape)

    def accesses(op, i: Any, number: int) -> Any:
        # Element i gets what the windows select that hold it: of each, the whole window decides.
        places = [fresh(n, "p") for n in op.source.shape]
        offsets = [fresh(size, "w") for size, *_ in op.window]
        inside: Predicate = ALWAYS
        within: Predicate = ALWAYS
        read = []
        for k, p, w, n, (size, stride, low, _) in zip(i, places, offsets, op.operand.shape, op.window):
            start = p * stride - low
            inside = inside & (k - start >= 0) & (k - start < size)
            within = within & (start + w >= 0) & (start + w < n)
            read.append(start + w)
        initial = op.init_value[()]
        return [scalar_select(inside, op.source[places], initial), scalar_select(inside & within, op.operand[read], initial)]


def _places(op: Any) -> Shape:
    return tuple(window_count(n, low, high, size, stride, 1, 1)
                 for n, (size, stride, low, high) in zip(op.operand.shape, op.window))


def _selected(op: Any, process: Any, operand: Array, shape: Sequence[int]) -> Array:
    """The flat index of the element that is selected in each place of the window; -1 where all of it is padding."""
    positions = np.full(prod(shape), -1, np.int64)
    best = np.zeros(len(positions), operand.dtype)
    index = np.indices(shape).reshape(len(shape), len(positions))
    starts = [k * stride - low for k, (_, stride, low, _) in zip(index, op.window)]
    flat = operand.reshape(-1)
    for offset in offsets_of(op, [size for size, *_ in op.window]) if positions.size else ():
        at = [start + k for start, k in zip(starts, offset)]
        inside = np.full(len(positions), True)
        for k, n in zip(at, operand.shape):
            inside &= (k >= 0) & (k < n)
        here = np.zeros(len(positions), np.int64)
        for k, n in zip(at, operand.shape):
            here = here * n + np.where(inside, k, 0)
        value = flat[here] if flat.size else best
        keeps = process.call_batched(op.select, best, value)[0].astype(bool)
        taken = inside & ((positions < 0) | ~keeps)
        positions, best = np.where(taken, here, positions), np.where(taken, value, best)
    return positions
