"""Operations that move elements: broadcasts, reshapes, slices, padding, tuples, sizes that are known at run time."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.ops.hlo import data as hlo_data
from hloom.ops.stablehlo import creation as stablehlo_creation
from hloom.ops.stablehlo import dimension_sizes
from hloom.ops.stablehlo import gather as stablehlo_gather
from hloom.ops.stablehlo import movement as stablehlo_movement
from hloom.ops.stablehlo import tuples as stablehlo_tuples
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import constant_like, operation
from hloom.xla.inference.movement import broadcast_in_dim, reshape
from hloom.xla.inference.parts import array, expect_array, fail, plain, sizes_of
from hloom.xla.ops.parts import in_one_precision, integer, integers, listed
from hloom.xla.shape import UNBOUNDED, Shape

# Broadcasts and reshapes.


@operation
def Broadcast(operand: XlaOp, broadcast_sizes: Sequence[int]) -> XlaOp:
    """The operand repeated in new dimensions on the left: sizes [a, b] and f32[c] give f32[a,b,c] (Broadcast)."""
    sizes = integers(broadcast_sizes, "broadcast_sizes")
    expect_array(operand.shape, "operand of broadcast")
    for n in sizes:
        if n < 0:
            fail("Non-broadcast dimensions must not be dynamic." if n == UNBOUNDED else
                 f"Broadcast with negative dimension size {n}.")
    shape = array(operand.element_type, [*((n, False) for n in sizes), *sizes_of(operand.shape)])
    return operand.builder.emit(stablehlo_movement.BroadcastInDim, operand, shape=shape,
                                broadcast_dimensions=tuple(range(len(sizes), shape.rank)))


@operation
def BroadcastInDim(operand: XlaOp, out_dim_size: Any, broadcast_dimensions: Sequence[int]) -> XlaOp:
    """The operand in an array of sizes `out_dim_size`, its dimension k as dimension `broadcast_dimensions[k]` (BroadcastInDim).

    Dimensions of size 1 are repeated. A Shape instead of the sizes says which of them are dynamic. Errors: dimensions that do
    not rise, sizes that are neither 1 nor equal.
    """
    dimensions = integers(broadcast_dimensions, "broadcast_dimensions")
    expect_array(operand.shape, "operand of broadcast-in-dim")
    if isinstance(out_dim_size, Shape):
        output = out_dim_size.replace(element_type=operand.element_type)
    else:
        sizes = integers(out_dim_size, "out_dim_size")
        flags = [False] * len(sizes)
        for k, d in enumerate(dimensions[: operand.rank]):
            if 0 <= d < len(sizes) and operand.shape.dynamic_dimensions[k]:
                flags[d] = True
        output = Shape(operand.element_type, sizes, dynamic_dimensions=flags)
    if output.is_unbounded_dynamic:
        fail("BroadcastInDim output must shape be static or bounded dynamic, but is_unbounded_dynamic holds of "
             f"{plain(output)}.")
    shape = broadcast_in_dim(operand.shape, output, dimensions)
    ones = [k for k, d in enumerate(dimensions) if operand.shape.dimensions[k] == 1 and shape.dimensions[d] != 1]
    if ones:  # broadcasts of HLO keep sizes
        kept = [k for k in range(operand.rank) if k not in ones]
        operand = Reshape(operand, [operand.shape.dimensions[k] for k in kept])
        dimensions = tuple([dimensions[k] for k in kept])
    return operand.builder.emit(stablehlo_movement.BroadcastInDim, operand, shape=shape, broadcast_dimensions=dimensions)


@operation
def Copy(operand: XlaOp) -> XlaOp:
    """The same value in other memory."""
    return operand.builder.emit(hlo_data.Copy, operand)


@operation
def Reshape(operand: XlaOp, dimensions: Any, new_sizes: Sequence[int] | None = None) -> XlaOp:
    """The elements in row-major order in an array of sizes `dimensions` (Reshape).

    `Reshape(operand, dimensions, new_sizes)` takes the operand's dimensions in the order `dimensions` first; a Shape says which
    sizes are dynamic, and may stand first as in `Reshape(shape, operand)`. Errors: another number of elements.
    """
    if isinstance(dimensions, Shape):
        if dimensions.is_dynamic:
            shape = reshape(operand.shape, dimensions.dimensions).replace(dynamic_dimensions=dimensions.dynamic_dimensions)
            return operand.builder.emit(stablehlo_movement.Reshape, operand, shape=shape)
        dimensions = dimensions.dimensions
    if new_sizes is not None:
        order = integers(dimensions, "dimensions")
        if list(order) != list(range(operand.rank)):
            operand = Transpose(operand, order)
        dimensions = new_sizes
    return _reshaped(operand, integers(dimensions, "dimensions"))


def _reshaped(operand: XlaOp, sizes: Sequence[int], inferred_dimension: int = -1) -> XlaOp:
    return operand.builder.emit(stablehlo_movement.Reshape, operand, shape=reshape(operand.shape, sizes, inferred_dimension))


@operation
def ReshapeWithInferredDimension(operand: XlaOp, new_sizes: Sequence[int], inferred_dimension: int) -> XlaOp:
    """As Reshape, where the dimension `inferred_dimension` becomes the dynamic one if several could."""
    return _reshaped(operand, integers(new_sizes, "new_sizes"), integer(inferred_dimension, "inferred_dimension"))


@operation
def Collapse(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """Consecutive dimensions made one, in their place (Collapse). Errors: dimensions that are not consecutive or out of range."""
    dims = integers(dimensions, "dimensions")
    if not operand.shape.is_array:
        raise InputError(f"Expected array argument for Collapse, but got {operand.shape.to_text(layouts=False)}.")
    if any(b != a + 1 for a, b in itertools.pairwise(dims)):
        raise InputError("Collapsed dimensions are not in consecutive order.")
    if any(not 0 <= d < operand.rank for d in dims):
        raise InputError(f"Collapsed dimensions {list(dims)} are out of range for {operand.shape.to_text(layouts=False)}.")
    if len(dims) <= 1:
        return operand
    sizes = operand.shape.dimensions
    whole = [*sizes[: dims[0]], prod(sizes[d] for d in dims), *sizes[dims[-1] + 1 :]]
    return Reshape(operand, whole)


@operation
def Transpose(operand: XlaOp, permutation: Sequence[int]) -> XlaOp:
    """Dimension i of the result is the operand's dimension `permutation[i]` (Transpose). Errors: not a permutation."""
    order = integers(permutation, "permutation")
    return operand.builder.emit(stablehlo_movement.Transpose, operand, shape=operand.shape, permutation=order)


