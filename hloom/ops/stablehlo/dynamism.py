"""What operations are whose shapes or amounts are operands, once these are known; and what they read, also where they are not.

They are known where the operands are constants, and shapes also where the result's type states them: what does not fit that type
is a fault of the run. What an operation reads of the operands that say shapes or amounts is all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.expr.index import IndexExpr, fresh
from hloom.expr.scalar import Scalar, index_of, reads
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.convolution import Convolution, convolution_element
from hloom.ops.stablehlo.creation import Iota, constant_values
from hloom.ops.stablehlo.gather import Gather, clamped_starts, within
from hloom.ops.stablehlo.movement import BroadcastInDim, Pad, Reshape, Slice

ToStatic = Callable[[Any], Op | None]


def _attributes(op: Any, *names: str) -> dict[str, Any]:
    """Some of an operation's attributes, for another one that has them too."""
    return {name: op.attributes[name] for name in names if name in op.attributes}


def _is_static(*values: Value) -> bool:
    return all(isinstance(v.type, TensorType) and v.type.is_static for v in values)


def _result(op: Any, sizes: Value) -> TensorType | None:
    """The type of the result: as it is stated, or else in the shape that an operand says, if it is constant."""
    type = op.results[0].type
    if type.is_static:
        return type
    known = constant_values(sizes)
    if known is None or len(known) != type.rank or min(known, default=0) < 0:
        return None
    return TensorType(tuple(known), type.element)


def broadcast(op: Any) -> Op | None:
    """dynamic_broadcast_in_dim -> broadcast_in_dim."""
    type = _result(op, op.output_dimensions)
    if type is None or not _is_static(op.operand):
        return None
    return BroadcastInDim.create(op.operand, **_attributes(op, "broadcast_dimensions"), result_types=[type])


def reshape(op: Any) -> Op | None:
    """dynamic_reshape -> reshape."""
    type = _result(op, op.output_shape)
    return None if type is None or not _is_static(op.operand) else Reshape.create(op.operand, result_types=[type])


def iota(op: Any) -> Op | None:
    """dynamic_iota -> iota."""
    type = _result(op, op.output_shape)
    return None if type is None else Iota.create(**_attributes(op, "iota_dimension"), result_types=[type])


def pad(op: Any) -> Op | None:
    """dynamic_pad -> pad, where all amounts are constants."""
    low, high, interior = map(constant_values, op.operands[2:])
    if low is None or high is None or interior is None or not _is_static(op.operand):
        return None
    return Pad.create(op.operand, op.padding_value, edge_padding_low=low, edge_padding_high=high, interior_padding=interior)


def slice_between(op: Any) -> Op | None:
    """real_dynamic_slice -> slice, where all indices are constants, and make sense."""
    starts, limits, strides = map(constant_values, op.operands[1:])
    if starts is None or limits is None or strides is None or not _is_static(op.operand):
        return None
    lengths = [limit - start for start, limit in zip(starts, limits)]
    if not within(lengths, op.operand.shape) or any(stride < 1 for stride in strides):
        return None
    starts = clamped_starts(starts, op.operand.shape, lengths)
    return Slice.create(op.operand, start_indices=starts, strides=strides,
                        limit_indices=[start + length for start, length in zip(starts, lengths)])


def gather(op: Any) -> Op | None:
    """dynamic_gather -> gather, where the sizes of the slices are constants, or those of a static result."""
    sizes = constant_values(op.slice_sizes)
    if not _is_static(op.operand):
        return None
    if sizes is None:
        if not _is_static(op.result):
            return None
        offsets = dict(zip(op.window_dims, op.numbers.offset_dims))
        sizes = [op.result.shape[offsets[d]] if d in offsets else 1 for d in range(op.operand.rank)]
        if not within(sizes, op.operand.shape):
            return None
    return Gather.create(op.operand, op.start_indices, slice_sizes=sizes, result_types=[op.result.type],
                         **_attributes(op, "dimension_numbers", "indices_are_sorted"))


