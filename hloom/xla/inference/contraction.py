"""Products of matrices, convolutions, Fourier transforms, and systems of equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.primitive_type import PrimitiveType
from hloom.ops.common.attributes import ConvDimensionNumbers, DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.hlo.convolution import gradient_numbers, is_input_gradient
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.xla.inference.definitions import check
from hloom.xla.inference.parts import (
    Size,
    array,
    expect_array,
    fail,
    in_range,
    is_float,
    is_integral,
    plain,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import higher_precision_element_type


def product_type(lhs: Shape, rhs: Shape, stated: Shape | None = None) -> PrimitiveType:
    """The type of products' sums: what is stated, else the more precise one of the operands'."""
    if stated is not None and stated.is_array:
        return stated.element_type
    return higher_precision_element_type(lhs, rhs)


def _free(shape: Shape, used: Sequence[int]) -> list[Size]:
    return [n for d, n in enumerate(sizes_of(shape)) if d not in used]


def ragged_dot(op: Any, shapes: Sequence[Shape], stated: Shape | None) -> Shape:
    """A product in groups along a dimension of the left operand: of rows, of what is summed over, or of a batch (RaggedDot)."""
    lhs, rhs, group_sizes = shapes
    numbers: RaggedDotDimensionNumbers = op.ragged_dot_dimension_numbers
    expect_array(group_sizes, "group_sizes of ragged dot")
    if not is_integral(group_sizes):
        fail(f"group_sizes must be of integral type, got {plain(group_sizes)}")
    ragged, groups = numbers.lhs_ragged_dimensions, numbers.rhs_group_dimensions
    check(op, shapes[:2], DotGeneral, dot_dimension_numbers=DotDimensionNumbers(
        numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, numbers.lhs_contracting_dimensions,
        numbers.rhs_contracting_dimensions))
    if len(ragged) != 1:
        fail(f"There must be exactly one ragged dimension in the lhs, got {len(ragged)}.")
    r = ragged[0]
    if not in_range(r, lhs.rank):
        fail(f"lhs ragged dimension {r} is out of range [0, {lhs.rank})")
    for g in groups:
        if not in_range(g, rhs.rank):
            fail(f"rhs group dimension {g} is out of range [0, {rhs.rank})")
    batch, contracting = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    if group_sizes.rank < 1:
        fail(f"expected group_sizes to have rank 1, got {group_sizes.rank}")
    count = group_sizes.dimensions[-1]
    # What stands before the ragged dimension may have group sizes of its own.
    if r in batch:
        before = batch[: batch.index(r)]
    elif r in contracting:
        before = (*batch, *contracting[: contracting.index(r)])
    else:
        free = [d for d in range(lhs.rank) if d not in batch and d not in contracting]
        before = (*batch, *free[: free.index(r)])
    prefix = [lhs.dimensions[d] for d in before]
    if group_sizes.rank > 1:
        if group_sizes.rank != len(prefix) + 1:
            fail(f"expected group_sizes to have rank {len(prefix) + 1 if prefix else 1}, got {group_sizes.rank}")
        if list(group_sizes.dimensions) != [*prefix, count]:
            fail(f"group_sizes is expected to have shape [{', '.join(map(str, [*prefix, count]))}], got "
                 f"[{', '.join(map(str, group_sizes.dimensions))}]")
    if r in batch or r in contracting:
        if groups:
            fail("There must be zero group dimensions in the rhs when the ragged dimension is a batch or contracting dimension.")
    else:
        if len(groups) != 1:
            fail("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.")
        g = groups[0]
        if g in numbers.rhs_batching_dimensions or g in numbers.rhs_contracting_dimensions:
            fail("rhs group dimension cannot be a batch or contracting dimension")
        if rhs.dimensions[g] != count:
            fail(f"rhs group dimension is expected to have size={count}, got {rhs.dimensions[g]}")
    sizes = sizes_of(lhs)
    result: list[Size] = [(count, False)] if r in contracting else []
    result += [sizes[d] for d in batch]
    result += _free(lhs, (*batch, *contracting))
    result += _free(rhs, (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions, *groups))
    return array(product_type(lhs, rhs, stated), result)


def check_scales(shapes: Sequence[Shape]) -> None:
    """That arrays have a scale for each block of elements, or one for all (ScaledDot)."""
    lhs, rhs, lhs_scale, rhs_scale = shapes
    for what, operand, scale in (("lhs", lhs, lhs_scale), ("rhs", rhs, rhs_scale)):
        expect_array(operand, f"{what} of scaled-dot")
        expect_array(scale, f"{what}_scale of scaled-dot")
        if not is_float(operand) or not is_float(scale):
            fail(f"scaled-dot takes floating-point elements, got {what} {plain(operand)} with scale {plain(scale)}.")
        if scale.rank == 0:
            continue
        if scale.rank != operand.rank:
            fail(f"{what}_scale must be a scalar or have the rank of {what}, got {plain(scale)} for {plain(operand)}.")
        for d, (n, m) in enumerate(zip(operand.dimensions, scale.dimensions)):
            if UNBOUNDED not in (n, m) and (n % m if m else n):
                fail(f"dimension {d} of {what}_scale must divide that of {what}, got {plain(scale)} for {plain(operand)}.")


def dense_kernel(rhs: Shape, numbers: ConvDimensionNumbers, sparsity: Sequence[int] | None) -> Shape:
    """The kernel with all of its elements: of a sparse one, (elements, places), `block_size` times as many input features."""
    if rhs.is_tuple:
        if len(rhs.tuple_shapes) != 2:
            fail(f"rhs of convolution, if a tuple, must have 2 elements for sparsity; got: {plain(rhs)}")
        rhs = rhs.tuple_shapes[0]
    expect_array(rhs, "rhs of convolution")
    if sparsity is None:
        return rhs
    kept, block, *_ = sparsity
    if kept != 1:
        fail("Only 1:N sparsity is currently supported.")
    sizes = sizes_of(rhs)
    d = numbers.kernel_input_feature_dimension
    if in_range(d, rhs.rank) and sizes[d][0] != UNBOUNDED:
        sizes[d] = sizes[d][0] * block, sizes[d][1]
    return array(rhs.element_type, sizes)


def kernel_numbers(op: Any, lhs: Shape, kernel: Shape, numbers: ConvDimensionNumbers) -> ConvDimensionNumbers:
    """A gradient with respect to the input may keep the kernel's labels of the convolution itself: its features change places."""
    if not is_input_gradient(op.attributes) or not lhs.is_array or not in_range(numbers.input_feature_dimension, lhs.rank) or (
            not in_range(numbers.kernel_input_feature_dimension, kernel.rank)):
        return numbers
    features = kernel.dimensions[numbers.kernel_input_feature_dimension] * op.feature_group_count
    return numbers if lhs.dimensions[numbers.input_feature_dimension] == features else gradient_numbers(numbers)
