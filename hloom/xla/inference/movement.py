"""Instructions that move elements: broadcasts, reshapes, slices, padding, tuples, dynamic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hloom.ir.layout import Layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import (
    Size,
    array,
    compatible_size,
    expect_array,
    fail,
    in_range,
    is_integral,
    listed,
    plain,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import higher_precision_element_type, same_element_type


def broadcast(operand: Shape, broadcast_sizes: Sequence[int]) -> Shape:
    """The shape with new major dimensions (Broadcast)."""
    expect_array(operand, "operand of broadcast")
    for n in broadcast_sizes:
        if n == UNBOUNDED:
            fail("Non-broadcast dimensions must not be dynamic.")
        if n < 0:
            fail(f"Broadcast with negative dimension size {n}.")
    return array(operand.element_type, [*((n, False) for n in broadcast_sizes), *sizes_of(operand)])


def broadcast_in_dim(operand: Shape, output: Shape, broadcast_dimensions: Sequence[int]) -> Shape:
    """The shape `output`, whose dimension `broadcast_dimensions[k]` is the operand's dimension k (BroadcastInDim)."""
    expect_array(operand, "operand of broadcast")
    expect_array(output, "result of broadcast")
    if output.is_unbounded_dynamic:
        fail("BroadcastInDim output must shape be static or bounded dynamic, but is_unbounded_dynamic holds of "
             f"{plain(output)}.")
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
    for old, new in _groups(operand.dimensions, dimensions):
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