def convolution(op: Any) -> Op | None:
    """dynamic_conv -> convolution, where the padding is a constant."""
    values = constant_values(op.padding)
    if values is None or not _is_static(op.lhs, op.rhs):
        return None
    rank = op.padding.shape[0]
    strides = None if op.window_strides is None else op.window_strides[:rank]
    rows = [values[2 * d : 2 * d + 2] for d in range(rank)]
    return Convolution.create(op.lhs, op.rhs, window_strides=strides, padding=np.array(rows, np.int64).reshape(rank, 2),
                              result_types=[op.result.type],
                              **_attributes(op, "lhs_dilation", "rhs_dilation", "window_reversal", "dimension_numbers",
                                            "feature_group_count", "batch_group_count", "precision_config"))


def of_size(op: Any) -> Op | None:
    """set_dimension_size -> slice, where the size is a constant that is not beyond the operand's."""
    known = constant_values(op.size)
    if known is None or not _is_static(op.operand) or not 0 <= known[0] <= op.operand.shape[op.dimension]:
        return None
    limits = [known[0] if d == op.dimension else n for d, n in enumerate(op.operand.shape)]
    return Slice.create(op.operand, start_indices=[0] * len(limits), limit_indices=limits, strides=[1] * len(limits))


# What is read


def whole(*vectors: Value) -> Iterator[Scalar]:
    """All elements of small tensors that say shapes or amounts."""
    for vector in vectors:
        yield vector[[fresh(n, "n") for n in vector.shape]]  # type: ignore[index]


def as_static(to_static: ToStatic, *sizes: str) -> Callable[..., list[Scalar] | None]:
    """`accesses` of an operation: those of its static form, and all of the operands `sizes`."""
    def accesses(op: Any, i: Any, number: int) -> list[Scalar] | None:
        static: Any = to_static(op)
        made = None if static is None or not _is_static(*static.operands, *static.results) else static.element(i)
        return None if made is None else [made, *whole(*(getattr(op, name) for name in sizes))]

    return accesses


def pad_accesses(op: Any, i: Sequence[IndexExpr], number: int) -> list[Scalar] | None:
    """Where amounts are not known, low ones shift the operand; a distance that is not known may lead anywhere."""
    amounts = op.operands[2:]
    static: Any = pad(op)
    if static is not None:
        return [static.element(i), *whole(*amounts)]
    if not _is_static(op.operand, op.result):
        return None
    low, _, interior = map(constant_values, amounts)
    index: list[Any] = []
    for k, (n, count) in enumerate(zip(op.operand.shape, op.result.shape)):
        if interior is None:
            index.append(fresh(n, "p"))
            continue
        step = interior[k] + 1
        start: Any = low[k] if low is not None else index_of(op.edge_padding_low[[k]], -(n - 1) * step, max(count - 1, 0))
        index.append((i[k] - start) // step)
    empty = 0 in op.operand.shape
    return [*([] if empty else [op.operand[index]]), op.padding_value[()], *whole(*amounts)]


def slice_accesses(op: Any, i: Sequence[IndexExpr], number: int) -> list[Scalar] | None:
    """Where indices are not known, starts shift the slice within the operand; a stride that is not known may lead anywhere."""
    static: Any = slice_between(op)
    if static is not None:
        return [static.element(i), *whole(*op.operands[1:])]
    if not _is_static(op.operand, op.result):
        return None
    strides = constant_values(op.strides)
    index: list[Any] = []
    for k, (n, count) in enumerate(zip(op.operand.shape, op.result.shape)):
        if strides is None:
            index.append(fresh(n, "p"))
        else:
            last = max(count - 1, 0) * strides[k]
            index.append(index_of(op.start_indices[[k]], 0, max(n - 1 - last, 0)) + i[k] * strides[k])
    return [op.operand[index], *whole(*op.operands[1:])]


def convolution_accesses(op: Any, i: Sequence[IndexExpr], number: int) -> list[Scalar] | None:
    """Where the padding is not known, windows may lie anywhere along the spatial dimensions."""
    static: Any = convolution(op)
    if static is not None and _is_static(op.result):
        made = static.element(i)
        return None if made is None else [made, *whole(op.padding)]
    if not _is_static(op.lhs, op.rhs, op.result) or op.lhs.type.is_quantized or op.rhs.type.is_quantized:
        return None
    spatial = op.dimension_numbers.input_spatial_dimensions
    found: list[Scalar] = []
    for read in reads(convolution_element(op, i, [(0, 0)] * len(spatial))):
        index = list(read.index)
        if read.source is op.lhs:
            for d in spatial:
                index[d] = fresh(op.lhs.shape[d], "p")
        found.append(read.source[index])
    return [*found, *whole(op.padding)]
