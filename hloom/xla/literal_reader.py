"""The text of a literal with its shape, in HLO's form and in the one in which XLA prints literals.

    f32[2]{0} {1, 2}                 (s32[], pred[2]{0}) ( 1, {1, 0} )          the shape first
    s32[<=4]{0}(3) {1, 2, 3}         ( s32[] 1, pred[2]{0} {1, 0} )             each array's shape beside it

Behind a shape with bounds the sizes of all its dimensions may stand; without them the bounds are the sizes.
"""

from __future__ import annotations

import re
from math import prod
from typing import Any, Final

from hloom.ir.hlo.literal_reading import DEEPEST_TUPLE, Expected, read_literal
from hloom.ir.hlo.shape_text import BLANKS, read_shape
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source, Span
from hloom.xla.shape import Shape, make_shape
from hloom.xla.shape_util import validate_shape

_BLANKS = re.compile(BLANKS)
_SIZES = re.compile(rf"\({BLANKS}(-?[0-9]+(?:{BLANKS},{BLANKS}-?[0-9]+)*+){BLANKS}\)")
_NUMBER = re.compile(r"-?[0-9]+")
#: Bounds may leave room for so many elements, or for this many times those that are there, so that texts do not ask for memory.
_MOST_ROOM: Final = 1 << 22
_MOST_TIMES: Final = 1024


def read_shaped_literal(text: str) -> tuple[Any, Shape]:
    """The values of a literal, arrays nested in lists as the shape's tuples are, and the shape. ParseError, with the place."""
    source = Source("<literal>", text)
    start = _skip(source, 0)
    try:
        return _whole(source, *_shape_first(source, start))
    except ParseError as error:
        if not text.startswith("(", start):
            raise
        try:
            return _whole(source, *_shapes_inside(source, start, 0))
        except ParseError as other:
            # The form that goes further is the one that was meant.
            raise max(error, other, key=lambda e: e.diagnostics[0].span.start if e.diagnostics[0].span else 0) from None


def check_literal_shape(shape: Shape) -> None:
    """InputError if there are no arrays of elements of a shape."""
    if not shape.is_array:
        raise InputError(f"there are no literals of shape {shape}")
    if shape.is_unbounded_dynamic:
        raise InputError(f"a literal has static sizes or bounds, not {shape}")
    validate_shape(shape, allow_missing_layouts=True)


def fits(sizes: tuple[int, ...], shape: Shape) -> bool:
    """Whether a literal of a shape may have these sizes: its dimensions, or less where they are bounds."""
    return len(sizes) == shape.rank and all(
        0 <= n <= bound if is_bound else n == bound
        for n, bound, is_bound in zip(sizes, shape.dimensions, shape.dynamic_dimensions))


def _skip(source: Source, at: int) -> int:
    found = _BLANKS.match(source.text, at)
    assert found  # nothing is a blank, too
    return found.end()


def _whole(source: Source, values: Any, shape: Shape, end: int) -> tuple[Any, Shape]:
    end = _skip(source, end)
    if end < len(source.text):
        raise ParseError.at(Span(source, end, len(source.text)), "syntax", "expects nothing behind a literal")
    return values, shape


def _shape_first(source: Source, start: int) -> tuple[Any, Shape, int]:
    shape, at = read_shape(source, start, make_shape, blank_ends=True)
    try:
        expected = _expected(shape)
    except InputError as error:
        raise ParseError.at(Span(source, start, at), "syntax", str(error)) from None
    if shape.is_array and shape.is_dynamic:
        sizes, at = _sizes(source, at, shape)
        expected = shape.element_type, sizes
    values, at = read_literal(source, at, expected)
    return values, shape, at


def _expected(shape: Shape) -> Expected:
    if shape.is_tuple:
        return [_expected(part) for part in shape.tuple_shapes]
    check_literal_shape(shape)
    return shape.element_type, shape.dimensions


def _sizes(source: Source, at: int, shape: Shape) -> tuple[tuple[int, ...], int]:
    """The sizes behind a shape with bounds, which are the bounds if there are none."""
    at = _skip(source, at)
    found = _SIZES.match(source.text, at)
    if not found:
        return shape.dimensions, at
    numbers = _NUMBER.findall(found.group())
    # Python refuses to convert thousands of digits; no bound has more than 19.
    sizes = tuple([int(number) if len(number) <= 20 else -1 for number in numbers])
    if not fits(sizes, shape):
        stated = f"({', '.join(number[:20] for number in numbers[:20])})"
        raise ParseError.at(Span(source, at, found.end()), "syntax", f"sizes {stated} do not fit {shape}: a size for each "
                            "dimension, from 0 to its bound where it has one")
    room = prod(shape.dimensions)
    if room > max(_MOST_ROOM, _MOST_TIMES * prod(sizes)):
        raise ParseError.at(Span(source, at, found.end()), "syntax",
                            f"the bounds of {shape} are out of proportion to the literal's {prod(sizes)} elements")
    return sizes, found.end()


def _shapes_inside(source: Source, at: int, depth: int) -> tuple[Any, Shape, int]:
    at = _skip(source, at)
    text = source.text
    if text.startswith("token", at) and not text.startswith("token[", at):
        return None, Shape.token(), at + len("token")
    if not text.startswith("(", at):
        return _shape_first(source, at)
    if depth == DEEPEST_TUPLE:
        raise ParseError.at(Span(source, at, at + 1), "syntax",
                            f"maximum recursion depth exceeded: tuples nest at most {DEEPEST_TUPLE} deep")
    values: list[Any] = []
    shapes: list[Shape] = []
    end = _skip(source, at + 1)
    while not text.startswith(")", end):
        if values:
            if not text.startswith(",", end):
                raise ParseError.at(Span(source, end, end + 1), "syntax", "expects ',' or ')' behind an element of a tuple")
            end += 1
        value, shape, end = _shapes_inside(source, end, depth + 1)
        values.append(value)
        shapes.append(shape)
        end = _skip(source, end)
    return values, Shape.of_tuple(shapes), end + 1
