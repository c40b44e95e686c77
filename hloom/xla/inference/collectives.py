"""Exchange between processes."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import ProgramShape, array, expect_array, fail, in_range, is_integral, plain, sizes_of
from hloom.xla.shape import UNBOUNDED, Shape
from hloom.xla.shape_util import compatible_ignoring_fp_precision


def _one_or_tuple(shapes: Sequence[Shape]) -> Shape:
    return shapes[0] if len(shapes) == 1 else Shape.of_tuple(shapes)


def _gathered(operand: Shape, dimension: int, shard_count: int) -> Shape:
    expect_array(operand, "operand of all-gather")
    if not in_range(dimension, operand.rank):
        fail(f"all_gather_dimension {dimension} is out of bounds for {plain(operand)}.")
    sizes = sizes_of(operand)
    n, dynamic = sizes[dimension]
    sizes[dimension] = (UNBOUNDED if n == UNBOUNDED else n * shard_count), dynamic
    return array(operand.element_type, sizes)


def all_gather(operands: Sequence[Shape], dimension: int, shard_count: int) -> Shape:
    """`shard_count` times as much along a dimension (AllGather)."""
    if shard_count <= 0:
        fail(f"shard_count of all-gather must be positive, got {shard_count}.")
    if not operands:
        fail("All-gather expects at least one operand.")
    return _one_or_tuple([_gathered(s, dimension, shard_count) for s in operands])


def all_gather_start(operands: Sequence[Shape], dimension: int, shard_count: int) -> Shape:
    """(operands, results)."""
    return Shape.of_tuple([_one_or_tuple(operands), all_gather(operands, dimension, shard_count)])


def _reducer(computation: ProgramShape, operands: Sequence[Shape], what: str) -> None:
    element = Shape(operands[0].element_type)
    if len(computation.parameters) != 2 or not all(compatible_ignoring_fp_precision(s, element) or s.is_scalar
                                                   for s in (*computation.parameters, computation.result)):
        fail(f"{what} needs a computation of two scalars that gives one, got {computation}.")
    a, b = computation.parameters
    if not compatible_ignoring_fp_precision(a, computation.result) or not compatible_ignoring_fp_precision(b, computation.result):
        fail(f"{what} needs a computation that takes and gives one type, got {computation}.")


def all_reduce(operands: Sequence[Shape], computation: ProgramShape | None = None) -> Shape:
    """The operands' shapes (AllReduce)."""
    if not operands:
        fail("All-reduce expects at least one operand.")
    for shape in operands:
        expect_array(shape, "operand of all-reduce")
    if computation is not None:
        _reducer(computation, operands, "All-reduce")
    return _one_or_tuple([array(s.element_type, sizes_of(s)) for s in operands])


def reduce_scatter(operands: Sequence[Shape], dimension: int, shard_count: int, computation: ProgramShape | None = None) -> Shape:
    """A `shard_count`th along a dimension (ReduceScatter)."""
    if shard_count <= 0:
        fail(f"shard_count of reduce-scatter must be positive, got {shard_count}.")
    if computation is not None and operands:
        _reducer(computation, operands, "Reduce-scatter")
    found = []
    for shape in operands:
        expect_array(shape, "operand of reduce-scatter")
        if not in_range(dimension, shape.rank):
            fail(f"scatter_dimension {dimension} is out of bounds for {plain(shape)}.")
        sizes = sizes_of(shape)
        n, dynamic = sizes[dimension]
        if n != UNBOUNDED and n % shard_count:
            fail(
                f"Reduce-scatter input dimension size must be divisible by shard_count, got {n} and {shard_count} for "
                f"{plain(shape)}."
            )
        sizes[dimension] = (UNBOUNDED if n == UNBOUNDED else n // shard_count), dynamic
        found.append(array(shape.element_type, sizes))
    return _one_or_tuple(found)


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


def ragged_all_to_all(operands: Sequence[Shape]) -> Shape:
    """The shape of the second operand, the output (RaggedAllToAll)."""
    if len(operands) != 6:
        fail(f"RaggedAllToAll must have exactly 6 operands, got {len(operands)}.")
    for shape in operands:
        expect_array(shape, "operand of ragged-all-to-all")
    given, output = operands[:2]
    if (
        given.element_type is not output.element_type
        or given.rank != output.rank
        or given.dimensions[1:] != output.dimensions[1:]
    ):
        fail(
            f"RaggedAllToAll input and output must differ in their first dimension only, got {plain(given)} and {plain(output)}."
        )
    for shape in operands[2:]:
        if not is_integral(shape) or shape.rank != 1:
            fail(f"RaggedAllToAll offsets and sizes must be integral vectors, got {plain(shape)}.")
        if shape.dimensions != operands[2].dimensions:
            fail(f"RaggedAllToAll offsets and sizes must have the same size, got {plain(operands[2])} and {plain(shape)}.")
    return array(output.element_type, sizes_of(output))


def collective_permute(operands: Sequence[Shape]) -> Shape:
    """The operands' shapes (CollectivePermute)."""
    for shape in operands:
        expect_array(shape, "operand of collective-permute")
    return _one_or_tuple([array(s.element_type, sizes_of(s)) for s in operands])


def collective_permute_start(operands: Sequence[Shape], contexts: Sequence[Shape] = ()) -> Shape:
    """(operands, results, contexts...)."""
    whole = collective_permute(operands)
    return Shape.of_tuple([whole, whole, *contexts])


def collective_broadcast(operands: Sequence[Shape], has_dynamic_root: bool = False) -> Shape:
    """The operands' shapes; with a dynamic root the last operand says for each of the others from which process it comes."""
    values = _without_roots(operands, has_dynamic_root, "collective-broadcast")
    for shape in values:
        expect_array(shape, "operand of collective-broadcast")
    return _one_or_tuple([array(s.element_type, sizes_of(s)) for s in values])


def collective_reduce(operands: Sequence[Shape], has_dynamic_root: bool = False) -> Shape:
    """The operands' shapes; with a dynamic root the last operand says for each of the others which process gets the result."""
    return all_reduce(_without_roots(operands, has_dynamic_root, "collective-reduce"))


def _without_roots(operands: Sequence[Shape], has_dynamic_root: bool, what: str) -> list[Shape]:
    values = list(operands)
    if has_dynamic_root:
        root = values.pop() if values else None
        if root is None or not root.is_array or root.element_type is not PrimitiveType.S32 or root.rank != 1 or (
                root.dimensions[0] != len(values)):
            fail(f"The roots of {what} must be s32[{len(values)}], one for each operand; got "
                 f"{plain(root) if root else 'nothing'}.")
    return values
