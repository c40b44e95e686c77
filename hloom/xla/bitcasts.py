"""When a reshape or a transpose moves nothing in memory, and what a change of layout amounts to (ShapeUtil)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.ir.layout import Layout, strides_of
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.xla.layout_util import is_dense_array, validate_layout_for_shape
from hloom.xla.shape import UNBOUNDED, Shape


def _order(shape: Shape) -> tuple[int, ...]:
    """The dimensions of a dense array, minor to major. InputError without a valid layout."""
    if not shape.is_array or shape.layout is None or not is_dense_array(shape):
        raise InputError(f"{shape} must be a dense array with a layout")
    validate_layout_for_shape(shape.layout, shape)
    return shape.layout.minor_to_major


def _runs(shape: Shape) -> list[tuple[int, int]]:
    """How a row-major walk over the array moves through memory: sizes and steps of its loops, outermost first.

    Loops that continue each other are one loop, so that two arrays of the same size are walked alike exactly if this is equal.
    """
    runs: list[tuple[int, int]] = []
    for size, step in zip(shape.dimensions, strides_of(shape.dimensions, _order(shape))):
        if size == 1:
            continue
        if runs and runs[-1][1] == size * step:
            runs[-1] = runs[-1][0] * size, step
        else:
            runs.append((size, step))
    return runs


def reshape_is_bitcast(before: Shape, after: Shape, ignore_element_type: bool = False) -> bool:
    """Whether a reshape between two arrays with layouts leaves every element at its place in memory."""
    runs = _runs(before), _runs(after)
    if not ignore_element_type and before.element_type is not after.element_type:
        return False
    count = before.elements_in
    return count == after.elements_in and (count == 0 or runs[0] == runs[1])


def transpose_is_bitcast(before: Shape, after: Shape, permutation: Sequence[int], ignore_element_type: bool = False) -> bool:
    """Whether a transpose (dimension i of the result is dimension `permutation[i]`) leaves every element at its place."""
    before_order, after_order = _order(before), _order(after)
    check_permutation(permutation, before.rank)
    if not ignore_element_type and before.element_type is not after.element_type:
        return False
    if after.dimensions != tuple([before.dimensions[d] for d in permutation]):
        return False
    return tuple([permutation[d] for d in after_order]) == before_order


def is_reshape_or_transpose_bitcast(before: Shape, after: Shape, ignore_element_type: bool = False) -> bool:
    """Whether a reshape or a transpose between two arrays leaves every element at its place."""
    if not ignore_element_type and before.element_type is not after.element_type:
        return False
    return reshape_is_bitcast(before, after, ignore_element_type=True) or (
        deduce_transpose_dimensions_for_bitcast(before, after) is not None)


def deduce_transpose_dimensions_for_bitcast(before: Shape, after: Shape) -> tuple[int, ...] | None:
    """The permutation of the transpose that a bitcast between two arrays is; None if it is none."""
    before_order, after_order = _order(before), _order(after)
    if before.rank != after.rank:
        return None
    # The dimensions at the same place in memory correspond.
    source = dict(zip(after_order, before_order))
    permutation = tuple([source[d] for d in range(after.rank)])
    return permutation if after.dimensions == tuple([before.dimensions[d] for d in permutation]) else None


@dataclass(frozen=True)
class BitcastReshape:
    """A bitcast that is one reshape."""


@dataclass(frozen=True)
class BitcastTranspose:
    """A bitcast that is one transpose by `permutation`."""

    permutation: tuple[int, ...]


@dataclass(frozen=True)
class BitcastTransposeReshapeTranspose:
    """A bitcast as a transpose to `transposed`, a reshape to `reshaped` and a transpose; both shapes are row-major."""

    first_permutation: tuple[int, ...]
    transposed: Shape
    reshaped: Shape
    second_permutation: tuple[int, ...]


def decompose_bitcast(before: Shape, after: Shape) -> BitcastReshape | BitcastTranspose | BitcastTransposeReshapeTranspose:
    """The logical operations that a bitcast between two arrays of as many elements is."""
    if reshape_is_bitcast(before, after, ignore_element_type=True):
        return BitcastReshape()
    permutation = deduce_transpose_dimensions_for_bitcast(before, after)
    return BitcastTranspose(permutation) if permutation is not None else decompose_bitcast_to_trt(before, after)


def decompose_bitcast_to_trt(before: Shape, after: Shape) -> BitcastTransposeReshapeTranspose:
    """The transpose, reshape and transpose that a bitcast between two arrays of as many elements is."""
    first = _order(before)[::-1]
    if before.elements_in != after.elements_in:
        raise InputError(f"a bitcast keeps the number of elements: {before}, {after}")
    place = {d: k for k, d in enumerate(_order(after)[::-1])}
    return BitcastTransposeReshapeTranspose(
        first, make_shape_with_descending_layout_and_same_physical_layout(before),
        make_shape_with_descending_layout_and_same_physical_layout(after), tuple([place[d] for d in range(after.rank)]))


def make_shape_with_descending_layout_and_same_physical_layout(shape: Shape) -> Shape:
    """The shape, with its dimensions in the order in which they lie in memory, that a transposing bitcast gives."""
    order = _order(shape)[::-1]
    assert shape.layout is not None
    return Shape(shape.element_type, [shape.dimensions[d] for d in order],
                 shape.layout.replace(minor_to_major=range(shape.rank - 1, -1, -1), **_permuted(shape.layout, order)),
                 [shape.dynamic_dimensions[d] for d in order])


def permute_dimensions(permutation: Sequence[int], shape: Shape) -> Shape:
    """The shape whose dimension i is dimension `permutation[i]` of `shape`; its layout makes the transpose a bitcast."""
    check_permutation(permutation, shape.rank)
    layout = shape.layout
    if layout is not None:
        place = {d: k for k, d in enumerate(permutation)}
        layout = layout.replace(minor_to_major=[place[d] for d in _order(shape)], **_permuted(layout, permutation))
    return Shape(shape.element_type, [shape.dimensions[d] for d in permutation], layout,
                 [shape.dynamic_dimensions[d] for d in permutation])


def _permuted(layout: Layout, permutation: Sequence[int]) -> dict[str, Any]:
    """The other fields of a layout with one entry a dimension, or that name dimensions, for permuted dimensions."""
    fields: dict[str, Any] = {name: [getattr(layout, name)[d] for d in permutation]
                              for name in ("dim_level_types", "dim_unique", "dim_ordered", "padded_dimensions")
                              if getattr(layout, name)}
    if layout.split_configs:
        place = {d: k for k, d in enumerate(permutation)}
        fields["split_configs"] = [(place.get(split.dimension, split.dimension), split.split_indices)
                                   for split in layout.split_configs]
    return fields


def check_permutation(permutation: Sequence[int], rank: int) -> None:
    """InputError if `permutation` does not name each of `rank` dimensions once."""
    if sorted(permutation) != list(range(rank)):
        raise InputError(f"{list(permutation)} does not name each of {rank} dimensions once")


def align_layouts(before: Shape, after: Shape) -> Shape | None:
    """`after` with the layout that makes the reshape from `before` a bitcast; None if none does.

    Dimensions of size 1 are the most major ones, in descending order.
    """
    if not after.is_array or not is_dense_array(after) or UNBOUNDED in (*before.dimensions, *after.dimensions):
        raise InputError(f"{before} and {after} must be dense arrays of known sizes")
    order = _order(before)
    if before.elements_in != after.elements_in:
        raise InputError(f"a reshape keeps the number of elements: {before}, {after}")
    if 0 in before.dimensions:
        return after.with_layout()
    # The step of a dimension of the result is how far the row-major walk over the operand gets in as many elements.
    steps = strides_of(before.dimensions, order)
    minor, ones = [], []
    for d, size in enumerate(after.dimensions):
        if size == 1:
            ones.append(d)
        else:
            minor.append((_place(prod(after.dimensions[d + 1 :]), before.dimensions, steps), d))
    aligned = after.with_layout([d for _, d in sorted(minor)] + ones[::-1])
    return aligned if reshape_is_bitcast(before, aligned, ignore_element_type=True) else None


def _place(number: int, sizes: Sequence[int], steps: Sequence[int]) -> int:
    """The place in memory of element `number`, counted row by row."""
    place = 0
    for size, step in zip(reversed(sizes), reversed(steps)):
        number, k = divmod(number, size)
        place += k * step
    return place


def find_transpose021(before: Shape, after: Shape) -> tuple[int, int, int] | None:
    """The sizes of a physical transpose of the last two of three dimensions, which a change of layout amounts to.

    `before` and `after` are one array in two layouts. The sizes are those of the result, major to minor; the first is 1 if only
    two dimensions are exchanged. None if neighbouring dimensions do not join to such a transpose.
    """
    return find_logical_transpose021(before, after, range(before.rank))


def find_logical_transpose021(before: Shape, after: Shape, permutation: Sequence[int]) -> tuple[int, int, int] | None:
    """The same for a transpose: dimension i of the result is dimension `permutation[i]` of the operand."""
    check_permutation(permutation, before.rank)
    before_order, after_order = _order(before), _order(after)
    if after.dimensions != tuple([before.dimensions[d] for d in permutation]):
        return None
    place = {d: k for k, d in enumerate(reversed(before_order))}
    return _transpose021([before.dimensions[d] for d in reversed(before_order)],
                         [place[permutation[d]] for d in reversed(after_order)])


def _transpose021(sizes: Sequence[int], permutation: Sequence[int]) -> tuple[int, int, int] | None:
    """The three sizes of the result if the permutation, without dimensions of size 1 and with neighbours joined, is 0, 2, 1."""
    groups: list[list[int]] = []
    kept = [d for d in range(len(sizes)) if sizes[d] != 1]
    number = {d: k for k, d in enumerate(kept)}
    for d in [number[d] for d in permutation if d in number]:
        if groups and groups[-1][-1] + 1 == d:
            groups[-1].append(d)
        else:
            groups.append([d])
    order = sorted(range(len(groups)), key=lambda k: groups[k][0])
    result = [prod([sizes[kept[d]] for d in group]) for group in groups]
    if order == [1, 0]:
        return 1, result[0], result[1]
    return (result[0], result[1], result[2]) if order == [0, 2, 1] else None
