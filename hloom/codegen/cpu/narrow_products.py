"""Products whose matrices are so small, or so narrow, that there is nothing to pack for: loops over many of them, or over many
rows, go side by side in registers (points turned by a 3x3 matrix, pixels by one of colours). A single one in the body of a loop
becomes straight code there (`small_loops`), where calling a product's tiles would take several times as long."""

from __future__ import annotations

from typing import Any

from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.contraction import product_sizes

#: Products from which on tiny ones go side by side; the most elements of a tiny matrix, and bytes of it and of a row. Complex
#: ones whose rows do not fill a register are tiny up to more of them: tiles take parts for columns.
_MANY, _NEAR, _NEAR_BYTES, _ROW_BYTES = 64, 16, 72, 32
_NEAR_COMPLEX, _ROW_BYTES_COMPLEX = 128, 64
#: Rows of all products together from which on narrow ones do, and their most columns and terms, and terms of bytes. Up to so many
#: terms are read as they lie; more have to lie in rows of columns, of which there are so many at least for each of them.
_ROWS, _NARROW, _NARROW_BYTES, _FEW_TERMS, _COLUMNS_OF_TERM = 256, 8, 12, 3, 3 / 8
#: Multiplications of a single product that is straight code within a loop, at most; its most terms, and those that lie side by
#: side.
_STRAIGHT, _STRAIGHT_TERMS, _TERMS_SIDE_BY_SIDE = 512, 16, 12
#: Columns from which on low products do, their most rows, and the most terms of one row; terms up to which columns of several
#: rows may lie apart.
_COLUMNS, _LOW, _TERMS_OF_ONE, _TERMS_APART = 64, 8, 32, 4


def goes_in_loops(op: Any) -> bool:
    """Whether a dot_general of static ordinary tensors is better off as loops over its elements than packed."""
    return _is_tiny(op) or _is_narrow(op) or _is_low(op) or _is_straight(op)


def _is_straight(op: Any) -> bool:
    """Whether a loop of the program computes few products of tiny matrices in each iteration."""
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if result.is_complex or not 0 < count * rows * columns * depth <= _STRAIGHT:
        return False
    return depth <= (_TERMS_SIDE_BY_SIDE if _lies_along_terms(op) else _STRAIGHT_TERMS) and _is_repeated(op)


def _is_repeated(op: Any) -> bool:
    """Whether an operation is within a loop of the program."""
    around = op.parent
    while around is not None and getattr(around, "control", None) is not Control.LOOP:
        around = around.parent
    return around is not None


def _is_tiny(op: Any) -> bool:
    """Whether there are many products of matrices that are much smaller than registers, or of one element each."""
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if rows == columns == depth == 1:
        return True
    elements = (rows * columns, op.result), (rows * depth, op.lhs), (columns * depth, op.rhs)
    if count < _MANY or not all(size for size, _ in elements):
        return False
    if result.is_complex:
        return columns * result.dtype.itemsize < _ROW_BYTES_COMPLEX and all(size <= _NEAR_COMPLEX for size, _ in elements)
    return columns * result.dtype.itemsize < _ROW_BYTES and depth <= _NEAR and all(
        size <= _NEAR and size * value.type.storage.dtype.itemsize <= _NEAR_BYTES for size, value in elements)


def _is_narrow(op: Any) -> bool:
    """Whether there are many rows, few columns and few terms: one row has too little for a tile, but many make vectors."""
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    are_bytes = _are_bytes(op)
    if result.is_complex or rows * count < _ROWS or not 0 < depth <= (_NARROW_BYTES if are_bytes else _NARROW):
        return False
    if not 0 < columns <= _NARROW or columns * result.dtype.itemsize > _ROW_BYTES:
        return False
    if depth <= _FEW_TERMS:
        return True
    return (are_bytes or columns >= _COLUMNS_OF_TERM * depth) and not _lies_along_terms(op)


def _is_low(op: Any) -> bool:
    """Whether there are few rows, many columns and few terms, and columns in vectors need no tile: those of one row, those of
    bytes, and such whose terms lie side by side."""
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if result.is_complex or columns < _COLUMNS or rows * columns * count < _ROWS or not 0 < rows <= _LOW:
        return False
    if rows == 1 and 0 < depth <= _TERMS_OF_ONE and not _lies_along_terms(op):
        return True
    if not 0 < depth <= _NARROW:
        return False
    return rows == 1 or (depth < _NARROW and _are_bytes(op)) or (depth <= _TERMS_APART and _lies_along_terms(op))


def _are_bytes(op: Any) -> bool:
    """Whether integers of at most a byte each are multiplied."""
    elements = [operand.type.storage for operand in (op.lhs, op.rhs)]
    return all(element.is_integer and element.dtype.itemsize == 1 for element in elements)


def _lies_along_terms(op: Any) -> bool:
    """Whether the terms of a column lie side by side in the right operand."""
    last = next((d for d in reversed(range(op.rhs.rank)) if op.rhs.shape[d] > 1), None)
    return last in op.dot_dimension_numbers.rhs_contracting_dimensions
