"""Instructions that move elements: broadcasts, reshapes, slices, padding, tuples, dynamic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.definitions import check
from hloom.xla.inference.parts import (
    array,
    expect_array,
    fail,
    in_range,
    plain,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import common_factors


def broadcast_in_dim(operand: Shape, output: Shape, broadcast_dimensions: Sequence[int]) -> Shape:
    """The shape `output`, whose dimension `broadcast_dimensions[k]` is the operand's dimension k (BroadcastInDim)."""
    expect_array(operand, "operand of broadcast")
    expect_array(output, "result of broadcast")
    if len(broadcast_dimensions) != operand.rank:
        fail(f"Size of broadcast_dimensions has to match operand's rank; operand's rank: {operand.rank}, size of "
             f"broadcast_dimensions {len(broadcast_dimensions)}.")
    if operand.rank > output.rank:
        fail(f"InDim style broadcast must be to an equal or higher ranked shape; operand rank: {operand.rank}; output rank: "
             f"{output.rank}")
    for k, d in enumerate(broadcast_dimensions):
        if not in_range(d, output.rank):
            fail(f"Broadcast dimension {d} is out of bound")
        if k and broadcast_dimensions[k - 1] >= d:
            fail(f"Input dimensions must be strictly increasing: broadcast_dimensions {list(broadcast_dimensions)}.")
        if not operand.dynamic_dimensions[k] and operand.dimensions[k] not in (1, output.dimensions[d]):
            fail(
                f"Input dimension should be either 1 or equal to the output dimension it is broadcasting into; the {k}th operand "
                f"dimension is {operand.dimensions[k]}, the {d}th output dimension is {output.dimensions[d]}."
            )
        if operand.dynamic_dimensions[k] and operand.dimensions[k] != UNBOUNDED and operand.dimensions[k] != output.dimensions[d]:
            fail(f"Bounded dimension {k} of {plain(operand)} does not broadcast into {output.dimensions[d]}.")
    return array(output.element_type, sizes_of(output))


def reshape(operand: Shape, dimensions: Sequence[int], inferred_dimension: int = -1) -> Shape:
    """The shape of the elements in row-major order in new dimensions (Reshape)."""
    expect_array(operand, "reshape")
    if any(n < 0 and n != UNBOUNDED for n in dimensions):
        fail(f"Reshape with a negative dimension size: {list(dimensions)}.")
    if operand.is_unbounded_dynamic:
        if any(b and n != UNBOUNDED for n, b in sizes_of(operand)):
            fail("Reshape operand with bounded and unbounded dynamism not supported.")
        if sum(operand.dynamic_dimensions) > 1:
            fail(f"Reshape operand with more than one unbounded dimension not supported: {plain(operand)}.")
        if prod(n for n in operand.dimensions if n != UNBOUNDED) == 0 or prod(dimensions) % prod(
                n for n in operand.dimensions if n != UNBOUNDED):
            fail(f"Reshape of {plain(operand)} to {list(dimensions)} is not possible: sizes do not divide.")
        return array(operand.element_type, [(n, False) for n in dimensions])
    if prod(operand.dimensions) != prod(dimensions):
        fail(f"Reshape operation has mismatched element counts: from={prod(operand.dimensions)} ({plain(operand)}) "
             f"to={prod(dimensions)} ([{','.join(map(str, dimensions))}]).")
    flags = [False] * len(dimensions)
    for d, is_dynamic in enumerate(operand.dynamic_dimensions):
        if is_dynamic:
            flags[_dynamic_target(operand, d, dimensions, inferred_dimension)] = True
    return array(operand.element_type, zip(dimensions, flags))


def _dynamic_target(operand: Shape, dimension: int, dimensions: Sequence[int], inferred: int) -> int:
    """The new dimension that a dynamic one becomes: the group of dimensions that takes the same elements has just one of size >
    1."""
    for (start, first), (end, last) in pairwise(common_factors(operand.dimensions, dimensions)):
        old, new = range(start, end), range(first, last)
        if dimension not in old:
            continue
        if len(old) == len(new) == 1:
            return new[0]
        if inferred in new:
            return inferred
        wide = [d for d in new if dimensions[d] != 1]
        if len(wide) == 1:
            return wide[0]
        if not wide and new:
            return new[0]
        same = [d for d in wide if dimensions[d] == operand.dimensions[dimension]]
        if len(old) == 1 or len(same) != 1:
            # The most major dimension carries what is not known.
            return wide[0] if wide else fail(f"Reshape cannot place the dynamic dimension {dimension} of {plain(operand)}.")
        return same[0]
    return fail(f"Reshape cannot place the dynamic dimension {dimension} of {plain(operand)}.")


def dynamic_reshape(operand: Shape, sizes: Sequence[Shape], bounds: Sequence[int], dynamic: Sequence[bool]) -> Shape:
    """The shape of a reshape whose sizes are operands; `bounds` limits them."""
    expect_array(operand, "dynamic reshape")
    if len(bounds) != len(dynamic) or len(bounds) != len(sizes):
        fail(f"DynamicReshape has to have the same number of dimension sizes ({len(sizes)}), bounds ({len(bounds)}) and "
             f"dynamic_dimensions ({len(dynamic)}).")
    for shape in sizes:
        if not shape.is_scalar or shape.element_type is not PrimitiveType.S32:
            fail(f"The dimension sizes of DynamicReshape must be scalars of S32, but got {plain(shape)}.")
    if not operand.is_unbounded_dynamic and prod(operand.dimensions) != prod(bounds):
        fail(f"Reshape operation has mismatched element counts: from={prod(operand.dimensions)} ({plain(operand)}) "
             f"to={prod(bounds)} ({list(bounds)}).")
    return array(operand.element_type, zip(bounds, map(bool, dynamic)))


def iota(shape: Shape, dimension: int) -> Shape:
    """The shape that is asked for (Iota)."""
    expect_array(shape, "iota")
    if shape.rank == 0 or not in_range(dimension, shape.rank):
        fail(f"Iota dimension {dimension} is out of range for {plain(shape)}.")
    if shape.element_type is PrimitiveType.PRED:
        fail("Iota does not support PRED elements.")
    return array(shape.element_type, sizes_of(shape))


def get_tuple_element(operand: Shape, index: int) -> Shape:
    """The shape of an element of a tuple (GetTupleElement)."""
    if not operand.is_tuple:
        fail(f"Operand to GetTupleElement() is not a tuple; got {plain(operand)}")
    if not 0 <= index < len(operand.tuple_shapes):
        fail(f"GetTupleElement() index ({index}) out of range: attempt to index out of tuple bounds for {plain(operand)}")
    return operand.tuple_shapes[index]


def set_dimension_size(op: Any, shapes: Sequence[Shape], stated: Shape | None) -> Shape:
    """The operand's shape with a dynamic dimension (SetDimensionSize), unless it is stated that the size is the whole one."""
    check(op, shapes)
    operand = shapes[0]
    flags = [b or d == op.dimension for d, b in enumerate(operand.dynamic_dimensions)]
    return array(operand.element_type, zip(operand.dimensions, flags if stated is None else stated.dynamic_dimensions))