def _groups(old: Sequence[int], new: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """Smallest runs of dimensions that hold the same elements before and after."""
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(old) or j < len(new):
        left: list[int] = []
        right: list[int] = []
        a = b = 1
        while True:
            if a <= b and i < len(old) and (not left or a != b or not right):
                a *= old[i]
                left.append(i)
                i += 1
            elif j < len(new) and (a > b or not right or i >= len(old)):
                b *= new[j]
                right.append(j)
                j += 1
            else:
                break
            if a == b and left and right:
                break
        while i == len(old) and j < len(new):  # ones at the end
            right.append(j)
            j += 1
        while j == len(new) and i < len(old):
            left.append(i)
            i += 1
        groups.append((left, right))
    return groups


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


def transpose(operand: Shape, permutation: Sequence[int]) -> Shape:
    """The shape with permuted dimensions; the elements stay where they are in memory (Transpose)."""
    expect_array(operand, "transpose")
    if sorted(permutation) != list(range(operand.rank)):
        fail(f"Transpose dimensions [{','.join(map(str, permutation))}] are not a permutation of the operand dimensions (operand "
             f"shape is {plain(operand)}).")
    sizes = sizes_of(operand)
    made = array(operand.element_type, [sizes[d] for d in permutation])
    layout = operand.layout
    if layout is None or layout.tiles or not layout.is_dense or len(layout.minor_to_major) != operand.rank:
        return made
    place = {d: k for k, d in enumerate(permutation)}
    return made.with_layout(Layout([place[d] for d in layout.minor_to_major]))


def reverse(operand: Shape, dimensions: Sequence[int]) -> Shape:
    """The operand's shape (Rev)."""
    expect_array(operand, "operand of reverse")
    if len(set(dimensions)) != len(dimensions):
        fail("a dimension number is duplicated in reverse")
    for d in dimensions:
        if not in_range(d, operand.rank):
            fail(f"one of the reverse dimensions is out-of-bounds in shape {plain(operand)}: {d}")
    return array(operand.element_type, sizes_of(operand))


def concatenate(operands: Sequence[Shape], dimension: int) -> Shape:
    """The shape of arrays one after the other along a dimension (Concatenate)."""
    if not operands:
        fail("Concatenate expects at least one argument.")
    for shape in operands:
        expect_array(shape, "operand of concatenation")
    first = operands[0]
    if not in_range(dimension, first.rank):
        fail(f"Concatenate dimension out of bounds: {dimension}")
    type = first.element_type
    for shape in operands[1:]:
        if shape.rank != first.rank:
            fail(f"Cannot concatenate arrays with different numbers of dimensions: {first.rank} ({plain(first)}) vs {shape.rank} "
                 f"({plain(shape)}).")
        if not same_element_type(first, shape, False):
            fail(f"Cannot concatenate arrays with different element types: {first.element_type.text.upper()} vs "
                 f"{shape.element_type.text.upper()}.")
        type = higher_precision_element_type(Shape(type), shape)
        for d in range(first.rank):
            if d != dimension and not compatible_size(sizes_of(first)[d], sizes_of(shape)[d]):
                fail("Cannot concatenate arrays that differ in dimensions other than the one being concatenated. Dimension "
                     f"{d} in both shapes must be equal (or compatible): {plain(first)} vs {plain(shape)}.")
    result: list[Size] = []
    for d in range(first.rank):
        sizes = [sizes_of(s)[d] for s in operands]
        if d == dimension:
            total = UNBOUNDED if any(n == UNBOUNDED for n, _ in sizes) else sum(n for n, _ in sizes)
            result.append((total, any(b for _, b in sizes)))
            continue
        known = [n for n, _ in sizes if n != UNBOUNDED]
        if known and len(set(known)) > 1:
            a, b = sorted(set(known))[:2]
            fail(f"Mismatched dimension sizes {a} and {b} in dimension {d}")
        dynamic = any(b for n, b in sizes if n != UNBOUNDED)
        result.append((known[0], dynamic) if known else (UNBOUNDED, True))
    return array(type, result)


def slice_array(operand: Shape, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None) -> Shape:
    """The shape of the elements from `starts` to before `limits`, every `strides`th (Slice)."""
    expect_array(operand, "slice")
    strides = [1] * operand.rank if strides is None else strides
    given = f"; starts: {list(starts)}, limits: {list(limits)}, strides: {list(strides)}"
    if len(starts) != len(limits):
        fail(f"slice start and limit sizes differ: {len(starts)} vs {len(limits)}{given}")
    if len(starts) != len(strides):
        fail(f"slice start and strides sizes differ: {len(starts)} vs {len(strides)}{given}")
    if len(starts) != operand.rank:
        fail(f"slice index count does not match argument rank: {len(starts)} vs {operand.rank}{given}")
    result: list[Size] = []
    for d, (start, limit, stride) in enumerate(zip(starts, limits, strides)):
        size, dynamic = operand.dimensions[d], operand.dynamic_dimensions[d]
        if start < 0:
            fail(f"negative start index to slice: {start}{given}")
        if size != UNBOUNDED and limit > size:
            fail(f"limit index ({limit}) must be less than or equal to dimension size ({size}){given}")
        if start > limit:
            fail(f"limit index ({limit}) must be greater or equal to start index ({start}) in slice with positive stride{given}")
        if stride <= 0:
            fail(f"stride ({stride}) must be positive{given}")
        count = (limit - start + stride - 1) // stride
        result.append((count, dynamic and count != 1))
    return array(operand.element_type, result)


def _starts(starts: Sequence[Shape], operand: Shape, what: str) -> None:
    """Checks start indices: scalars of one integral type, or one vector of them."""
    if len(starts) == 1 and starts[0].is_array and starts[0].rank == 1:
        if starts[0].dimensions[0] != operand.rank:
            fail(f"{what} start number of dimensions {starts[0].dimensions[0]} must match rank {operand.rank} of the input "
                 f"({plain(operand)})")
    else:
        if len(starts) != operand.rank:
            fail(
                f"{what} start number of dimensions {len(starts)} must match rank {operand.rank} of slice input "
                f"({plain(operand)})"
            )
        for shape in starts:
            if not shape.is_scalar:
                fail(f"{what} start indices must be scalars, got {plain(shape)}")
            if shape.element_type is not starts[0].element_type:
                fail(f"{what} start indices must all have the same element type, got {listed(starts)}")
    for shape in starts:
        if not is_integral(shape):
            fail(f"{what} start indices must be of integral type, got {plain(shape)}.")


def dynamic_slice(operand: Shape, starts: Sequence[Shape], sizes: Sequence[int]) -> Shape:
    """The shape of a slice of `sizes` that begins at a place known at run time (DynamicSlice)."""
    expect_array(operand, "dynamic slice")
    _starts(starts, operand, "Dynamic slice")
    if len(sizes) != operand.rank:
        fail(f"Dynamic slice index count does not match argument rank: {len(sizes)} vs {operand.rank}.")
    for d, n in enumerate(sizes):
        if n < 0:
            fail(f"Negative size index to dynamic slice: {n}.")
        if operand.dimensions[d] != UNBOUNDED and n > operand.dimensions[d]:
            fail(f"Slice dim size {n} greater than dynamic slice dimension: {operand.dimensions[d]}.")
    return array(operand.element_type, [(n, b and n == size and size != UNBOUNDED)
                                        for n, (size, b) in zip(sizes, sizes_of(operand))])


def dynamic_update_slice(operand: Shape, update: Shape, starts: Sequence[Shape]) -> Shape:
    """The operand's shape (DynamicUpdateSlice)."""
    expect_array(operand, "operand of dynamic update slice")
    expect_array(update, "update of dynamic update slice")
    _starts(starts, operand, "Dynamic update slice")
    if update.rank != operand.rank:
        fail(f"Dynamic update slice update rank does not match argument rank: {update.rank} vs {operand.rank}.")
    if not same_element_type(operand, update, False):
        fail(f"Dynamic update slice update element type does not match argument. operand.element_type: "
             f"{operand.element_type.text.upper()} vs update.element_type: {update.element_type.text.upper()}.")
    for d in range(operand.rank):
        if UNBOUNDED not in (update.dimensions[d], operand.dimensions[d]) and update.dimensions[d] > operand.dimensions[d]:
            fail(f"Update dim size {update.dimensions[d]} greater than dynamic slice dimension: {operand.dimensions[d]}.")
    return array(operand.element_type, sizes_of(operand))


def pad(operand: Shape, value: Shape, padding: Sequence[tuple[int, int, int]]) -> Shape:
    """The shape with `(low, high, interior)` elements more in each dimension (Pad)."""
    expect_array(operand, "operand of pad")
    expect_array(value, "padding value")
    if not value.is_scalar:
        fail("Padding value must be scalar to operate on operand: got " + plain(value))
    if len(padding) != operand.rank:
        fail(f"The rank of the operand and the padding configuration do not match: {plain(operand)} vs {list(padding)}.")
    if not same_element_type(operand, value, False):
        fail(f"The element types of the operands to Pad do not match: {plain(operand)}, {plain(value)}")
    result: list[Size] = []
    for (n, dynamic), (low, high, interior) in zip(sizes_of(operand), padding):
        if interior < 0:
            fail(f"Interior padding cannot be negative: {interior}")
        if n == UNBOUNDED:
            result.append((UNBOUNDED, True))
            continue
        size = n + low + high + max(0, n - 1) * interior
        if size < 0:
            fail(f"Padding result in negative size for dimension {len(result)}")
        result.append((size, dynamic))
    return array(higher_precision_element_type(operand, value), result)


def iota(shape: Shape, dimension: int) -> Shape:
    """The shape that is asked for (Iota)."""
    expect_array(shape, "iota")
    if shape.rank == 0 or not in_range(dimension, shape.rank):
        fail(f"Iota dimension {dimension} is out of range for {plain(shape)}.")
    if shape.element_type is PrimitiveType.PRED:
        fail("Iota does not support PRED elements.")
    return array(shape.element_type, sizes_of(shape))


def tuple_of(elements: Sequence[Shape]) -> Shape:
    """The shape of a tuple (Tuple)."""
    return Shape.of_tuple(elements)


def get_tuple_element(operand: Shape, index: int) -> Shape:
    """The shape of an element of a tuple (GetTupleElement)."""
    if not operand.is_tuple:
        fail(f"Operand to GetTupleElement() is not a tuple; got {plain(operand)}")
    if not 0 <= index < len(operand.tuple_shapes):
        fail(f"GetTupleElement() index ({index}) out of range: attempt to index out of tuple bounds for {plain(operand)}")
    return operand.tuple_shapes[index]


def get_dimension_size(operand: Shape, dimension: int) -> Shape:
    """A scalar of S32 (GetDimensionSize)."""
    expect_array(operand, "get-dimension-size")
    if not in_range(dimension, operand.rank):
        fail(f"GetDimensionSize dimension out of bounds: {dimension}.")
    return Shape("s32")


def set_dimension_size(operand: Shape, value: Shape, dimension: int, static_value: int | None = None) -> Shape:
    """The operand's shape, with a dynamic dimension (SetDimensionSize); a size that is known to be the whole one keeps it
    fixed."""
    expect_array(operand, "set-dimension-size")
    if not in_range(dimension, operand.rank):
        fail(f"SetDimensionSize dimension out of bounds: {dimension}.")
    if not value.is_scalar or value.element_type is not PrimitiveType.S32:
        fail(f"SetDimensionSize's value has to be S32 scalar, got {plain(value)}")
    sizes = sizes_of(operand)
    bound = sizes[dimension][0]
    sizes[dimension] = bound, static_value is None or static_value != bound
    return array(operand.element_type, sizes)


