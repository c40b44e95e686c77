"""Windows of reducers, in less work than each window by itself takes.

The initial value stands in the padding and in the holes between elements. Where it changes nothing, as the zero of a sum, or
however often it is met, as in a maximum,
- a window along several dimensions is reduced along one after the other: 3 + 3 + 3 steps in place of 27,
- a window over elements with holes between them is reduced without the holes: places whose windows meet elements at the same taps
  are a window over the elements alone (`polyphase`), and the elements of neighbouring places lie side by side.

Windows at a few places of each row that lie apart are computed at all places between, too, whose elements lie side by side.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.dispatch import working_float
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.common.shapes import dilate
from hloom.ops.definition.traits import Reducer
from hloom.ops.stablehlo.creation import is_static, splat
from hloom.ops.stablehlo.movement import Slice
from hloom.ops.stablehlo.windows import ReduceWindow
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.limits import Limits
from hloom.passes.rules.polyphase import Axis, interleaved

#: Reducers for which it does not matter how often they meet a number.
_IDEMPOTENT = {"maximum", "minimum", "and", "or"}


def windows_apart(limits: Limits, op: Any, b: Builder) -> Replacement:
    """reduce_window(x) along several dimensions -> reduce_window(reduce_window(x)), part of the pass `decompose`."""
    if sum(n > 1 for n in op.window_dimensions) < 2:
        return None
    found = _reduced_by(limits, op)
    if found is None:
        return None
    name, reducer = found
    axes, order = _axes(op), _order_of_dimensions(op)
    shape, steps = list(op.inputs[0].type.shape), 0
    for d in order:
        shape[d] = axes[d].places
        if axes[d].size > 1:
            steps += (axes[d].size + limits.access) * prod(shape)
    taps = prod(op.window_dimensions)
    if steps * limits.windows_margin > taps * prod(shape) * (limits.loop if taps > limits.written_out else 1):
        return None
    element = op.results[0].element
    wide = working_float(element) if reducer.accumulates and element.is_float else element
    x, initial = (b.converted(b.converted(v, element), wide) for v in (op.inputs[0], op.init_values[0]))
    # What does not reduce goes with the next dimension that does, the last one with those behind it.
    last = max(order.index(d) for d in order if axes[d].size > 1)
    taken: list[int] = []
    for n, d in enumerate(order):
        taken.append(d)
        if (axes[d].size > 1 and n < last) or n == len(order) - 1:
            x = _along(op, b, x, initial, name, taken)
            taken = []
    return b.converted(x, element)


def polyphase_windows(limits: Limits, op: Any, b: Builder) -> Replacement:
    """reduce_window(dilated x) -> interleaved reduce_windows(x), part of the pass `decompose`."""
    if all(base == 1 for _, _, base, _, _, _ in op.window):
        return None
    found = _reduced_by(limits, op)
    if found is None:
        return None
    axes = _axes(op)
    phases = [axis.phases for axis in axes]
    if prod(phases) > limits.most_window_phases:
        return None
    made = {starts: _phase(op, b, axes, found[0], starts) for starts in product(*map(range, phases))}
    return interleaved(b, made, phases, op.results[0].type.shape)


def windows_side_by_side(limits: Limits, op: Any, b: Builder) -> Replacement:
    """reduce_window(x) at places apart of short rows -> slice(reduce_window(x) at all places), part of the pass `decompose`."""
    if not op.window or not all(map(is_static, (*op.inputs, *op.results))):
        return None
    shape = op.results[0].type.shape
    places, (size, stride, base, dilation, low, _) = shape[-1], op.window[-1]
    if not 1 < stride <= limits.largest_stride or not 1 < places < limits.few_places or size not in limits.steps_of_window:
        return None
    if prod(op.window_dimensions) * prod(shape) < limits.windows_worth_it:
        return None
    strides, padding = list(op.window_strides), np.array([(low, high) for *_, low, high in op.window], np.int64)
    strides[-1], kept = 1, (places - 1) * stride + 1
    padding[-1, 1] = kept + (size - 1) * dilation - low - dilate(op.inputs[0].type.shape[-1], base)
    found = b(ReduceWindow, op.inputs, op.init_values, regions=[clone_region(op.body, {})],
              result_types=[r.type.with_shape((*shape[:-1], kept)) for r in op.results], window_dimensions=op.window_dimensions,
              window_strides=strides, base_dilations=op.base_dilations, window_dilations=op.window_dilations, padding=padding)
    apart = [1] * (len(shape) - 1) + [stride]
    return [b(Slice, x, start_indices=[0] * len(shape), limit_indices=(*shape[:-1], kept), strides=apart)
            for x in (found if isinstance(found, tuple) else (found,))]


def _reduced_by(limits: Limits, op: Any) -> tuple[str, Reducer] | None:
    """The operation that reduces the windows, by its name, and its reducer, where that may meet the initial value any number of
    times; None otherwise, and where one kernel is best."""
    if len(op.inputs) != 1:
        return None
    x, result = op.inputs[0], op.results[0]
    if not is_static(x) or not is_static(result) or not x.type.size:
        return None
    if prod(op.window_dimensions) * result.type.size < limits.windows_worth_it:
        return None
    made = reducing_operation(op.body)
    if made is None or made.reducer is None or not _skips_initial(made.reducer, op.init_values[0]):
        return None
    return made.name, made.reducer


def _skips_initial(reducer: Reducer, initial: Value) -> bool:
    """Whether a reduction that has met its initial value once may meet it any number of times more."""
    if reducer.name in _IDEMPOTENT:
        return True
    value, element = splat(initial), initial.type.element  # type: ignore[union-attr]
    return value is not None and bool(value == element.dtype.type(reducer.identity(element)))


def _axes(op: Any) -> list[Axis]:
    return [Axis(size, stride, base, dilation, low, n, places) for (size, stride, base, dilation, low, _), n, places
            in zip(op.window, op.inputs[0].type.shape, op.results[0].type.shape)]


def _order_of_dimensions(op: Any) -> list[int]:
    """First those which leave the fewest elements, so that there are never more than before or after all; of equal ones the last
    one last, along which lanes lie."""
    before, after = op.inputs[0].type.shape, op.results[0].type.shape
    return sorted(range(len(before)), key=lambda d: after[d] / before[d])


def _along(op: Any, b: Builder, x: Value, initial: Value, name: str, dimensions: list[int]) -> Value:
    """x reduced by the operation `name` along some of the window's dimensions."""
    type: Any = x.type

    def of(values: Any, otherwise: int) -> list[int]:
        return [values[d] if d in dimensions else otherwise for d in range(type.rank)]

    sizes, strides, base, dilations, low, high = zip(*op.window)
    shape = [n if d in dimensions else type.shape[d] for d, n in enumerate(op.results[0].type.shape)]
    return b(ReduceWindow, [x], [initial], result_types=[type.with_shape(tuple(shape))], regions=[combining(name, type.element)],
             window_dimensions=of(sizes, 1), window_strides=of(strides, 1), base_dilations=of(base, 1),
             window_dilations=of(dilations, 1), padding=np.stack([of(low, 0), of(high, 0)], 1).astype(np.int64))


def _phase(op: Any, b: Builder, axes: list[Axis], name: str, starts: tuple[int, ...]) -> Value:
    """The places of a phase along each dimension."""
    element = op.results[0].element
    type = TensorType(tuple(axis.places_of_phase for axis in axes), element)
    windows: Any = [axis.phase(start) for axis, start in zip(axes, starts)]
    if None in windows:
        return b.broadcast(b.converted(op.init_values[0], element), (), type.shape)
    return b(ReduceWindow, op.inputs, op.init_values, result_types=[type], regions=[combining(name, element)],
             window_dimensions=[w.count for w in windows], window_strides=[w.stride for w in windows],
             window_dilations=[w.dilation for w in windows], padding=np.array([(w.low, w.high) for w in windows], np.int64))
