"""Shapes: what XLA knows of a value before it is computed (XLA: Shapes and layout; xla_data.proto: ShapeProto).

    Shape("f32", (2, 3))                        f32[2,3]{1,0}
    Shape.parse("(f32[2,<=3]{0,1}, token[])")

Shapes are immutable. What compares them and changes their dimensions is in `shape_util`, what concerns layouts in `layout_util`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, Final, TypeVar

import numpy as np

from hloom.ir.hlo.shape_text import array_text, read_shape, tuple_text
from hloom.ir.layout import Layout, default_layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import DYNAMIC, AnyType
from hloom.numbers.element_type import ElementType, of_dtype
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source, Span

#: The largest number of elements and of bytes.
LARGEST: Final = (1 << 63) - 1
#: More dimensions than this a shape does not have.
MOST_DIMENSIONS: Final = 4096
#: The size of a dimension of which nothing is known, `?`.
UNBOUNDED: Final = DYNAMIC
#: The default of `layout`: dimensions run major to minor.
DEFAULT: Final = "default"

T = TypeVar("T")


def primitive_type(type: Any) -> PrimitiveType:
    """The primitive type that a PrimitiveType, a name (`f32`), an element type or a NumPy dtype means. InputError if none."""
    if isinstance(type, PrimitiveType):
        return type
    if isinstance(type, str):
        return PrimitiveType.parse(type)
    if isinstance(type, ElementType):
        return PrimitiveType.of(type)
    try:
        if type is None:  # NumPy reads it as f64
            raise TypeError
        return PrimitiveType(type) if isinstance(type, int) else PrimitiveType.of(of_dtype(type))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{type!r:.80} is no type of elements") from None


class Shape:
    """An array of `dimensions` of `element_type` with a layout; or a tuple, a token, an opaque value, a buffer.

    `Shape(text)` parses. `dimensions` are sizes: upper bounds where `dynamic_dimensions` is true, UNBOUNDED for `?`. The layout
    is the default one (major to minor) unless given; None says that it is not known. A scalar always has a layout, `{}`.
    `tuple_shapes` are the elements of a tuple, or the one element of a buffer.
    """

    __slots__ = ("_hash", "dimensions", "dynamic_dimensions", "element_type", "layout", "tuple_shapes")

    element_type: PrimitiveType
    dimensions: tuple[int, ...]
    #: One flag a dimension.
    dynamic_dimensions: tuple[bool, ...]
    layout: Layout | None
    tuple_shapes: tuple[Shape, ...]
    _hash: int

    def __new__(cls, element_type: Any, dimensions: Iterable[int] = (), layout: Layout | Iterable[int] | str | None = DEFAULT,
                dynamic_dimensions: Iterable[bool] | None = None) -> Shape:
        if isinstance(element_type, str) and ("[" in element_type or "(" in element_type):
            return cls.parse(element_type)
        type = primitive_type(element_type)
        if not type.is_array:
            raise InputError(f"{type.text} is no type of elements; other shapes come from Shape.token(), .opaque(), .of_tuple()")
        sizes = _sizes(dimensions)
        flags = tuple([n == UNBOUNDED for n in sizes])
        if dynamic_dimensions is not None:
            stated = tuple(map(bool, dynamic_dimensions))
            if len(stated) not in (0, len(sizes)):
                raise InputError(f"{len(stated)} flags of dynamic dimensions do not fit a shape of rank {len(sizes)}")
            flags = tuple([a or b for a, b in zip(flags, stated or flags)])
        if isinstance(layout, str):
            layout = default_layout(len(sizes)) if layout == DEFAULT else _layout_of_text(layout)
        elif layout is not None and not isinstance(layout, Layout):
            layout = Layout(layout)
        return make_shape(type, sizes, flags, layout, ())

    @classmethod
    def parse(cls, text: str) -> Shape:
        """The shape that HLO text states: `f32[2,<=3]{1,0:T(8,128)}`, `(f32[], token[])`. No layout stands for none.

        ParseError, with the place, if the text is anything else.
        """
        source = Source("<shape>", text)
        shape, end = read_shape(source, 0, make_shape)
        rest = text[end:].lstrip()
        if rest:
            raise ParseError.at(Span(source, len(text) - len(rest), len(text)), "syntax", "expects nothing behind a shape")
        return shape

    @classmethod
    def of_tuple(cls, shapes: Iterable[Shape]) -> Shape:
        """The shape of a tuple."""
        return make_shape(PrimitiveType.TUPLE, (), (), None, tuple(shapes))

    @classmethod
    def token(cls) -> Shape:
        return make_shape(PrimitiveType.TOKEN, (), (), None, ())

    @classmethod
    def opaque(cls) -> Shape:
        return make_shape(PrimitiveType.OPAQUE_TYPE, (), (), None, ())

    @classmethod
    def buffer(cls, element: Shape) -> Shape:
        """The shape of a buffer that holds an array."""
        if not element.is_array:
            raise InputError(f"a buffer holds an array, not {element}")
        return make_shape(PrimitiveType.BUFFER, (), (), None, (element,))

    @classmethod
    def of_array(cls, array: np.ndarray) -> Shape:
        """The shape of a NumPy array; its layout is the order of the array's strides where that is a layout, else the default."""
        from hloom.xla.layout_util import layout_of_strides

        return cls(array.dtype, array.shape, layout_of_strides(array) or DEFAULT)

    @classmethod
    def of_type(cls, type: AnyType) -> Shape:
        """The shape of values of an IR type, `hloom.xla.ir_types.shape_of_type`."""
        from hloom.xla.ir_types import shape_of_type

        return shape_of_type(type)

    def to_type(self) -> AnyType:
        """The IR's type of values of this shape, with its layouts."""
        from hloom.xla.ir_types import type_of_shape

        return type_of_shape(self)

    @classmethod
    def from_proto(cls, data: bytes) -> Shape:
        """The shape of a serialized ShapeProto."""
        from hloom.xla.proto.shapes import shape_from_bytes

        return shape_from_bytes(data)

    def to_proto(self) -> bytes:
        """This shape as a serialized ShapeProto."""
        from hloom.xla.proto.shapes import shape_to_bytes

        return shape_to_bytes(self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a shape cannot be changed; shape.replace(...) makes another")

    def _key(self) -> tuple[Any, ...]:
        return self.element_type, self.dimensions, self.dynamic_dimensions, self.layout, self.tuple_shapes

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Shape) and self._hash == other._hash and self._key() == other._key())

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return make_shape, self._key()

    def __copy__(self) -> Shape:
        return self

    def __deepcopy__(self, memo: object) -> Shape:
        return self

    def __repr__(self) -> str:
        return f"Shape({str(self)!r})"

    def __str__(self) -> str:
        """HLO text with layouts."""
        return self.to_text()

    def to_text(self, layouts: bool = True) -> str:
        """HLO text, with or without layouts. Padded dimensions have no text."""
        if self.is_tuple:
            return tuple_text(part.to_text(layouts) for part in self.tuple_shapes)
        if self.is_buffer:
            return f"b({self.tuple_shapes[0].to_text(layouts)})"
        return array_text(self.element_type, self.dimensions, self.dynamic_dimensions, self.layout if layouts else None)

    @property
    def is_array(self) -> bool:
        return self.element_type.is_array

    @property
    def is_tuple(self) -> bool:
        return self.element_type is PrimitiveType.TUPLE

    @property
    def is_token(self) -> bool:
        return self.element_type is PrimitiveType.TOKEN

    @property
    def is_opaque(self) -> bool:
        return self.element_type is PrimitiveType.OPAQUE_TYPE

    @property
    def is_buffer(self) -> bool:
        return self.element_type is PrimitiveType.BUFFER

    @property
    def is_scalar(self) -> bool:
        """Whether this is an array of rank 0."""
        return self.is_array and not self.dimensions

    @property
    def is_empty_tuple(self) -> bool:
        return self.is_tuple and not self.tuple_shapes

    @property
    def is_nested_tuple(self) -> bool:
        """Whether an element of this tuple is a tuple."""
        return any(part.is_tuple for part in self.tuple_shapes)

    @property
    def is_zero_element_array(self) -> bool:
        return self.is_array and 0 in self.dimensions

    @property
    def is_static(self) -> bool:
        """Whether every size, also inside a tuple, is known."""
        return not any(self.dynamic_dimensions) and all(part.is_static for part in self.tuple_shapes)

    @property
    def is_dynamic(self) -> bool:
        return not self.is_static

    @property
    def is_unbounded_dynamic(self) -> bool:
        """Whether some size has not even a bound."""
        return UNBOUNDED in self.dimensions or any(part.is_unbounded_dynamic for part in self.tuple_shapes)

    @property
    def has_layout(self) -> bool:
        """Whether every array in this shape has a layout; tokens and opaque values need none."""
        return self.layout is not None if self.is_array else all(part.has_layout for part in self.tuple_shapes)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.dimensions)

    @property
    def true_rank(self) -> int:
        """The number of dimensions of a size greater than 1 (an unbounded one counts)."""
        return sum(n > 1 or n == UNBOUNDED for n in self.dimensions)

    @property
    def has_degenerate_dimensions(self) -> bool:
        """Whether some dimension has the size 1."""
        return 1 in self.dimensions

    def dimension_number(self, number: int) -> int:
        """The dimension, from 0, that a number means: -1 is the last one. InputError if there is none."""
        if not -self.rank <= number < self.rank:
            raise InputError(f"{self} has no dimension {number}")
        return number % self.rank

    def dimension(self, number: int) -> int:
        """The size of a dimension; -1 is the last one."""
        return self.dimensions[self.dimension_number(number)]

    #: The same under the name of shape_util.
    get_dimension = dimension

    def is_dynamic_dimension(self, number: int) -> bool:
        return self.dynamic_dimensions[self.dimension_number(number)]

    @property
    def elements_in(self) -> int:
        """The number of elements of an array; of the largest array, where sizes are bounds. InputError where one is unbounded."""
        if not self.is_array:
            raise InputError(f"{self} has no elements: it is no array")
        if UNBOUNDED in self.dimensions:
            raise InputError(f"{self} has no number of elements: a size is unbounded")
        return prod(self.dimensions)

    @property
    def dtype(self) -> np.dtype:
        """The NumPy dtype of the elements. InputError where there is none."""
        return self.element_type.element.dtype

    @property
    def element_size_in_bits(self) -> int:
        """The bits from one element to the next in memory: what the layout says, else whole bytes."""
        stated = self.layout.element_size_in_bits if self.layout is not None else 0
        return stated or 8 * self.element_type.byte_width

    def byte_size(self, pointer_size: int | None = None) -> int:
        """The bytes that the elements take, without padding (`hloom.xla.shape_util.byte_size_of`)."""
        from hloom.xla.shape_util import byte_size_of

        return byte_size_of(self, pointer_size)

    def validate(self, layouts: bool = True) -> Shape:
        """This shape; InputError if it is not valid (`hloom.xla.shape_util.validate_shape`)."""
        from hloom.xla.shape_util import validate_shape

        validate_shape(self, allow_missing_layouts=not layouts)
        return self

    def replace(self, element_type: Any = None, dimensions: Iterable[int] | None = None, layout: Any = DEFAULT,
                dynamic_dimensions: Iterable[bool] | None = None) -> Shape:
        """This array's shape with some parts changed; the layout is kept unless one (or None) is given."""
        if not self.is_array:
            raise InputError(f"{self} is no array")
        sizes = self.dimensions if dimensions is None else dimensions
        flags = self.dynamic_dimensions if dynamic_dimensions is None and dimensions is None else dynamic_dimensions
        return Shape(self.element_type if element_type is None else element_type, sizes,
                     self.layout if layout is DEFAULT else layout, flags)

    def with_layout(self, layout: Layout | Iterable[int] | str | None = DEFAULT) -> Shape:
        """This array's shape with another layout: a Layout, its minor-to-major order, its text, None; else the default one."""
        if not self.is_array:
            raise InputError(f"{self} is no array: it has no layout of its own")
        return Shape(self.element_type, self.dimensions, layout, self.dynamic_dimensions)

    def with_default_layout(self) -> Shape:
        """This shape with the default layout in all of its arrays."""
        return self.map_arrays(Shape.with_layout)

    def without_layout(self) -> Shape:
        """This shape without a layout in any of its arrays."""
        return self.map_arrays(lambda shape: shape.with_layout(None))

    def map_arrays(self, function: Any) -> Shape:
        """This shape with each of its arrays replaced by what `function` makes of it."""
        if self.is_array:
            return function(self)
        if not self.tuple_shapes:
            return self
        return make_shape(self.element_type, (), (), None, tuple([part.map_arrays(function) for part in self.tuple_shapes]))

    def subshape(self, index: Iterable[int]) -> Shape:
        """The shape inside tuples at `index`: () is this shape, (1, 0) the first element of the second. InputError if none."""
        found = self
        index = tuple(index)
        for k in index:
            if not found.is_tuple or not 0 <= k < len(found.tuple_shapes):
                raise InputError(f"Shape index {{{','.join(map(str, index))}}} not a valid subshape index for tuple with shape "
                                 f"{self}")
            found = found.tuple_shapes[k]
        return found

    get_subshape = subshape

    def is_leaf_index(self, index: Iterable[int]) -> bool:
        """Whether there is no tuple at `index`."""
        return not self.subshape(index).is_tuple

    def subshapes(self) -> Iterator[tuple[tuple[int, ...], Shape]]:
        """This shape and all inside its tuples with their indices, from the outside in (for_each_subshape)."""
        pending: list[tuple[tuple[int, ...], Shape]] = [((), self)]
        while pending:
            index, shape = pending.pop()
            yield index, shape
            if shape.is_tuple:
                pending.extend([((*index, k), part) for k, part in enumerate(shape.tuple_shapes)][::-1])

    def leaves(self) -> Iterator[tuple[tuple[int, ...], Shape]]:
        """The shapes that are no tuples, with their indices."""
        return ((index, shape) for index, shape in self.subshapes() if not shape.is_tuple)


