"""Comparing shapes, changing their dimensions, sizes in bytes (ShapeUtil); most of it is also a method of `Shape`.

Shapes are immutable: what upstream changes a shape in place returns the changed shape here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import prod
from operator import attrgetter
from typing import Any

import ml_dtypes

from hloom.ir.layout import Layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError
from hloom.xla.bitcasts import (
    align_layouts,
    decompose_bitcast,
    decompose_bitcast_to_trt,
    deduce_transpose_dimensions_for_bitcast,
    find_logical_transpose021,
    find_transpose021,
    is_reshape_or_transpose_bitcast,
    make_shape_with_descending_layout_and_same_physical_layout,
    permute_dimensions,
    reshape_is_bitcast,
    transpose_is_bitcast,
)
from hloom.xla.index_util import element_strides, for_each_index, padded_sizes, tiled_sizes
from hloom.xla.layout_util import is_dense_array, validate_layout_in_shape
from hloom.xla.shape import LARGEST, UNBOUNDED, Shape, primitive_type

__all__ = [
    "align_layouts", "array_size", "byte_size_of", "byte_strides", "change_element_type", "compatible",
    "compatible_ignoring_element_type", "compatible_ignoring_fp_precision", "compatible_kind", "decompose_bitcast",
    "decompose_bitcast_to_trt", "deduce_transpose_dimensions_for_bitcast", "delete_dimensions",
    "dimensions_unmodified_by_reshape", "drop_degenerate_dimensions", "elements_in", "elements_in_recursive", "equal",
    "equal_ignoring_element_type", "equal_ignoring_fp_precision", "equal_structure", "find_logical_transpose021",
    "find_transpose021", "for_each_index", "for_each_subshape", "get_dimension", "get_leaf_count", "get_subshape",
    "has_degenerate_dimensions", "has_primitive_type", "higher_precision_element_type",
    "inserted_or_deleted_1_sized_dimensions", "is_effectively_most_major_dimension", "is_empty_tuple", "is_leaf_index",
    "is_nested_tuple", "is_reshape_or_transpose_bitcast", "is_zero_element_array", "make_maybe_tuple_shape",
    "make_shape_with_descending_layout_and_same_physical_layout", "move_dim_to_major", "permute_dimensions",
    "prepend_major_dimension", "reshape_is_bitcast", "reshape_leaves_dimensions_unmodified", "same_dimensions",
    "same_element_type", "slice_tuple", "subshape_count", "transpose_is_bitcast", "validate_shape",
    "validate_shape_with_optional_layout",
]


def shapes_equal(left: Shape, right: Shape, *, element_type: bool = True, fp_precision: bool = True, dimensions: bool = True,
                 dynamic_dimensions: bool = True, layout: bool = True, minor_to_major_only: bool = False) -> bool:
    """Whether two shapes agree in what is not switched off.

    Without `fp_precision` all floating-point types are alike. Without `dynamic_dimensions` a bound is as good as a size, and an
    unbounded dimension agrees with every size. Tuples are compared element by element.
    """
    if left.is_tuple or right.is_tuple or left.is_buffer or right.is_buffer:
        return left.element_type is right.element_type and len(left.tuple_shapes) == len(right.tuple_shapes) and all(
            shapes_equal(a, b, element_type=element_type, fp_precision=fp_precision, dimensions=dimensions,
                         dynamic_dimensions=dynamic_dimensions, layout=layout, minor_to_major_only=minor_to_major_only)
            for a, b in zip(left.tuple_shapes, right.tuple_shapes))
    if not left.is_array or not right.is_array:
        return left.element_type is right.element_type
    if element_type and not same_element_type(left, right, fp_precision):
        return False
    if dimensions:
        sizes = left.dimensions, right.dimensions
        if left.rank != right.rank or any(
                a != b for a, b in zip(*sizes) if dynamic_dimensions or UNBOUNDED not in (a, b)):
            return False
        if dynamic_dimensions and left.dynamic_dimensions != right.dynamic_dimensions:
            return False
    if layout and minor_to_major_only and left.layout is not None and right.layout is not None:
        return left.layout.minor_to_major == right.layout.minor_to_major
    return not layout or left.layout == right.layout


def same_element_type(left: Shape, right: Shape, fp_precision: bool = True) -> bool:
    """Whether the elements have one type; without `fp_precision` all floating-point types are alike."""
    return left.element_type is right.element_type or (
        not fp_precision and left.element_type.is_float and right.element_type.is_float)


def _comparison(meaning: str, **ignored: bool) -> Callable[[Shape, Shape], bool]:
    """`shapes_equal` with some of what it compares switched off."""
    def comparison(left: Shape, right: Shape) -> bool:
        return shapes_equal(left, right, **ignored)

    comparison.__doc__ = meaning
    return comparison


equal = _comparison("Whether two shapes are the same, layouts included.")
equal_ignoring_element_type = _comparison("Whether two shapes are the same but for types of elements.", element_type=False)
equal_ignoring_fp_precision = _comparison("Whether two shapes are the same if floating-point types are.", fp_precision=False)
compatible = _comparison("Whether two shapes agree in all but layouts and which sizes are bounds.", layout=False,
                         dynamic_dimensions=False)
compatible_ignoring_element_type = _comparison("`compatible` but for types of elements.", layout=False, dynamic_dimensions=False,
                                               element_type=False)
compatible_ignoring_fp_precision = _comparison("`compatible` if all floating-point types are the same.", layout=False,
                                               dynamic_dimensions=False, fp_precision=False)
compatible_kind = _comparison("Whether two shapes are arrays, tuples, tokens, ... at the same places, whatever the arrays are.",
                              layout=False, dynamic_dimensions=False, element_type=False, dimensions=False)


def equal_structure(left: Shape, right: Shape) -> bool:
    """Whether two shapes nest tuples in the same way."""
    return left.is_tuple == right.is_tuple and len(left.tuple_shapes) == len(right.tuple_shapes) and all(
        map(equal_structure, left.tuple_shapes, right.tuple_shapes))


def same_dimensions(left: Shape, right: Shape) -> bool:
    """Whether two arrays have the same sizes; an unbounded one agrees with every size."""
    return left.rank == right.rank and all(a == b or UNBOUNDED in (a, b) for a, b in zip(left.dimensions, right.dimensions))


# What shapes have as methods.
get_dimension, get_subshape, is_leaf_index, for_each_subshape = (
    Shape.dimension, Shape.subshape, Shape.is_leaf_index, Shape.subshapes)
is_empty_tuple, is_zero_element_array, elements_in = map(attrgetter, ("is_empty_tuple", "is_zero_element_array", "elements_in"))


def subshape_count(shape: Shape) -> int:
    """The number of shapes that `for_each_subshape` visits."""
    return sum(1 for _ in shape.subshapes())


def get_leaf_count(shape: Shape) -> int:
    """The number of shapes inside that are no tuples."""
    return sum(1 for _ in shape.leaves())


def is_nested_tuple(shape: Shape) -> bool:
    """Whether an element of a tuple is a tuple."""
    return shape.is_tuple and shape.is_nested_tuple


def has_degenerate_dimensions(shape: Shape) -> bool:
    """Whether some dimension of an array has the size 1."""
    if not shape.is_array:
        raise InputError(f"{shape} is no array: it has no dimensions")
    return shape.has_degenerate_dimensions


def has_primitive_type(shape: Shape, type: PrimitiveType | str) -> bool:
    """Whether the shape, or one inside its tuples, is of a type; TUPLE and TOKEN are types, too."""
    wanted = primitive_type(type)
    return any(part.element_type is wanted for _, part in shape.subshapes())


def elements_in_recursive(shape: Shape) -> int:
    """The number of elements of all arrays inside."""
    return sum(part.elements_in for _, part in shape.leaves())


def byte_size_of(shape: Shape, pointer_size: int | None = None) -> int:
    """The bytes that an array's elements take without padding and tiles, packed where the layout has an element size in bits.

    A token takes none. A tuple takes a pointer an element, an opaque value one pointer: InputError unless `pointer_size` is
    given.
    """
    if shape.is_token:
        return 0
    if shape.is_array:
        if not is_dense_array(shape):
            raise InputError(f"the size of a sparse array is not known: {shape}")
        return -(-shape.elements_in * shape.element_size_in_bits // 8)
    if pointer_size is None or pointer_size <= 0:
        raise InputError(f"the size of {shape} depends on the size of a pointer: byte_size_of(shape, pointer_size)")
    return pointer_size * (len(shape.tuple_shapes) if shape.is_tuple else 1)


def array_size(shape: Shape) -> int:
    """The bytes that an array takes in memory: padded dimensions, tiles and the alignment of its tail included."""
    if not is_dense_array(shape):
        raise InputError(f"{shape} must be a dense array")
    count, layout = prod(tiled_sizes(shape)), shape.layout
    if layout is not None:
        count = -(-count // layout.tail_padding_alignment_in_elements) * layout.tail_padding_alignment_in_elements
    return -(-count * shape.element_size_in_bits // 8)


def byte_strides(shape: Shape) -> tuple[int, ...]:
    """How many bytes one step in each dimension goes; the dimensions' padding counts, tiles do not."""
    return tuple([step * shape.element_type.byte_width for step in element_strides(shape)])


