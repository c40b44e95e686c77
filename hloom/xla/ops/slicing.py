"""Slices of minor dimensions, and gathers as Torch has them (lib/slicing, lib/sorting)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.indexing import Gather, Scatter
from hloom.xla.ops.inputs import ConstantR0, Iota
from hloom.xla.ops.movement import (
    BroadcastInDim,
    ConcatInDim,
    DynamicSlice,
    DynamicUpdateSlice,
    Reshape,
    Slice,
    Tuple,
)
from hloom.xla.ops.parts import integer, integers
from hloom.xla.ops.reduction import TopK
from hloom.xla.shape import Shape, primitive_type


def _minor(x: XlaOp, count: int, what: str) -> int:
    if not x.shape.is_array or count > x.rank:
        raise InputError(f"{what} of {count} minor dimensions does not fit {x.shape.to_text(layouts=False)}")
    return x.rank - count


@operation
def SliceInMinorDims(x: XlaOp, start: Sequence[int], end: Sequence[int]) -> XlaOp:
    """A slice of the last dimensions, the others whole."""
    starts, ends = integers(start, "start"), integers(end, "end")
    major = _minor(x, len(starts), "SliceInMinorDims")
    return Slice(x, [*[0] * major, *starts], [*x.shape.dimensions[:major], *ends])


@operation
def DynamicSliceInMinorDims(x: XlaOp, starts: Sequence[XlaOp], sizes: Sequence[int]) -> XlaOp:
    """A slice of the last dimensions from indices known at run time."""
    major = _minor(x, len(starts), "DynamicSliceInMinorDims")
    zero = e.ConvertElementType(ConstantR0(x.builder, 0), starts[0].element_type) if starts else None
    return DynamicSlice(x, [*[zero] * major, *starts], [*x.shape.dimensions[:major], *integers(sizes, "sizes")])


@operation
def DynamicUpdateSliceInMinorDims(x: XlaOp, update: XlaOp, starts: Sequence[XlaOp]) -> XlaOp:
    """A part of the last dimensions replaced, from indices known at run time."""
    major = _minor(x, len(starts), "DynamicUpdateSliceInMinorDims")
    zero = e.ConvertElementType(ConstantR0(x.builder, 0), starts[0].element_type) if starts else None
    return DynamicUpdateSlice(x, update, [*[zero] * major, *starts])


@operation
def UpdateSlice(x: XlaOp, update: XlaOp, start: Sequence[int]) -> XlaOp:
    """A part replaced, from indices that are known."""
    return DynamicUpdateSlice(x, update, list(integers(start, "start")))


@operation
def UpdateSliceInMinorDims(x: XlaOp, update: XlaOp, start: Sequence[int]) -> XlaOp:
    """A part of the last dimensions replaced, from indices that are known."""
    starts = integers(start, "start")
    major = _minor(x, len(starts), "UpdateSliceInMinorDims")
    return DynamicUpdateSlice(x, update, [*[0] * major, *starts])


@operation
def DynamicStridedSlice(
    input: XlaOp, base_indices: Sequence[XlaOp], window_sizes: Sequence[int], strides: Sequence[int]
) -> XlaOp:
    """A slice from indices known at run time, every `strides`th element of it."""
    sizes = integers(window_sizes, "window_sizes")
    return Slice(DynamicSlice(input, base_indices, sizes), [0] * len(sizes), sizes, strides)


def _indexed(index: XlaOp, shape: Shape, dim: int) -> XlaOp:
    """Index vectors of all dimensions, in a new last one: `index` in dimension `dim`, each element's own place in the others."""
    parts = [index if d == dim else Iota(index.builder, index.shape.replace(element_type=index.element_type), d)
             for d in range(shape.rank)]
    return ConcatInDim(index.builder, [Reshape(p, [*index.shape.dimensions, 1]) for p in parts], index.rank)