def make_shape(type: PrimitiveType, dimensions: tuple[int, ...], dynamic: tuple[bool, ...], layout: Layout | None,
               tuple_shapes: tuple[Shape, ...]) -> Shape:
    """A shape from all its parts, which are not checked; what `read_shape` calls."""
    if layout is None and not dimensions and type.is_array:
        layout = default_layout(0)
    shape = object.__new__(Shape)
    for name, value in zip(("element_type", "dimensions", "dynamic_dimensions", "layout", "tuple_shapes"),
                           (type, dimensions, dynamic, layout, tuple_shapes)):
        object.__setattr__(shape, name, value)
    object.__setattr__(shape, "_hash", hash((type, dimensions, dynamic, layout, tuple_shapes)))
    return shape


def _sizes(dimensions: Iterable[int]) -> tuple[int, ...]:
    try:
        sizes = tuple([n.__index__() for n in dimensions])
    except (TypeError, AttributeError):
        raise InputError(f"dimensions are a list of integers, not {dimensions!r:.80}") from None
    if len(sizes) > MOST_DIMENSIONS:
        raise InputError(f"a shape of {len(sizes)} dimensions; {MOST_DIMENSIONS} are the most")
    for k, n in enumerate(sizes):
        if n != UNBOUNDED and not 0 <= n <= LARGEST:
            raise InputError(f"Negative dimension at index {k}: {n}." if n < 0 else f"the size {n} does not fit into 64 bits")
    return sizes


def _layout_of_text(text: str) -> Layout:
    from hloom.xla.layout_util import parse_layout

    return parse_layout(text)