@operation
def Rev(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """The elements in reverse order along some dimensions (Rev). Errors: a dimension that is out of range or repeated."""
    return operand.builder.emit(stablehlo_movement.Reverse, operand, dimensions=integers(dimensions, "dimensions"))


@operation
def ConcatInDim(builder: XlaBuilder, operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """Arrays one after the other along a dimension (Concatenate). Errors: other sizes in the other dimensions, no operands."""
    return builder.emit(stablehlo_movement.Concatenate, list(operands), dimension=integer(dimension, "dimension"))


@operation
def Concatenate(operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """ConcatInDim under the name of the document (Concatenate)."""
    if not operands:
        raise InputError("Concatenate expects at least one argument.")
    return ConcatInDim(operands[0].builder, operands, dimension)


# Slices and padding.


@operation
def Slice(
    operand: XlaOp, start_indices: Sequence[int], limit_indices: Sequence[int], strides: Sequence[int] | None = None
) -> XlaOp:
    """The elements from the start indices to before the limits, every `strides`th (Slice).

    Errors: a limit beyond the size or before the start, a stride below 1, other numbers of indices than dimensions.
    """
    starts, limits = integers(start_indices, "start_indices"), integers(limit_indices, "limit_indices")
    steps = (1,) * len(starts) if strides is None else integers(strides, "strides")
    return operand.builder.emit(stablehlo_movement.Slice, operand, start_indices=starts, limit_indices=limits, strides=steps)


@operation
def SliceInDim(operand: XlaOp, start_index: int, limit_index: int, stride: int, dimno: int) -> XlaOp:
    """A slice of one dimension, the others whole."""
    d = dimension_of(operand, dimno, "SliceInDim")
    starts, limits, steps = [0] * operand.rank, list(operand.shape.dimensions), [1] * operand.rank
    starts[d], limits[d], steps[d] = start_index, limit_index, stride
    return Slice(operand, starts, limits, steps)


def dimension_of(operand: XlaOp, number: int, what: str) -> int:
    d = integer(number, "dimension")
    if not operand.shape.is_array or not 0 <= d < operand.rank:
        raise InputError(f"{what} dimension out of bounds: {d} of {operand.shape.to_text(layouts=False)}.")
    return d


@operation
def SliceByIndex(operand: XlaOp, index: Any) -> XlaOp:
    """`operand[index]` as Python writes it: integers, slices with steps of at least 1, and `...`."""
    if not operand.shape.is_array:
        raise InputError(f"{operand.shape.to_text(layouts=False)} has no slices")
    parts = list(index)
    gaps = [k for k, part in enumerate(parts) if part is Ellipsis]
    if len(gaps) > 1:
        raise InputError("an index has one ... at most")
    missing = operand.rank - (len(parts) - len(gaps))
    if missing < 0:
        raise InputError(f"{len(parts)} indices are too many for {operand.shape.to_text(layouts=False)}")
    at = gaps[0] if gaps else len(parts)
    parts[at : at + len(gaps)] = [slice(None)] * missing
    starts, limits, steps, kept = [], [], [], []
    for d, (part, size) in enumerate(zip(parts, operand.shape.dimensions)):
        if isinstance(part, slice):
            if size == UNBOUNDED and part != slice(None):
                raise InputError(f"dimension {d} of {operand.shape.to_text(layouts=False)} has no size to count from")
            if part.step is not None and part.step < 1:
                raise InputError("slices have steps of at least 1; use ops.Rev for the reverse order")
            start, limit, step = part.indices(size)
            kept.append(d)
        else:
            start = integer(part, "index")
            start += size if start < 0 else 0
            if not 0 <= start < size:
                raise InputError(f"index {part} is out of range for dimension {d} of {operand.shape.to_text(layouts=False)}")
            limit, step = start + 1, 1
        starts.append(start)
        limits.append(max(limit, start))
        steps.append(step)
    made = Slice(operand, starts, limits, steps)
    return made if len(kept) == operand.rank else Reshape(made, [made.shape.dimensions[d] for d in kept])


@operation
def DynamicSlice(operand: XlaOp, start_indices: Sequence[XlaOp], slice_sizes: Sequence[int]) -> XlaOp:
    """A slice of fixed sizes that begins at indices known at run time, which are held so that it fits (DynamicSlice).

    `start_indices` are scalars of one integral type, one a dimension, or one vector of them. Errors: other numbers of them, sizes
    beyond the operand's.
    """
    sizes = integers(slice_sizes, "slice_sizes")
    if len(start_indices) == 1 and start_indices[0].rank == 1:
        return operand.builder.emit(hlo_data.DynamicSlice, operand, start_indices[0], slice_sizes=sizes)
    return operand.builder.emit(stablehlo_gather.DynamicSlice, operand, list(start_indices), slice_sizes=sizes)


@operation
def DynamicUpdateSlice(operand: XlaOp, update: XlaOp, start_indices: Sequence[XlaOp]) -> XlaOp:
    """The operand with a part replaced by `update`, from indices known at run time, held so that it fits (DynamicUpdateSlice)."""
    if len(start_indices) == 1 and start_indices[0].rank == 1:
        return operand.builder.emit(hlo_data.DynamicUpdateSlice, operand, update, start_indices[0])
    return operand.builder.emit(stablehlo_gather.DynamicUpdateSlice, operand, update, list(start_indices))


@operation
def Pad(operand: XlaOp, padding_value: XlaOp, padding_config: Any) -> XlaOp:
    """The operand with `(low, high, interior)` elements more in each dimension (Pad).

    Low and high may be negative: then elements fall away, after the interior ones have come in. Errors: negative interior
    padding, sizes below 0.
    """
    config = [integers(p, "padding_config") for p in listed(padding_config, "padding_config")]
    if any(len(p) not in (2, 3) for p in config):
        raise InputError(f"padding_config is a list of (low, high, interior), got {list(map(list, config))}")
    parts: list[tuple[int, int, int]] = [(p[0], p[1], p[2] if len(p) == 3 else 0) for p in config]
    low, high, interior = zip(*parts) if parts else ((), (), ())
    return operand.builder.emit(stablehlo_movement.Pad, *in_one_precision([operand, padding_value]), edge_padding_low=low,
                                edge_padding_high=high, interior_padding=interior)


@operation
def PadInDim(operand: XlaOp, padding_value: XlaOp, dimno: int, pad_lo: int, pad_hi: int) -> XlaOp:
    """Pad of one dimension."""
    d = dimension_of(operand, dimno, "PadInDim")
    return Pad(operand, padding_value, [(pad_lo, pad_hi, 0) if k == d else (0, 0, 0) for k in range(operand.rank)])


# Tuples.


@operation
def Tuple(builder: XlaBuilder, elements: Sequence[XlaOp]) -> XlaOp:
    """A tuple of values (Tuple)."""
    return builder.emit(stablehlo_tuples.Tuple, list(elements))


@operation
def GetTupleElement(tuple_data: XlaOp, index: int) -> XlaOp:
    """An element of a tuple (GetTupleElement). Errors: not a tuple, an index out of range."""
    return tuple_data.builder.emit(stablehlo_tuples.GetTupleElement, tuple_data, index=integer(index, "index"))


# Sizes known at run time.


@operation
def GetDimensionSize(operand: XlaOp, dimension: int) -> XlaOp:
    """The size of a dimension while the program runs, a scalar of S32 (GetDimensionSize)."""
    return operand.builder.emit(dimension_sizes.GetDimensionSize, operand, dimension=integer(dimension, "dimension"))


@operation
def SetDimensionSize(operand: XlaOp, val: Any, dimension: int) -> XlaOp:
    """The first `val` elements of a dimension, which is dynamic from here on (SetDimensionSize).

    What comes after must not look at the others. Errors: `val` is not a scalar of S32, a dimension out of range.
    """
    d = integer(dimension, "dimension")
    val = val if isinstance(val, XlaOp) else constant_like(operand.builder, integer(val, "val"), None)
    owner: Any = getattr(val.value, "owner", None)
    fixed = None
    if isinstance(owner, stablehlo_creation.Constant) and val.shape.is_scalar and operand.shape.is_array and (
            0 <= d < operand.rank and int(owner.value.array()) == operand.shape.dimensions[d]):
        fixed = operand.shape.replace(dynamic_dimensions=[b and k != d for k, b in enumerate(operand.shape.dynamic_dimensions)])
    return operand.builder.emit(dimension_sizes.SetDimensionSize, operand, val, shape=fixed, dimension=d)


@operation
def RemoveDynamicDimension(operand: XlaOp, dimension: int) -> XlaOp:
    """The operand with a dimension that is no more dynamic: its size is the bound."""
    d = dimension_of(operand, dimension, "RemoveDynamicDimension")
    bound = operand.shape.dimensions[d]
    return SetDimensionSize(operand, bound, d)
