"""Literals: values with a shape and a layout (XLA: LiteralProto).

    Literal([[1, 2], [3, 4]], "s32")                     s32[2,2]{1,0} { { 1, 2 }, { 3, 4 } }
    Literal.parse("f32[2,3]{0,1} { { 1, 2, 3 }, { 4, 5, 6 } }").buffer      1, 4, 2, 5, 3, 6
    np.asarray(literal), np.from_dlpack(literal)         the elements, where they are
    Literal([1, 2, 3], "s32[<=4]")                       s32[<=4]{0}(3) {1, 2, 3}

A literal keeps its elements in one buffer in the order of its layout, padding included; `array` is a view of it. A dimension
with a bound has as many elements as `sizes` says, in a buffer that has room for as many as the bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, Final

import ml_dtypes
import numpy as np

from hloom.ir.hlo.literal_reading import ELIDED
from hloom.ir.hlo.literal_text import literal_text, storage_dtype, tuple_literal_text
from hloom.ir.layout import Layout, PaddingValue
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.bits import pack, to_bits
from hloom.numbers.convert import convert
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source, Span
from hloom.xla.bitcasts import permute_dimensions
from hloom.xla.index_util import check_index, padded_sizes
from hloom.xla.layout_util import layout_of_strides
from hloom.xla.literal_reader import check_literal_shape, fits, read_shaped_literal
from hloom.xla.shape import DEFAULT, Shape, primitive_type

#: More braces than this a literal's text does not have; arrays of no elements could have any number of them.
_MOST_BRACES: Final = 1 << 24


class Literal:
    """An array, a tuple of literals, or a token, with its shape.

    `Literal(values)` takes anything that NumPy does, with `__dlpack__` or `__array__` too, and lies where that lies if this is a
    layout. `shape` is a Shape, an element type, or a text of one: Python's numbers are converted to that type, arrays of another
    type are refused. The values of a dimension with a bound may be fewer. The elements are not to be written to.
    """

    __slots__ = ("buffer", "elements", "shape", "sizes")

    shape: Shape
    #: The elements in the order of the layout, padding included, one dimension; empty for a tuple or token.
    buffer: np.ndarray
    #: The elements of a tuple.
    elements: tuple[Literal, ...]
    #: How many elements each dimension has: the shape's dimensions, or less where these are bounds; () for a tuple or token.
    sizes: tuple[int, ...]
    # Two literals with equal values are equal, whatever their layouts; the values may be large.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Any, shape: Shape | PrimitiveType | str | None = None,
                 layout: Layout | Sequence[int] | str | None = None) -> None:
        if isinstance(shape, str):
            shape = Shape.parse(shape) if "[" in shape or "(" in shape else PrimitiveType.parse(shape)
        type = shape.element_type if isinstance(shape, Shape) else shape
        data = _array_of(values, type)
        if not isinstance(shape, Shape):
            shape = Shape(type if type is not None else data.dtype, data.shape, layout_of_strides(data) or DEFAULT)
        elif not shape.is_array:
            raise InputError(f"values make an array, not {shape}; Literal.of_tuple(literals) makes a tuple")
        elif not fits(data.shape, shape):
            raise InputError(f"values of shape {list(data.shape)} are no {shape}")
        if layout is not None:
            shape = shape.with_layout(layout)
        elif shape.layout is None:
            shape = shape.with_layout()
        self.shape, self.buffer, self.elements, self.sizes = shape, _laid_out(data, shape), (), data.shape
        self.buffer.flags.writeable = False

    @classmethod
    def of_buffer(cls, buffer: np.ndarray, shape: Shape, sizes: Sequence[int] | None = None) -> Literal:
        """The literal whose elements, padding included, lie one after the other in a one-dimensional array, which is not copied.

        `sizes` says how many elements the dimensions have, those with a bound at most that; left out, as many as the bounds.
        InputError if the array has another type or number of elements than `shape`, or the sizes do not fit it.
        """
        check_literal_shape(shape)
        found = shape.dimensions if sizes is None else tuple(sizes)
        if not fits(found, shape):
            raise InputError(f"sizes {list(found)} do not fit {shape}")
        if buffer.dtype != storage_dtype(shape.element_type) or buffer.shape != (prod(padded_sizes(shape)),):
            raise InputError(f"a buffer of {buffer.size} elements of {buffer.dtype} holds no {shape}")
        literal = object.__new__(cls)
        literal.shape, literal.buffer, literal.elements, literal.sizes = shape, buffer.view(), (), found
        literal.buffer.flags.writeable = False
        return literal

    @classmethod
    def of_tuple(cls, elements: Iterable[Literal]) -> Literal:
        """The tuple of literals."""
        literal = object.__new__(cls)
        literal.elements = tuple(elements)
        literal.shape = Shape.of_tuple(part.shape for part in literal.elements)
        literal.buffer, literal.sizes = np.empty(0, np.uint8), ()
        return literal

    @classmethod
    def token(cls) -> Literal:
        literal = cls.of_tuple(())
        literal.shape = Shape.token()
        return literal

    @classmethod
    def parse(cls, text: str) -> Literal:
        """The literal that HLO text states, its shape first: `f32[2]{0} {1, 2}`, `(s32[], pred[2]{0}) ( 1, {1, 0} )`.

        Behind a shape with bounds its sizes may stand, `s32[<=4](3) {1, 2, 3}`; without them the bounds are the sizes. A tuple
        may have the shapes inside, which is how XLA prints literals: `( s32[<=4](3) {1, 2, 3}, f32[] 1 )`.
        ParseError, with the place, if the text is anything else, or if the elements were left out of it (`{...}`).
        """
        values, shape = read_shaped_literal(text)
        try:
            return cls.of_values(values, shape)
        except InputError as error:
            raise ParseError.at(Span(Source("<literal>", text), 0, len(text)), "syntax", str(error)) from None

    @classmethod
    def of_values(cls, values: Any, shape: Shape) -> Literal:
        """The literal of a shape from arrays, nested in lists as the shape's tuples are; what `read_literal` gives."""
        if shape.is_tuple:
            if not isinstance(values, list | tuple) or len(values) != len(shape.tuple_shapes):
                raise InputError(f"a tuple of {len(shape.tuple_shapes)} values is needed for {shape}")
            return cls.of_tuple(map(cls.of_values, values, shape.tuple_shapes))
        if shape.is_token:
            return cls.token()
        if values is ELIDED:
            raise InputError("the elements were left out of the text: {...}")
        return cls(values, shape)

    @classmethod
    def from_proto(cls, data: bytes) -> Literal:
        """The literal of a serialized LiteralProto."""
        from hloom.xla.proto.literals import literal_from_bytes

        return literal_from_bytes(data)

    def to_proto(self) -> bytes:
        """This literal as a serialized LiteralProto."""
        from hloom.xla.proto.literals import literal_to_bytes

        return literal_to_bytes(self)

    @property
    def array(self) -> np.ndarray:
        """The elements as a NumPy array, a view with the strides of the layout. InputError for tuples and tokens."""
        whole = self.bounded_array
        return whole[tuple(map(slice, self.sizes))] if whole.shape != self.sizes else whole

    @property
    def bounded_array(self) -> np.ndarray:
        """The elements and the room that bounds leave for more, which is zero where nothing was put there."""
        if not self.shape.is_array:
            raise InputError(f"a literal of shape {self.shape} is no array")
        layout, widths = self.shape.layout, padded_sizes(self.shape)
        assert layout is not None
        order = layout.major_to_minor
        place = {d: k for k, d in enumerate(order)}
        whole = self.buffer.reshape([widths[d] for d in order]).transpose([place[d] for d in range(self.shape.rank)])
        dimensions = self.shape.dimensions
        return whole[tuple(map(slice, dimensions))] if widths != dimensions else whole

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.array, dtype=dtype, copy=copy)

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()

    def __len__(self) -> int:
        """The number of elements of a tuple, or the size of an array's first dimension."""
        if not self.shape.is_array:
            return len(self.elements)
        return self.sizes[self.shape.dimension_number(0)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.elements if not self.shape.is_array else self.array)

    def __getitem__(self, index: Any) -> Any:
        """An element of a tuple, as a literal; of an array, what NumPy gives for the index."""
        if self.shape.is_array:
            return self.array[index]
        if not isinstance(index, int) or not -len(self.elements) <= index < len(self.elements):
            raise InputError(f"{self.shape} has no element {index}")
        return self.elements[index]

    def get(self, index: Sequence[int], shape_index: Sequence[int] = ()) -> Any:
        """The element at a multi-dimensional index, of the array at `shape_index` inside tuples."""
        found = self.subliteral(shape_index)
        check_index(found.static_shape, index)
        return found.array[tuple(index)]

    def subliteral(self, shape_index: Sequence[int]) -> Literal:
        """The literal inside tuples at `shape_index`."""
        self.shape.subshape(shape_index)
        found = self
        for k in shape_index:
            found = found.elements[k]
        return found

    def __eq__(self, other: object) -> bool:
        """Whether the other literal has the same types, sizes and bits, in whatever layout and with whatever bounds."""
        if not isinstance(other, Literal) or self.shape.element_type is not other.shape.element_type:
            return False
        if not self.shape.is_array:
            return self.elements == other.elements
        return self.sizes == other.sizes and bool(np.array_equal(to_bits(self.array), to_bits(other.array)))

    def __repr__(self) -> str:
        return f"Literal.parse({str(self)!r})" if self.shape.is_tuple or self.buffer.size <= 64 else f"<literal {self.shape}>"

    def __str__(self) -> str:
        """Shape and values as HLO text: `f32[2]{0} {1, 2}`; with sizes where there are bounds, `s32[<=4]{0}(3) {1, 2, 3}`."""
        return self._shaped_text() if self.shape.is_dynamic else f"{self.shape} {self.to_text()}"

    def _shaped_text(self) -> str:
        """The text in which each array has its shape beside it."""
        if self.shape.is_array:
            sizes = f"({','.join(map(str, self.sizes))})" if self.shape.is_dynamic else ""
            return f"{self.shape}{sizes} {self.to_text()}"
        return "token" if self.shape.is_token else tuple_literal_text([part._shaped_text() for part in self.elements])

    def to_text(self) -> str:
        """The values as HLO text, without the shape: `{1, 2}`."""
        if not self.shape.is_array:
            return tuple_literal_text([part.to_text() for part in self.elements])
        if 0 in self.sizes and prod([n for n in self.sizes if n]) > _MOST_BRACES:
            raise InputError(f"the text of {self.shape} would have more than {_MOST_BRACES} braces")
        return literal_text(self.array, self.shape.element_type)

    def to_bytes(self) -> bytes:
        """The buffer's bytes, little-endian; packed if the layout's elements have less than a byte, the first in the low bits."""
        return pack(self.buffer, packed=0 < self.shape.element_size_in_bits < 8)

    def relayout(self, layout: Layout | Sequence[int] | str | None = None, shape_index: Sequence[int] = ()) -> Literal:
        """The same values in another layout, or in the default one. In a tuple `shape_index` says of which array."""
        if shape_index:
            elements = list(self.elements)
            self.shape.subshape(shape_index)
            elements[shape_index[0]] = elements[shape_index[0]].relayout(layout, shape_index[1:])
            return Literal.of_tuple(elements)
        if self.shape.is_tuple:
            if layout is not None:
                raise InputError("one layout does not fit a tuple; shape_index says of which array")
            return Literal.of_tuple(part.relayout() for part in self.elements)
        return Literal(self.array, self.shape.with_layout() if layout is None else self.shape.with_layout(layout))

    @property
    def static_shape(self) -> Shape:
        """The shape of the elements that there are, without bounds, in the layout's order of dimensions."""
        if not self.shape.is_dynamic:
            return self.shape
        if self.shape.is_tuple:
            return Shape.of_tuple([part.static_shape for part in self.elements])
        assert self.shape.layout is not None
        return Shape(self.shape.element_type, self.sizes, self.shape.layout.minor_to_major)

    def to_static(self) -> Literal:
        """The same values without bounds."""
        if not self.shape.is_dynamic:
            return self
        if self.shape.is_tuple:
            return Literal.of_tuple([part.to_static() for part in self.elements])
        return Literal(self.array, self.static_shape)

    def to_bounded(self, shape: Shape | str) -> Literal:
        """The same values in a shape with bounds. InputError if they do not fit it."""
        wanted = Shape.parse(shape) if isinstance(shape, str) else shape
        if not wanted.is_tuple or not self.shape.is_tuple:
            return Literal(self.array, wanted)
        if len(wanted.tuple_shapes) != len(self.elements):
            raise InputError(f"a tuple of {len(wanted.tuple_shapes)} values is needed for {wanted}")
        return Literal.of_tuple([part.to_bounded(inner) for part, inner in zip(self.elements, wanted.tuple_shapes)])

    def slice(self, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None) -> Literal:
        """The elements from `starts` up to but not `limits`, in the same order of dimensions; they have no bounds."""
        strides = strides if strides is not None else (1,) * self.shape.rank
        if not len(starts) == len(limits) == len(strides) == self.shape.rank or not all(
                0 <= start <= limit <= n and step > 0
                for start, limit, step, n in zip(starts, limits, strides, self.sizes)):
            raise InputError(f"no slice of {self.shape}: starts {list(starts)}, limits {list(limits)}, strides {list(strides)}")
        part = self.array[tuple(map(slice, starts, limits, strides))]
        assert self.shape.layout is not None
        layout = self.shape.layout.replace(padded_dimensions=(), padding_value=None, split_configs=())
        return Literal(part, Shape(self.shape.element_type, part.shape, layout))

    def transpose(self, permutation: Sequence[int]) -> Literal:
        """The literal whose dimension i is dimension `permutation[i]`; the layout says so, and nothing moves."""
        turned = permute_dimensions(permutation, self.shape)
        return Literal.of_buffer(self.buffer, turned, [self.sizes[d] for d in permutation])

    def reshape(self, dimensions: Sequence[int]) -> Literal:
        """The elements, in row-major order, as an array of other sizes in the default layout."""
        sizes = tuple(dimensions)
        if min(sizes, default=0) < 0 or prod(sizes) != prod(self.sizes):
            raise InputError(f"{self.shape} has no shape {list(sizes)}: it has {prod(self.sizes)} elements")
        return Literal(self.array.reshape(sizes), Shape(self.shape.element_type, sizes))

    def broadcast(self, dimensions: Sequence[int], broadcast_dimensions: Sequence[int]) -> Literal:
        """The array of sizes `dimensions` whose dimension `broadcast_dimensions[k]` is dimension k of this one."""
        sizes, given = tuple(dimensions), tuple(broadcast_dimensions)
        if len(given) != self.shape.rank or sorted(set(given)) != list(given) or not all(
                0 <= d < len(sizes) and sizes[d] == n for d, n in zip(given, self.sizes)):
            raise InputError(f"{self.shape} does not broadcast to {list(sizes)} by dimensions {list(given)}")
        placed = dict(zip(given, self.sizes))
        data = np.broadcast_to(self.array.reshape([placed.get(d, 1) for d in range(len(sizes))]), sizes)
        return Literal(data, Shape(self.shape.element_type, sizes))

    def convert(self, type: PrimitiveType | str) -> Literal:
        """The values in another element type, as XLA's convert: rounded once, integers saturating."""
        wanted = primitive_type(type)
        layout = self.shape.layout
        assert layout is not None
        if wanted.width >= 8:
            layout = layout.replace(element_size_in_bits=0)
        return Literal(convert(self.array, wanted.element),
                       Shape(wanted, self.shape.dimensions, layout, self.shape.dynamic_dimensions))


