"""What concerns layouts: making, reading, comparing and checking them (XLA: Shapes and layout; LayoutUtil).

Shapes are immutable: what upstream changes a shape in place returns the changed shape here.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import numpy as np

from hloom.ir.hlo.shape_text import read_layout
from hloom.ir.layout import DimLevelType, Layout, ascending_layout, default_layout, descending_layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source, Span
from hloom.xla.shape import Shape, make_shape

__all__ = [
    "clear_layout", "copy_layout_between_shapes", "default_layout", "has_layout", "human_string_with_layout", "is_coo_array",
    "is_csc_array", "is_csr_array", "is_dense_array", "is_sparse_array", "layout_of_strides", "layouts_in_shapes_equal",
    "make_ascending_layout", "make_descending_layout", "parse_layout", "set_to_default_layout", "validate_layout_for_shape",
    "validate_layout_in_shape",
]

make_descending_layout = descending_layout
make_ascending_layout = ascending_layout
# What shapes have as methods. Tokens and opaque values have a layout, which says nothing, also when it is cleared.
set_to_default_layout, clear_layout, human_string_with_layout = Shape.with_default_layout, Shape.without_layout, Shape.to_text
has_layout = attrgetter("has_layout")

_DENSE, _COMPRESSED, _SINGLETON = DimLevelType.DENSE, DimLevelType.COMPRESSED, DimLevelType.SINGLETON
#: What is not allowed of a dimension's level: (type, unique, ordered).
_IMPOSSIBLE_LEVELS: Final = {(_DENSE, False, True), (_DENSE, True, False), (_DENSE, False, False)}


def parse_layout(text: str) -> Layout:
    """The layout that HLO text states: `{1,0:T(8,128)}`. ParseError, with the place, if the text is anything else."""
    source = Source("<layout>", text)
    layout, end = read_layout(source, 0, make_shape)
    rest = text[end:].lstrip()
    if rest:
        raise ParseError.at(Span(source, len(text) - len(rest), len(text)), "syntax", "expects nothing behind a layout")
    return layout


def layout_of_strides(array: np.ndarray) -> Layout | None:
    """The layout in which a NumPy array lies in memory; None if it lies there with gaps, repetitions or reversed.

    Where an array's strides leave the order of dimensions open (sizes of 1 and 0), it is descending.
    """
    # Dimensions without a step come in the order that the default has them in: the last is the most minor.
    order = sorted(range(array.ndim), key=lambda d: (_step(array, d), array.shape[d], -d))
    step = array.dtype.itemsize
    if 0 not in array.shape:
        for d in order:
            if array.shape[d] != 1:
                if array.strides[d] != step:
                    return None
                step *= array.shape[d]
    elif not array.flags.c_contiguous:
        return None
    natural = default_layout(array.ndim)
    return natural if array.flags.c_contiguous else Layout(order)


def _step(array: np.ndarray, dimension: int) -> int:
    return array.strides[dimension] if array.shape[dimension] > 1 else 0


def layouts_in_shapes_equal(left: Shape, right: Shape, minor_to_major_only: bool = False) -> bool:
    """Whether two shapes have the same structure and the same layouts; sizes and element types may differ."""
    if left.is_tuple:
        return right.is_tuple and len(left.tuple_shapes) == len(right.tuple_shapes) and all(
            layouts_in_shapes_equal(a, b, minor_to_major_only) for a, b in zip(left.tuple_shapes, right.tuple_shapes))
    if left.is_array:
        if not right.is_array or left.rank != right.rank:
            return False
        a, b = left.layout, right.layout
        if minor_to_major_only and a is not None and b is not None:
            return a.minor_to_major == b.minor_to_major
        return a == b
    # What is no array says nothing about its layout.
    return not right.is_tuple and not right.is_array


def copy_layout_between_shapes(source: Shape, target: Shape) -> Shape:
    """`target` with the layouts of `source`, also those that are missing. InputError if their structures or ranks differ."""
    if source.is_tuple != target.is_tuple or len(source.tuple_shapes) != len(target.tuple_shapes) or source.rank != target.rank:
        raise InputError(f"cannot copy layout from shape: {source} to shape {target}")
    if source.is_tuple:
        return Shape.of_tuple(map(copy_layout_between_shapes, source.tuple_shapes, target.tuple_shapes))
    return target.with_layout(source.layout) if target.is_array else target


def is_dense_array(shape: Shape) -> bool:
    """Whether each element of an array has a place of its own in memory."""
    return shape.is_array and (shape.layout is None or shape.layout.is_dense)


def is_sparse_array(shape: Shape) -> bool:
    """Whether a dimension of an array is compressed."""
    return shape.is_array and not is_dense_array(shape)


def is_coo_array(shape: Shape) -> bool:
    """Whether an array is stored as a list of its elements' coordinates: compressed, then single indices."""
    levels = _levels(shape)
    return bool(levels) and levels[0] is _COMPRESSED and all(level is _SINGLETON for level in levels[1:])


def is_csr_array(shape: Shape) -> bool:
    """Whether a matrix is stored in compressed rows."""
    return shape.rank == 2 and _levels(shape) == (_DENSE, _COMPRESSED) and _order(shape) == (1, 0)