def validate_shape(shape: Shape, allow_missing_layouts: bool = False) -> None:
    """InputError if something is wrong with a shape: its sizes, their product, or a layout (which must be there)."""
    for _, part in shape.leaves():
        array = part.tuple_shapes[0] if part.is_buffer else part
        if array.is_array and prod([n for n in padded_sizes(array) if n not in (0, UNBOUNDED)]) > LARGEST:
            raise InputError(f"Dimensions overflow. {array.to_text(layouts=False)} has more elements than fit into 64 bits")
        if array.is_array and prod([n for n in array.dimensions if n != UNBOUNDED]) * array.element_type.byte_width > LARGEST:
            raise InputError(f"Shape {array.to_text(layouts=False)} size may overflow int64_t.")
    validate_layout_in_shape(shape, allow_missing_layouts)


def validate_shape_with_optional_layout(shape: Shape) -> None:
    """`validate_shape` that lets layouts be missing."""
    validate_shape(shape, allow_missing_layouts=True)


def make_maybe_tuple_shape(shapes: Iterable[Shape]) -> Shape:
    """The one shape that is given, or the tuple of them if they are more or none."""
    shapes = tuple(shapes)
    return shapes[0] if len(shapes) == 1 else Shape.of_tuple(shapes)


def slice_tuple(shape: Shape, start: int, limit: int) -> Shape:
    """The tuple of the elements from `start` up to but not `limit`."""
    if not shape.is_tuple or not 0 <= start <= limit <= len(shape.tuple_shapes):
        raise InputError(f"{shape} has no elements {start} to {limit}")
    return Shape.of_tuple(shape.tuple_shapes[start:limit])