def _array_of(values: Any, type: PrimitiveType | None) -> np.ndarray:
    """The values as an array of the type's dtype, not copied if they are one."""
    if hasattr(values, "__dlpack__") and not isinstance(values, np.ndarray | Literal):
        try:
            values = np.from_dlpack(values)
        except (BufferError, RuntimeError, TypeError, ValueError):
            pass  # a device or a type that NumPy does not have; perhaps it converts itself
    is_array = hasattr(values, "__array__")
    try:
        data = np.asarray(values)
        if type is not None and data.dtype != storage_dtype(type):
            if is_array and data.ndim:
                raise InputError(f"an array of {data.dtype} is no {type.text}; Literal(...).convert({type.text!r}) converts it")
            data = _of_numbers(data, type)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{values!r:.80} is no array of {type.text if type else 'numbers'}: {error}") from None
    return data


def _of_numbers(data: np.ndarray, type: PrimitiveType) -> np.ndarray:
    """Python's numbers as elements of a type. InputError for integers that it does not hold and for fractions."""
    dtype = storage_dtype(type)
    if not data.size:
        return data.astype(dtype)
    if data.dtype.kind not in "biufcO":
        raise InputError(f"{data.dtype} is no {type.text}")
    if type.is_integer:
        numbers = data.ravel().tolist()
        least = -(1 << (type.width - 1)) if type.is_signed_integer else 0
        if any(number != int(number) or not least <= number < least + (1 << type.width) for number in numbers):
            raise InputError(f"a value is out of range for {type.text}: {data}")
        wide = np.array([int(number) for number in numbers], np.uint64 if type is PrimitiveType.U64 else np.int64)
        return wide.astype(dtype).reshape(data.shape)
    if data.dtype.kind == "c" and not type.is_complex:
        raise InputError(f"complex numbers are no {type.text}")
    if type.is_float and data.dtype.kind in "biufO":
        from hloom.numbers.rounding import round_to

        return np.asarray(round_to(data.astype(np.float64), type.element))
    return data.astype(dtype)


