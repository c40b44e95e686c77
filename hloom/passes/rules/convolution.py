"""Convolutions with zeros between the elements of their input, as they come from gradients of strided ones.

Output positions whose windows meet elements at the same taps are a plain convolution with these taps (`polyphase`); results are
interleaved. That takes the elements' share of the work; a product of an inserted zero with an infinite weight is not formed.
Where every phase has as many taps, many phases, those of few outputs and those of one tap each are one convolution
(`sub_pixel`); it would have to fill up others with zeros, whose products with infinities are no zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.movement import Slice
from hloom.ops.stablehlo.windows import ones
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.convolution_by_taps import lanes_taken
from hloom.passes.rules.limits import Limits
from hloom.passes.rules.polyphase import Axis, interleaved
from hloom.passes.rules.sub_pixel import as_sub_pixel


def polyphase_convolution(limits: Limits, op: Any, b: Builder) -> Replacement:
    """convolution(x, w) with dilated x -> interleaved convolutions(x, slice(w)), or one convolution, part of the pass
    `decompose`."""
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    types: list[Any] = [op.lhs.type, op.rhs.type, op.result.type]
    if not all(t.is_static and t.size and not t.is_quantized for t in types):
        return None
    steps, strides, dilations = (ones(v, rank) for v in (op.lhs_dilation, op.window_strides, op.rhs_dilation))
    if all(d == 1 for d in steps):
        return None
    taps = [op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions]
    axes = [Axis(*numbers_of_axis) for numbers_of_axis in zip(
        taps, strides, steps, dilations, [low for low, _ in op.pads],
        [op.lhs.shape[d] for d in numbers.input_spatial_dimensions],
        [op.result.shape[d] for d in numbers.output_spatial_dimensions])]
    work = op.result.type.size * op.rhs.shape[numbers.kernel_input_feature_dimension] * prod(taps)
    phases = [axis.phases for axis in axes]
    is_plain = all(d == 1 or (s, r) == (1, 1) for d, s, r in zip(steps, strides, dilations))
    if is_plain and work >= limits.phases_worth_one and _are_one(limits, op, taps, phases):
        return as_sub_pixel(op, b, phases)
    if work < limits.phases_worth_it or prod(phases) > limits.most_phases:
        return None
    made = {_of_result(op, starts, 0): _phase(op, b, axes, starts) for starts in product(*map(range, phases))}
    return interleaved(b, made, _of_result(op, phases, 1), op.result.shape)


def _are_one(limits: Limits, op: Any, taps: list[int], phases: list[int]) -> bool:
    """Whether one convolution does all phases, and is worth it."""
    if any(n > d and n % d for n, d in zip(taps, phases)):
        return False  # some phases have fewer taps than others
    if prod(phases) > limits.many_phases or all(n <= d or d == 1 for n, d in zip(taps, phases)):
        return True
    if op.feature_group_count * op.batch_group_count > 1:
        return False
    outputs, total = op.rhs.shape[op.dimension_numbers.kernel_output_feature_dimension], op.result.type.element
    return lanes_taken(limits, outputs * prod(phases), total) < lanes_taken(limits, outputs, total) * prod(phases)


def _phase(op: Any, b: Builder, axes: list[Axis], starts: tuple[int, ...]) -> Value:
    """The output positions of a phase along each dimension."""
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    reversal = op.window_reversal or (False,) * rank
    shape = list(op.result.shape)
    for axis, d in zip(axes, numbers.output_spatial_dimensions):
        shape[d] = axis.places_of_phase
    type = TensorType(tuple(shape), op.result.type.element)
    windows: Any = [axis.phase(start) for axis, start in zip(axes, starts)]
    if None in windows:
        return b.splat(0, type)
    begin, limits, steps = [0] * op.rhs.rank, list(op.rhs.shape), [1] * op.rhs.rank
    for axis, window, d, is_reversed in zip(axes, windows, numbers.kernel_spatial_dimensions, reversal):
        extent = window.step * (window.count - 1)
        begin[d] = axis.size - 1 - window.first - extent if is_reversed else window.first
        limits[d], steps[d] = begin[d] + extent + 1, window.step
    kernel_part = b(Slice, op.rhs, start_indices=begin, limit_indices=limits, strides=steps)
    return b(Convolution, op.lhs, kernel_part, result_types=[type], window_strides=[w.stride for w in windows],
             padding=np.array([(w.low, w.high) for w in windows], np.int64), rhs_dilation=[w.dilation for w in windows],
             window_reversal=op.window_reversal, dimension_numbers=numbers, feature_group_count=op.feature_group_count,
             batch_group_count=op.batch_group_count, precision_config=op.precision_config)


def _of_result(op: Any, by_space: Sequence[int], otherwise: int) -> tuple[int, ...]:
    """What is given for each spatial dimension, for each dimension of the result; `otherwise` for the others."""
    spatial = dict(zip(op.dimension_numbers.output_spatial_dimensions, by_space))
    return tuple(spatial.get(d, otherwise) for d in range(op.result.rank))