def _torch(input: XlaOp, index: XlaOp, dim: int, what: str) -> int:
    d = integer(dim, "dim")
    if input.rank != index.rank or not 0 <= d < input.rank:
        raise InputError(
            f"{what} needs an index of the operand's rank and a dimension below it, got {input.shape.to_text(False)}, "
            f"{index.shape.to_text(False)} and {d}"
        )
    return d


@operation
def TorchGather(input: XlaOp, index: XlaOp, dim: int, sparse: bool = True) -> XlaOp:
    """`out[i][j] = input[index[i][j]][j]` for dim 0, and so on."""
    d = _torch(input, index, dim, "TorchGather")
    rank = input.rank
    numbers = {"collapsed_slice_dims": range(rank), "start_index_map": range(rank), "index_vector_dim": rank}
    return Gather(input, _indexed(index, input.shape, d), numbers, [1] * rank)


@operation
def TorchScatterDense(input: XlaOp, index: XlaOp, src: XlaOp, dim: int, combiner: Callable[[XlaOp, XlaOp], XlaOp]) -> XlaOp:
    """`input[index[i][j]][j] = combiner(input[index[i][j]][j], src[i][j])` for dim 0, and so on."""
    from hloom.xla.ops.arithmetic import CreateScalarComputation

    d, rank = _torch(input, index, dim, "TorchScatterDense"), input.rank
    update = CreateScalarComputation("combiner", input.element_type, input.builder, combiner)
    numbers = {"inserted_window_dims": range(rank), "scatter_dims_to_operand_dims": range(rank), "index_vector_dim": rank}
    return Scatter(input, _indexed(index, input.shape, d), src, update, numbers)


@operation
def TorchIndexSelect(input: XlaOp, index: XlaOp, dim: int, batch_dims: int = 0) -> XlaOp:
    """The slices of dimension `dim` whose numbers are in `index`; the first `batch_dims` dimensions go together."""
    d, batch = integer(dim, "dim"), integer(batch_dims, "batch_dims")
    if not 0 <= batch <= d < input.rank or batch > index.rank:
        raise InputError(
            f"TorchIndexSelect along {d} with {batch} batch dimensions does not fit {input.shape.to_text(False)} and "
            f"{index.shape.to_text(False)}"
        )
    sizes = list(input.shape.dimensions)
    for k in [*range(batch), d]:
        sizes[k] = 1
    parts = [Iota(input.builder, index.shape, k) for k in range(batch)] + [index]
    vectors = ConcatInDim(input.builder, [Reshape(p, [*index.shape.dimensions, 1]) for p in parts], index.rank)
    offsets = [k if k < d else k + index.rank - batch - 1 for k in range(input.rank) if k not in (*range(batch), d)]
    numbers = {"offset_dims": offsets, "collapsed_slice_dims": [*range(batch), d], "start_index_map": [*range(batch), d],
               "index_vector_dim": index.rank}
    return Gather(input, vectors, numbers, sizes)


@operation
def TopKWithPartitions(input: XlaOp, k: int, num_partitions: int = 1, index_type: Any = "s32") -> XlaOp:
    """TopK, which may be found by parts; the result is the same."""
    if integer(num_partitions, "num_partitions") < 1:
        raise InputError(f"num_partitions is at least 1, got {num_partitions}")
    values, indices = TopK(input, k)
    wanted = primitive_type(index_type)
    return Tuple(input.builder, [values, indices if indices.element_type is wanted else e.ConvertElementType(indices, wanted)])


@operation
def BroadcastTo(input: XlaOp, output_dims: Sequence[int]) -> XlaOp:
    """The input repeated to sizes, as NumPy does: trailing dimensions are equal or 1 (lib/broadcast)."""
    sizes = integers(output_dims, "output_dims")
    extra = len(sizes) - input.rank
    if extra < 0:
        raise InputError(f"BroadcastTo: {input.shape.to_text(layouts=False)} has more dimensions than {list(sizes)}")
    return BroadcastInDim(input, sizes, range(extra, len(sizes))) if sizes != input.shape.dimensions else input