def is_csc_array(shape: Shape) -> bool:
    """Whether a matrix is stored in compressed columns."""
    return shape.rank == 2 and _levels(shape) == (_DENSE, _COMPRESSED) and _order(shape) == (0, 1)


def _levels(shape: Shape) -> tuple[DimLevelType, ...]:
    return shape.layout.dim_level_types if shape.layout is not None else ()


def _order(shape: Shape) -> tuple[int, ...]:
    return shape.layout.minor_to_major if shape.layout is not None else ()


def validate_layout_in_shape(shape: Shape, allow_missing_layouts: bool = False) -> None:
    """InputError if a layout in the shape does not fit its array, or is missing and may not be."""
    for _, part in shape.leaves():
        if part.is_buffer:
            validate_layout_in_shape(part.tuple_shapes[0], allow_missing_layouts)
        elif part.is_array:
            if part.layout is not None:
                validate_layout_for_shape(part.layout, part)
            elif not allow_missing_layouts:
                raise InputError(f"shape {part} does not have a layout")


def validate_layout_for_shape(layout: Layout, shape: Shape) -> None:
    """InputError if `layout` is not one for `shape`, an array."""
    if shape.is_tuple:
        raise InputError("a single Layout is not valid for tuple shapes")
    if not shape.is_array:
        if layout.minor_to_major:
            raise InputError(f"shape of primitive type {shape.element_type.name} should not have a non-trivial layout")
        return
    plain = shape.to_text(layouts=False)
    for name in ("minor_to_major", "dim_level_types", "dim_unique", "dim_ordered", "padded_dimensions"):
        entries = getattr(layout, name)
        if len(entries) != shape.rank and (entries or name == "minor_to_major"):
            raise InputError(f"layout {name} field contains {len(entries)} elements, but shape is rank {shape.rank}: "
                             f"{{{_listed(entries)}}}; shape: {plain}")
    order = layout.minor_to_major
    if any(not 0 <= d < shape.rank for d in order):
        raise InputError(f"layout minor_to_major field has out-of-bounds value: {{{_listed(order)}}}; shape: {plain}")
    if len(set(order)) != shape.rank:
        raise InputError(f"layout minor_to_major field has duplicate values: {{{_listed(order)}}}; shape: {plain}")
    if layout.is_dense:
        _check_dense(layout, plain)
    else:
        _check_sparse(layout, plain)
    _check_levels(layout, plain)
    _check_padding(layout, shape, plain)
    if any(not 0 <= split.dimension < shape.rank for split in layout.split_configs):
        raise InputError(f"layout splits a dimension that the shape does not have: {layout}; shape: {plain}")


def _listed(entries: tuple[Any, ...]) -> str:
    return ", ".join([f"DIM_{entry.name}" if isinstance(entry, DimLevelType) else str(entry).lower() for entry in entries[:20]])


def _check_dense(layout: Layout, plain: str) -> None:
    for name in ("index_primitive_type", "pointer_primitive_type"):
        if getattr(layout, name) is not PrimitiveType.PRIMITIVE_TYPE_INVALID:
            raise InputError(f"layout has a {name}, but is not a sparse array: {plain}")
    if layout.physical_shape is not None:
        raise InputError(f"layout has a physical_shape, but is not a sparse array: {plain}")


def _check_sparse(layout: Layout, plain: str) -> None:
    if layout.tiles:
        raise InputError(f"layout has tiles, but the shape is a sparse array: {plain}")
    if layout.padded_dimensions:
        raise InputError(f"layout has padded dimensions, but the shape is a sparse array: {plain}")
    for name in ("index_primitive_type", "pointer_primitive_type"):
        type = getattr(layout, name)
        if type is not PrimitiveType.PRIMITIVE_TYPE_INVALID and not type.is_unsigned_integer:
            raise InputError(f"{name} is not an unsigned integer type: {plain}")
    if isinstance(layout.physical_shape, Shape):
        validate_layout_in_shape(layout.physical_shape)
        if any(part.layout is not None and part.layout.physical_shape is not None for _, part in layout.physical_shape.leaves()):
            raise InputError(f"layout has a physical_shape, whose layout also has a physical shape: {plain}")


def _check_levels(layout: Layout, plain: str) -> None:
    always = (True,) * layout.rank
    levels = zip(layout.dim_level_types or (_DENSE,) * layout.rank, layout.dim_unique or always, layout.dim_ordered or always)
    for d, level in enumerate(levels):
        if level in _IMPOSSIBLE_LEVELS:
            type, unique, ordered = level
            flags = ("" if unique else ", non-unique") + ("" if ordered else ", non-ordered")
            raise InputError(f"layout dimension {d} has invalid level encoding DIM_{type.name}{flags}: {plain}")


def _check_padding(layout: Layout, shape: Shape, plain: str) -> None:
    for d, (padded, size) in enumerate(zip(layout.padded_dimensions, shape.dimensions)):
        if padded < size:
            raise InputError(f"layout pads dimension {d} to {padded}, which is less than its size {size}; shape: {plain}")
    if layout.padding_value is not None and not layout.padded_dimensions:
        raise InputError(f"layout has a padding_value, but no padded_dimensions; shape: {plain}")
