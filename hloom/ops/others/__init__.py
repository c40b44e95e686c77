"""The dialects that programs use beside StableHLO, a module each, and self-checking programs. Importing defines all."""

from hloom.ops.others import (
    arith,
    arith_extended,
    check,
    ml_program,
    sdy,
    shape,
    structure,
    tensor,
    tensor_gather,
    tensor_slices,
)

__all__ = [
    "arith",
    "arith_extended",
    "check",
    "ml_program",
    "sdy",
    "shape",
    "structure",
    "tensor",
    "tensor_gather",
    "tensor_slices",
]