def change_element_type(shape: Shape, type: PrimitiveType | str) -> Shape:
    """The shape with another type of elements in all of its arrays; elements of a byte and more are not packed any longer."""
    wanted = primitive_type(type)

    def changed(array: Shape) -> Shape:
        layout = array.layout
        if layout is not None and (wanted.width >= 8 or wanted is PrimitiveType.PRED):
            layout = layout.replace(element_size_in_bits=0)
        return array.replace(wanted, layout=layout)

    return shape.map_arrays(changed)


@cache
def precision(type: PrimitiveType) -> tuple[Any, ...]:
    """How much a type of elements holds.

    Complex before floating point before integers; of floating-point types that of more range, then of more digits; then the
    wider one, then the signed one.
    """
    part = {PrimitiveType.C64: PrimitiveType.F32, PrimitiveType.C128: PrimitiveType.F64}.get(type, type)
    info = ml_dtypes.finfo(Shape(part).dtype) if part.is_float else None
    range_and_digits = (info.maxexp, info.nmant) if info is not None else (float("-inf"), -1)
    return type.is_complex, *range_and_digits, part.width, part.is_signed_integer


def higher_precision_element_type(left: Shape, right: Shape) -> PrimitiveType:
    """The type of the two that holds more."""
    return max(left.element_type, right.element_type, key=precision)


def delete_dimensions(dimensions: Iterable[int], shape: Shape) -> Shape:
    """The array's shape without some dimensions, in any order; the others keep their order in the layout."""
    dropped = {shape.dimension_number(d) for d in dimensions}
    kept = [d for d in range(shape.rank) if d not in dropped]
    number = {d: k for k, d in enumerate(kept)}
    layout = shape.layout
    if layout is not None:
        fields = {name: [getattr(layout, name)[d] for d in kept]
                  for name in ("dim_level_types", "dim_unique", "dim_ordered", "padded_dimensions") if getattr(layout, name)}
        splits = [(number[split.dimension], split.split_indices) for split in layout.split_configs if split.dimension in number]
        layout = layout.replace(minor_to_major=[number[d] for d in layout.minor_to_major if d in number], split_configs=splits,
                                **fields)
    return Shape(shape.element_type, [shape.dimensions[d] for d in kept], layout, [shape.dynamic_dimensions[d] for d in kept])


