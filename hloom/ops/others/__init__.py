"""The dialects that programs use beside StableHLO, a module each, and self-checking programs. Importing defines all."""

from hloom.ops.others import arith, arith_extended, check, ml_program, shape, tensor, tensor_gather, tensor_slices
