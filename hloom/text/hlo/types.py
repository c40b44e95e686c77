"""Types of the IR as HLO's shapes, in and out."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.hlo.shape_text import array_text, read_shape, tuple_text
from hloom.ir.layout import Layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import DYNAMIC, TOKEN, AnyType, OpaqueType, QuantizedType, TensorType, TokenType, TupleType
from hloom.numbers.element_type import ElementType
from hloom.ops.common.attributes import TypeExtensions
from hloom.support.diagnostics import InputError
from hloom.support.source import Source

#: Shapes whose types are remembered at most, so that a text of many shapes takes no more memory for it.
_MOST_TYPES: Final = 10_000
_OPAQUE: Final = OpaqueType("!hlo.opaque")
_BUFFER: Final = "!hlo.buffer<"


def make_type(primitive: PrimitiveType, sizes: tuple[int, ...], dynamic: tuple[bool, ...], layout: Layout | None,
              elements: tuple[Any, ...]) -> AnyType:
    """The type of the IR for the parts of a shape. A layout that is the default one is left out."""
    if primitive is PrimitiveType.TUPLE:
        return TupleType(elements)
    if primitive is PrimitiveType.TOKEN:
        return TOKEN
    if primitive is PrimitiveType.BUFFER:
        return OpaqueType(f"{_BUFFER}{type_text(elements[0])}>")
    if not primitive.is_array:
        return _OPAQUE
    if layout is not None and layout.is_default:
        layout = None
    encoding = None
    if True in dynamic:
        if any(d and n != DYNAMIC for n, d in zip(sizes, dynamic)):
            encoding = TypeExtensions(tuple([n if d and n != DYNAMIC else None for n, d in zip(sizes, dynamic)]))
        sizes = tuple([DYNAMIC if d else n for n, d in zip(sizes, dynamic)])
    return TensorType(sizes, primitive.scalar, encoding, layout)


class TypeReader:
    """Types by the text of their shapes; every text is read once."""

    def __init__(self) -> None:
        self.known: dict[str, AnyType] = {}

    def of_text(self, text: str, source: Source, at: int) -> AnyType:
        """The type whose shape is `text`, which stands at offset `at` of `source`."""
        found = self.known.get(text)
        if found is None:
            found, _ = read_shape(source, at, make_type)
            if len(self.known) < _MOST_TYPES and len(text) < 1000:
                self.known[text] = found
        return found


def type_text(type: AnyType, layout: bool = True) -> str:
    """The shape of a type; without `layout` as in the headers of computations. InputError for types that HLO has not."""
    if isinstance(type, TensorType):
        if not isinstance(type.element, ElementType) and isinstance(type.element, QuantizedType):
            raise InputError(f"HLO has no quantized types, such as {type}")
        bounds = getattr(type.encoding, "bounds", None) or (None,) * type.rank
        sizes = tuple([n if b is None else b for n, b in zip(type.shape, bounds)])
        dynamic = tuple([n == DYNAMIC for n in type.shape])
        stated = (type.layout or _descending(type.rank)) if layout else None
        return array_text(PrimitiveType.of(type.element), sizes, dynamic, stated)
    if isinstance(type, TupleType):
        return tuple_text([type_text(part, layout) for part in type.elements])
    if isinstance(type, TokenType):
        return "token[]"
    if isinstance(type, OpaqueType):
        if type is _OPAQUE:
            return "opaque[]"
        if type.text.startswith(_BUFFER):
            return f"b({type.text[len(_BUFFER):-1]})"
    raise InputError(f"HLO has no type {type}")


_DESCENDING: Final = [Layout(tuple(range(rank - 1, -1, -1))) for rank in range(16)]


def _descending(rank: int) -> Layout:
    return _DESCENDING[rank] if rank < 16 else Layout(tuple(range(rank - 1, -1, -1)))
