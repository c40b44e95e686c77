"""Operations whose sizes are operands, as custom calls that other compilers know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hloom.ops.hlo import data as hlo_data
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.inference.movement import dynamic_reshape
from hloom.xla.inference.parts import fail
from hloom.xla.ops.inputs import shape_of
from hloom.xla.ops.parts import integers
from hloom.xla.shape import UNBOUNDED

#: What the targets of the custom calls begin with.
_MHLO: Final = "mhlo"


@operation
def DynamicReshape(
    operand: XlaOp, dim_sizes: Sequence[XlaOp], new_size_bounds: Sequence[int], dims_are_dynamic: Sequence[bool]
) -> XlaOp:
    """A reshape whose sizes are scalars of S32, at most `new_size_bounds` (DynamicReshape)."""
    bounds = integers(new_size_bounds, "new_size_bounds")
    shape = dynamic_reshape(operand.shape, [s.shape for s in dim_sizes], bounds, [bool(b) for b in dims_are_dynamic])
    return operand.builder.emit(hlo_data.DynamicReshape, operand, list(dim_sizes), shape=shape)


@operation
def MhloDynamicReshape(operand: XlaOp, output_shape: XlaOp, shape: Any) -> XlaOp:
    """A reshape to sizes in a vector; `shape` says what is known of them. A custom call."""
    from hloom.xla.ops.control import CustomCall

    wanted = shape_of(shape)
    if operand.element_type is not wanted.element_type:
        fail(f"Element type of operand {operand.shape.to_text(False)} and output {wanted.to_text(False)} must match")
    if output_shape.rank != 1 or output_shape.shape.dimensions[0] not in (wanted.rank, UNBOUNDED):
        fail(f"output_shape dimension size={output_shape.shape.to_text(False)} (rank) and rank of shape={wanted.rank} "
                             "must match")
    return CustomCall(operand.builder, f"{_MHLO}.dynamic_reshape", [operand, output_shape], wanted)


@operation
def MhloDynamicBroadcastInDim(
    operand: XlaOp, output_dimensions: XlaOp, broadcast_dimensions: Sequence[int], output_shape: Any
) -> XlaOp:
    """BroadcastInDim to sizes in a vector; `output_shape` says what is known of them. A custom call."""
    from hloom.xla.ops.control import CustomCall

    wanted, dimensions = shape_of(output_shape), integers(broadcast_dimensions, "broadcast_dimensions")
    if len(dimensions) != operand.rank:
        fail(f"broadcast_dimensions size ({len(dimensions)}) does not match operand's rank ({operand.rank})")
    if output_dimensions.rank != 1 or output_dimensions.shape.dimensions[0] not in (wanted.rank, UNBOUNDED):
        fail(f"output_dimensions {output_dimensions.shape.to_text(False)} does not give the {wanted.rank} sizes of "
                             f"{wanted.to_text(False)}")
    for k, d in enumerate(dimensions):
        if not 0 <= d < wanted.rank:
            fail(f"Broadcast dimension {d} is out of bound")
        sizes = operand.shape.dimensions[k], wanted.dimensions[d]
        if UNBOUNDED not in sizes and sizes[0] not in (1, sizes[1]):
            fail(f"size of operand dimension {k} ({sizes[0]}) is not compatible with size of result dimension {d} "
                                 f"({sizes[1]})")
    text = f"{{broadcast_dimensions=[{','.join(map(str, dimensions))}]}}"
    return CustomCall(operand.builder, f"{_MHLO}.dynamic_broadcast_in_dim", [operand, output_dimensions], wanted, opaque=text)