def _laid_out(data: np.ndarray, shape: Shape) -> np.ndarray:
    """The elements in the order of the shape's layout, with its padding; a view of `data` if it lies so."""
    check_literal_shape(shape)
    layout, widths = shape.layout, padded_sizes(shape)
    assert layout is not None
    if widths != data.shape:
        padded = np.full(widths, _padding(shape.element_type, layout.padding_value), data.dtype)
        padded[tuple(map(slice, data.shape))] = data
        data = padded
    ordered = data.transpose(layout.major_to_minor)
    return ordered.reshape(-1) if ordered.flags.c_contiguous else np.ascontiguousarray(ordered).reshape(-1)


def _padding(type: PrimitiveType, value: PaddingValue | None) -> np.ndarray:
    """What padding is filled with; nothing stated means zero."""
    dtype = storage_dtype(type)
    if value not in (PaddingValue.LOWEST, PaddingValue.HIGHEST):
        return np.array(1 if value is PaddingValue.ONE else 0).astype(dtype)
    is_lowest = value is PaddingValue.LOWEST
    if type is PrimitiveType.PRED:
        return np.array(not is_lowest)
    if type.is_integer:
        least = -(1 << (type.width - 1)) if type.is_signed_integer else 0
        most = least + (1 << type.width) - 1
        return np.array(least if is_lowest else most, np.uint64 if most >> 63 else np.int64).astype(dtype)
    if type.is_complex:
        raise InputError(f"{type.text} has no lowest or highest number to pad with")
    info = ml_dtypes.finfo(dtype)
    extreme = np.array(-np.inf if is_lowest else np.inf).astype(dtype)
    return extreme if np.isinf(extreme.astype(np.float64)) else np.array(info.min if is_lowest else info.max).astype(dtype)