def drop_degenerate_dimensions(shape: Shape) -> Shape:
    """The array's shape without its dimensions of size 1."""
    return delete_dimensions([d for d, n in enumerate(shape.dimensions) if n == 1], shape)


def move_dim_to_major(shape: Shape, dimension: int) -> Shape:
    """The shape with its layout changed so that a dimension is the most major one; in a tuple, of each array."""
    def moved(array: Shape) -> Shape:
        if array.layout is None:
            raise InputError(f"{array} has no layout")
        d = array.dimension_number(dimension)
        return array.with_layout(array.layout.replace(minor_to_major=[k for k in array.layout.minor_to_major if k != d] + [d]))

    return shape.map_arrays(moved)


def prepend_major_dimension(bound: int, shape: Shape) -> Shape:
    """The shape with a new first dimension, which is the most major one of its layout."""
    layout = shape.layout
    if layout is not None:
        layout = Layout([d + 1 for d in layout.minor_to_major] + [0])
    return Shape(shape.element_type, (bound, *shape.dimensions), layout, (False, *shape.dynamic_dimensions))


def is_effectively_most_major_dimension(shape: Shape, dimension: int) -> bool:
    """Whether a dimension is the most major one, or only has dimensions of size 1 above it."""
    if shape.layout is None:
        raise InputError(f"{shape} has no layout")
    d = shape.dimension_number(dimension)
    above = shape.layout.major_to_minor[: shape.layout.major_to_minor.index(d)]
    return all(shape.dimensions[k] == 1 for k in above)


def common_factors(left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """Where two lists of sizes with one product can be cut so that the parts have one product each: pairs of places.

    The first is (0, 0) and the last (len(left), len(right)); parts are as small as can be, and equal leading sizes are parts.
    """
    if tuple(left) == tuple(right):
        return [(k, k) for k in range(len(left) + 1)]
    cuts: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right) and left[i] == right[j]:
        cuts.append((i, j))
        i, j = i + 1, j + 1
    cuts.append((i, j))
    end = len(left), len(right)
    if prod(left[i:]) != prod(right[j:]):
        return [(0, 0), end]
    if 0 not in left[i:]:
        a = b = 1
        while (i, j) != end:
            may_take_left, may_take_right = i < len(left), j < len(right)
            takes_left = may_take_left and (a < b or (a == b and (not may_take_right or left[i] <= right[j])))
            takes_right = may_take_right and (b < a or (a == b and (not may_take_left or right[j] <= left[i])))
            if takes_left:
                a, i = a * left[i], i + 1
            if takes_right:
                b, j = b * right[j], j + 1
            if a == b:
                cuts.append((i, j))
    return cuts if cuts[-1] == end else [*cuts, end]


def dimensions_unmodified_by_reshape(before: Shape, after: Shape) -> list[tuple[int, int]]:
    """The dimensions that a reshape leaves alone: pairs of their numbers in the operand and the result."""
    if before.elements_in != after.elements_in:
        raise InputError(f"a reshape keeps the number of elements: {before}, {after}")
    cuts = common_factors(before.dimensions, after.dimensions)
    return [a for a, b in pairwise(cuts) if (b[0] - a[0], b[1] - a[1]) == (1, 1)]


def inserted_or_deleted_1_sized_dimensions(before: Shape, after: Shape) -> tuple[list[int], list[int]] | None:
    """The dimensions of size 1 that a reshape deletes (by their numbers in the operand) and inserts (in the result).

    None if it does anything else.
    """
    unmodified = [(-1, -1), *dimensions_unmodified_by_reshape(before, after), (before.rank, after.rank)]
    deleted = [d for a, b in pairwise(unmodified) for d in range(a[0] + 1, b[0])]
    inserted = [d for a, b in pairwise(unmodified) for d in range(a[1] + 1, b[1])]
    if any(before.dimensions[d] > 1 for d in deleted) or any(after.dimensions[d] > 1 for d in inserted):
        return None
    return deleted, inserted


def reshape_leaves_dimensions_unmodified(before: Shape, after: Shape, dimensions: Sequence[int]) -> list[int] | None:
    """The numbers in the result of dimensions of the operand, in ascending order; None if the reshape changes one of them."""
    unmodified = dict(dimensions_unmodified_by_reshape(before, after))
    if list(dimensions) != sorted(dimensions) or any(d not in unmodified for d in dimensions):
        return None
    return [unmodified[d] for d in dimensions]
