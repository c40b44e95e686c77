"""Convolutions with zeros between the elements of their input, as one convolution without, whose outputs have more features.

With d - 1 zeros between elements, an element reaches the d places from its own to the next one's by d taps of the kernel (the
next d, if the kernel is longer, from the element before, and so on). So the taps for the d places count as features: a plain
convolution computes, for each element, all places at once, which then are put in a row. A kernel that is no longer than d meets
one element at most: what is left is a product of matrices (the gradient of an embedding of patches).
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.movement import Reverse, Transpose
from hloom.ops.stablehlo.windows import ones
from hloom.support.records import dataclass


@dataclass(frozen=True)
class _Axis:
    """A spatial dimension: taps of the kernel, elements and places of the input (places from one element to the next, 1: the
    dimension stays as it is), padding, elements of the result."""

    taps: int
    elements: int
    places: int
    low: int
    result: int

    @property
    def reach(self) -> int:
        """Elements that a place meets, at most."""
        return -(-self.taps // self.places)

    @property
    def kept(self) -> int:
        """Places that are computed for an element; the others are zero."""
        return self.places if self.reach > 1 else self.taps

    @property
    def first(self) -> int:
        """Which place the result begins with, of all that meet elements; negative where others come before them."""
        return self.taps - 1 - self.low

    @property
    def unseen(self) -> tuple[int, int]:
        """Elements at either end all of whose places lie outside the result: most of them where a large kernel gives a small
        result, as in the gradient of a transposed convolution's kernel."""
        met = self.elements + self.reach - 1
        before = min(max(self.first // self.places, 0), met - 1)
        behind = max((met * self.places - self.first - self.result) // self.places, 0)
        return before, min(behind, met - 1 - before)

    @property
    def convolved(self) -> int:
        """Elements of the convolution's own result."""
        return self.result if self.places == 1 else self.elements + self.reach - 1 - sum(self.unseen)

    @property
    def padding(self) -> tuple[int, int]:
        """Elements that the convolution's input has before and behind its own; a negative number of them is cut off."""
        before, behind = self.unseen
        return self.reach - 1 - before, self.reach - 1 - behind


def as_sub_pixel(op: Any, b: Builder, phases: list[int]) -> Value:
    """convolution(dilated x, w) -> places(convolution(x, w with taps as features)); `phases` are the places of each spatial
    dimension, 1 where it stays as it is."""
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    axes = [_Axis(op.rhs.shape[numbers.kernel_spatial_dimensions[k]], op.lhs.shape[numbers.input_spatial_dimensions[k]], d,
                  op.pads[k][0], op.result.shape[numbers.output_spatial_dimensions[k]]) for k, d in enumerate(phases)]
    groups = op.feature_group_count * op.batch_group_count
    reversal = op.window_reversal or (False,) * rank
    kernel, features = _kernel(op, b, axes, groups, reversal)
    shape = [op.result.shape[numbers.output_batch_dimension], *(axis.convolved for axis in axes), features]
    padding = [op.pads[k] if d == 1 else axis.padding for k, (axis, d) in enumerate(zip(axes, phases))]
    made = b(Convolution, op.lhs, kernel, result_types=[TensorType(tuple(shape), op.result.type.element)],
             window_strides=op.window_strides, padding=np.array(padding, np.int64),
             lhs_dilation=[n if d == 1 else 1 for d, n in zip(phases, ones(op.lhs_dilation, rank))], rhs_dilation=op.rhs_dilation,
             window_reversal=[bool(r) and d == 1 for r, d in zip(reversal, phases)],
             dimension_numbers=ConvDimensionNumbers(
                 numbers.input_batch_dimension, numbers.input_feature_dimension, numbers.input_spatial_dimensions,
                 rank, rank + 1, tuple(range(rank)), 0, rank + 1, tuple(range(1, rank + 1))),
             feature_group_count=op.feature_group_count, batch_group_count=op.batch_group_count,
             precision_config=op.precision_config)
    return _in_a_row(op, b, made, axes, groups)


def _kernel(op: Any, b: Builder, axes: list[_Axis], groups: int, reversal: tuple[bool, ...]) -> tuple[Value, int]:
    """The kernel with dimensions [spatial ..., input features, output features], of which there are so many: groups, then the
    places of each dimension, then the outputs of a group."""
    numbers, rank = op.dimension_numbers, len(axes)
    order = [*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension]
    kernel = b(Transpose, op.rhs, permutation=order)
    inputs, outputs = (op.rhs.shape[d] for d in order[rank:])
    # The last tap comes to the first place: element q meets place d q + low - t at tap t.
    turned = [k for k, axis in enumerate(axes) if axis.places > 1 and not reversal[k]]
    if turned:
        kernel = b(Reverse, kernel, dimensions=turned)
    behind = [axis.reach * axis.kept - axis.taps if axis.places > 1 else 0 for axis in axes]
    kernel = b.padded(kernel, [0] * (rank + 2), [*behind, 0, 0])
    split: list[int] = []
    for axis in axes:
        split += [axis.reach, axis.kept] if axis.places > 1 else [axis.taps, 1]
    kernel = b.reshaped(kernel, (*split, inputs, groups, outputs // groups))
    # A place's first taps belong to its own element, which is the last one that a window sees.
    far = [2 * k for k, axis in enumerate(axes) if axis.places > 1 and axis.reach > 1]
    if far:
        kernel = b(Reverse, kernel, dimensions=far)
    kernel = b(Transpose, kernel, permutation=[*range(0, 2 * rank, 2), 2 * rank, 2 * rank + 1, *range(1, 2 * rank, 2),
                                               2 * rank + 2])
    features = outputs * prod(split[1::2])
    return b.reshaped(kernel, (*split[::2], inputs, features)), features


def _in_a_row(op: Any, b: Builder, made: Value, axes: list[_Axis], groups: int) -> Value:
    """The places of each element behind each other, cut or filled up to the result."""
    numbers, rank = op.dimension_numbers, len(axes)
    images, *spatial, _ = made.type.shape  # type: ignore[union-attr]
    kept = [axis.kept if axis.places > 1 else 1 for axis in axes]
    outputs = op.result.shape[numbers.output_feature_dimension] // groups
    made = b.reshaped(made, (images, *spatial, groups, *kept, outputs))
    # Where each dimension of the result comes from.
    parts = {numbers.output_batch_dimension: [0], numbers.output_feature_dimension: [rank + 1, 2 * rank + 2]}
    parts |= {d: [1 + k, rank + 2 + k] for k, d in enumerate(numbers.output_spatial_dimensions)}
    made = b(Transpose, made, permutation=[d for k in range(rank + 2) for d in parts[k]])
    sizes: Any = made.type
    axis_of = dict(zip(numbers.output_spatial_dimensions, axes))
    behind, merged, low, high = [], [], [], []
    at = 0
    for k in range(rank + 2):
        own, axis = sizes.shape[at : at + len(parts[k])], axis_of.get(k)
        at += len(own)
        if axis is None or axis.places == 1:
            behind += [0] * len(own)
            merged.append(prod(own))
            low.append(0)
            high.append(0)
            continue
        behind += [0, axis.places - axis.kept]
        merged.append(own[0] * axis.places)
        low.append(axis.unseen[0] * axis.places - axis.first)
        high.append(axis.result - merged[-1] - low[-1])
    made = b.padded(made, [0] * len(behind), behind)
    made = b.reshaped(made, merged)
    return b.padded(made, low, high)
