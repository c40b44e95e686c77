"""Exchange between processes."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import ProgramShape, array, expect_array, fail, in_range, plain, sizes_of
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision


def all_gather(operand: Shape, dimension: int, shard_count: int) -> Shape:
    """`shard_count` times as much along a dimension (AllGather)."""
    if shard_count <= 0:
        fail(f"shard_count of all-gather must be positive, got {shard_count}.")
    expect_array(operand, "operand of all-gather")
    if not in_range(dimension, operand.rank):
        fail(f"all_gather_dimension {dimension} is out of bounds for {plain(operand)}.")
    sizes = sizes_of(operand)
    n, dynamic = sizes[dimension]
    sizes[dimension] = (UNBOUNDED if n == UNBOUNDED else n * shard_count), dynamic
    return array(operand.element_type, sizes)


def expect_reducer(computation: ProgramShape, operands: Sequence[Shape], what: str) -> None:
    """That a computation of two scalars gives one of the same type."""
    element = Shape(operands[0].element_type)
    if len(computation.parameters) != 2 or not all(compatible_ignoring_fp_precision(s, element) or s.is_scalar
                                                   for s in (*computation.parameters, computation.result)):
        fail(f"{what} needs a computation of two scalars that gives one, got {computation}.")
    a, b = computation.parameters
    if not compatible_ignoring_fp_precision(a, computation.result) or not compatible_ignoring_fp_precision(b, computation.result):
        fail(f"{what} needs a computation that takes and gives one type, got {computation}.")


def reduce_scatter(operand: Shape, dimension: int, shard_count: int) -> Shape:
    """A `shard_count`th along a dimension (ReduceScatter)."""
    if shard_count <= 0:
        fail(f"shard_count of reduce-scatter must be positive, got {shard_count}.")
    expect_array(operand, "operand of reduce-scatter")
    if not in_range(dimension, operand.rank):
        fail(f"scatter_dimension {dimension} is out of bounds for {plain(operand)}.")
    sizes = sizes_of(operand)
    n, dynamic = sizes[dimension]
    if n != UNBOUNDED and n % shard_count:
        fail(f"Reduce-scatter input dimension size must be divisible by shard_count, got {n} and {shard_count} for "
             f"{plain(operand)}.")
    sizes[dimension] = (UNBOUNDED if n == UNBOUNDED else n // shard_count), dynamic
    return array(operand.element_type, sizes)


def all_to_all(operand: Shape, split_dimension: int, concat_dimension: int, split_count: int) -> Shape:
    """Split along one dimension, and what comes put together along another (AllToAll)."""
    expect_array(operand, "operand of all-to-all")
    if split_count <= 0:
        fail(f"AllToAll split_count must be greater than 0, got {split_count}.")
    for name, d in (("split_dimension", split_dimension), ("concat_dimension", concat_dimension)):
        if not in_range(d, operand.rank):
            fail(f"AllToAll {name} {d} is out-of-bounds in shape {plain(operand)}.")
    sizes = sizes_of(operand)
    n, dynamic = sizes[split_dimension]
    if n != UNBOUNDED and n % split_count:
        fail(f"AllToAll split dimension size {n} must be dividable by split_count {split_count}.")
    sizes[split_dimension] = (UNBOUNDED if n == UNBOUNDED else n // split_count), dynamic
    n, dynamic = sizes[concat_dimension]
    sizes[concat_dimension] = (UNBOUNDED if n == UNBOUNDED else n * split_count), dynamic
    return array(operand.element_type, sizes)


def all_to_all_tuple(operands: Sequence[Shape]) -> Shape:
    """A tuple of the operands' shapes, which are the same."""
    if not operands:
        fail("AllToAllTuple expects at least one operand.")
    for k, shape in enumerate(operands):
        expect_array(shape, "operand of all-to-all")
        if shape.is_unbounded_dynamic:
            fail(f"AllToAllTuple does not support unbounded dynamic shapes, got {plain(shape)}")
        if not compatible_ignoring_fp_precision(shape, operands[0]):
            fail(f"HLO all-to-all has operands with different shapes: the 0th operand shape {plain(operands[0])}, but the {k}th "
                 f"operand has shape {plain(shape)}.")
    return Shape.of_tuple([array(s.element_type, sizes_of(s)) for s in operands])


def without_roots(operands: Sequence[Shape], has_dynamic_root: bool, what: str) -> list[Shape]:
    """The values; with a dynamic root the last operand says for each of the others which process is meant."""
    values = list(operands)
    if has_dynamic_root:
        root = values.pop() if values else None
        if root is None or not root.is_array or root.element_type is not PrimitiveType.S32 or root.rank != 1 or (
                root.dimensions[0] != len(values)):
            fail(f"The roots of {what} must be s32[{len(values)}], one for each operand; got "
                 f"{plain(root) if root else 'nothing'}.")
    return values
