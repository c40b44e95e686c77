"""Convolutions with zeros between the elements of their input, as they come from gradients of strided ones.

Along a dimension with d - 1 zeros between elements, the output positions fall into d phases, in each of which every d-th tap of
the kernel meets an element and the others meet zeros. The phases are plain convolutions with every d-th tap; their results are
interleaved. That is 1 / d of the work; a product of an inserted zero with an infinite weight is not formed. Where every phase
has as many taps, many phases, those of few outputs and those of one tap each are one convolution (`convolution_by_places`); it
would have to fill up others with zeros, whose products with infinities are no zeros.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.movement import Concatenate, Reshape, Slice
from hloom.ops.stablehlo.windows import ones
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.convolution_by_places import by_places
from hloom.passes.rules.convolution_by_taps import lanes_taken

#: Multiplications below which one kernel is better than several.
_WORTH_IT = 1 << 22
#: Phases of all dimensions together that are as many convolutions: where one can do all, and otherwise.
_MANY_PHASES, _MOST_PHASES = 16, 100


def in_phases(op: Any, b: Builder) -> Replacement:
    """convolution(x, w) with dilated x -> interleaved convolutions(x, slice(w)), or one convolution, part of the pass
    `decompose`."""
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    types: list[Any] = [op.lhs.type, op.rhs.type, op.result.type]
    if not all(t.is_static and t.size and not t.is_quantized for t in types):
        return None
    steps, strides, dilations = (ones(v, rank) for v in (op.lhs_dilation, op.window_strides, op.rhs_dilation))
    if all(d == 1 or (s, r) != (1, 1) for d, s, r in zip(steps, strides, dilations)):
        return None
    phases = [d if (s, r) == (1, 1) else 1 for d, s, r in zip(steps, strides, dilations)]
    taps = [op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions]
    work = op.result.type.size * op.rhs.shape[numbers.kernel_input_feature_dimension] * prod(taps)
    if work < _WORTH_IT:
        return None
    if _are_one(op, taps, phases):
        return by_places(op, b, phases)
    if prod(phases) > _MOST_PHASES:
        return None
    made = {choice: _phase(op, b, phases, choice) for choice in product(*map(range, phases))}
    return _interleaved(op, b, phases, made)


def _are_one(op: Any, taps: list[int], phases: list[int]) -> bool:
    """Whether one convolution does all phases, and is worth it."""
    if any(n > d and n % d for n, d in zip(taps, phases)):
        return False  # some phases have fewer taps than others
    if prod(phases) > _MANY_PHASES or all(n <= d or d == 1 for n, d in zip(taps, phases)):
        return True
    if op.feature_group_count * op.batch_group_count > 1:
        return False
    outputs, total = op.rhs.shape[op.dimension_numbers.kernel_output_feature_dimension], op.result.type.element
    return lanes_taken(outputs * prod(phases), total) < lanes_taken(outputs, total) * prod(phases)


def _phase(op: Any, b: Builder, phases: list[int], choice: tuple[int, ...]) -> Value:
    """The output positions p, p + d, p + 2 d, ... for the p of each dimension."""
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    reversal = op.window_reversal or (False,) * rank
    starts, limits, strides = [0] * op.rhs.rank, list(op.rhs.shape), [1] * op.rhs.rank
    shape, padding = list(op.result.shape), []
    for k, (d, p, (low, high)) in enumerate(zip(phases, choice, op.pads)):
        kernel, out = numbers.kernel_spatial_dimensions[k], numbers.output_spatial_dimensions[k]
        if d == 1:
            padding.append((low, high))
            continue
        size, places = op.rhs.shape[kernel], -(-op.result.shape[out] // d)
        # Position d q + p meets element q - before + j at tap `first` + d j.
        first = (low - p) % d
        before, count = (low - first - p) // d, -(-(size - first) // d)
        shape[out] = places
        if count <= 0:
            return _zeros(op, b, [-(-op.result.shape[o] // d) if d > 1 else op.result.shape[o]
                                  for o, d in _sizes(op, phases)])
        first_place = size - 1 - first - d * (count - 1) if reversal[k] else first
        starts[kernel], limits[kernel], strides[kernel] = first_place, first_place + d * (count - 1) + 1, d
        padding.append((before, places - op.lhs.shape[numbers.input_spatial_dimensions[k]] - before + count - 1))
    kernel_part = b(Slice, op.rhs, start_indices=starts, limit_indices=limits, strides=strides)
    steps = [1 if d > 1 else n for d, n in zip(phases, ones(op.lhs_dilation, rank))]
    return b(Convolution, op.lhs, kernel_part, result_types=[TensorType(tuple(shape), op.result.type.element)],
             window_strides=op.window_strides, padding=np.array(padding, np.int64), lhs_dilation=steps,
             rhs_dilation=op.rhs_dilation, window_reversal=op.window_reversal, dimension_numbers=numbers,
             feature_group_count=op.feature_group_count, batch_group_count=op.batch_group_count,
             precision_config=op.precision_config)


def _sizes(op: Any, phases: list[int]) -> list[tuple[int, int]]:
    """For each dimension of the result its number, and how many phases it has."""
    spatial = dict(zip(op.dimension_numbers.output_spatial_dimensions, phases))
    return [(d, spatial.get(d, 1)) for d in range(op.result.rank)]


def _zeros(op: Any, b: Builder, shape: list[int]) -> Value:
    return b.splat(0, TensorType(tuple(shape), op.result.type.element))


def _interleaved(op: Any, b: Builder, phases: list[int], made: dict[tuple[int, ...], Value]) -> Value:
    """The phases as one result: side by side along a dimension behind each spatial one, which is then merged with it."""
    kinds = _sizes(op, phases)
    first: Any = next(iter(made.values())).type
    split: list[int] = []
    for (_, d), size in zip(kinds, first.shape):
        split += [size, 1] if d > 1 else [size]
    places = [k + sum(d > 1 for _, d in kinds[:k]) + 1 for k, (_, d) in enumerate(kinds) if d > 1]
    spatial = list(op.dimension_numbers.output_spatial_dimensions)
    order = [spatial.index(k) for k, d in kinds if d > 1]  # the phases' dimensions as they follow each other in the result
    type = TensorType(tuple(split), op.result.type.element)
    parts: dict[tuple[int, ...], Value] = {
        tuple(choice[k] for k in order): b(Reshape, value, result_types=[type]) for choice, value in made.items()}
    for place in reversed(places):
        joined: dict[tuple[int, ...], list[Value]] = {}
        for choice, value in parts.items():
            joined.setdefault(choice[:-1], []).append(value)
        parts = {choice: b(Concatenate, values, dimension=place) for choice, values in joined.items()}
    (whole,) = parts.values()
    merged = [size * d for (_, d), size in zip(kinds, first.shape)]
    result = b(Reshape, whole, result_types=[TensorType(tuple(merged), op.result.type.element)])
    return b(Slice, result, start_indices=[0] * len(merged), limit_indices=op.result.shape, strides=[1] * len(merged))
