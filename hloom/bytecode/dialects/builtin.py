"""Attributes, locations and types of the dialect `builtin`, which every program has."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hloom.bytecode.elements import check_constant, dense_elements, element_bytes, other_bytes, other_numbers, raw_elements
from hloom.bytecode.encoding import Draft, Encoding, Row, row
from hloom.bytecode.entry import EntryCursor, string_of
from hloom.bytecode.wire import fail
from hloom.ir.attributes import (
    UNIT,
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    Resource,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from hloom.ir.literal_text import array_element_bytes, float_width, integer_width, nested_text, part_of, string_text, wrapped
from hloom.ir.location import (
    UNKNOWN,
    CallSiteLocation,
    FileLocation,
    FusedLocation,
    Location,
    NamedLocation,
    UnknownLocation,
)
from hloom.ir.types import (
    DYNAMIC,
    AnyType,
    FunctionType,
    NoneType,
    OpaqueType,
    OtherScalarType,
    QuantizedType,
    TensorType,
    TupleType,
    UnrankedTensorType,
    complex_type,
)
from hloom.numbers.element_type import ELEMENT_TYPES, PRED, ElementType

#: How the size of a dimension is written that is not known.
DYNAMIC_SIZE: Final = -(1 << 63)
#: Most bits that an integer type may have, and what its name begins with by the number of its sign.
_WIDEST, _SIGNS = (1 << 24) - 1, ("", "s", "u")
BUILTIN: Final = Encoding("builtin")


# Attributes


def _dictionary(r: EntryCursor) -> DictionaryAttr:
    return DictionaryAttr({r.of(StringAttr, "a name").value: r.attribute() for _ in range(r.count("entries"))})


def _write_dictionary(draft: Draft, value: DictionaryAttr) -> None:
    draft.varint(len(value.entries))
    for name, entry in value.entries.items():
        draft.attribute(StringAttr(name))
        draft.attribute(entry)


def _symbol(r: EntryCursor) -> SymbolRefAttr:
    return SymbolRefAttr(string_of(r.of(StringAttr, "a name")))


def _write_symbol(draft: Draft, value: SymbolRefAttr) -> None:
    draft.attribute(StringAttr(value.path[0]))
    if len(value.path) > 1:
        draft.attributes([SymbolRefAttr(name) for name in value.path[1:]])


def _nested_symbol(r: EntryCursor) -> SymbolRefAttr:
    first = string_of(r.of(StringAttr, "a name"))
    return SymbolRefAttr(first, *[each.value for each in r.all_of(SymbolRefAttr, "symbols")])


def read_integer(r: EntryCursor) -> IntegerAttr | BoolAttr:
    """A type, and the bits of an integer of this type."""
    at, type = r.at, r.type()
    width = integer_width(type)
    if width is None:
        fail(at, f"an integer type was expected, not {type}")
    bits = r.integer(width)
    return BoolAttr(bool(bits)) if type is PRED else IntegerAttr(wrapped(bits, type), type)


def write_integer(draft: Draft, value: IntegerAttr | BoolAttr) -> None:
    type, number = (PRED, int(value.value)) if isinstance(value, BoolAttr) else (value.type, value.value)
    width = integer_width(type)
    assert width is not None
    draft.type(type)
    draft.integer(number & ((1 << width) - 1), width)


def read_float(r: EntryCursor) -> FloatAttr:
    """A type, and the bits of a floating-point number of this type."""
    at, type = r.at, r.type()
    width = float_width(type)
    if width is None:
        fail(at, f"a floating-point type was expected, not {type}")
    return FloatAttr(r.integer(width), type)


def write_float(draft: Draft, value: FloatAttr) -> None:
    draft.type(value.type)
    draft.integer(value.bits, float_width(value.type) or 64)


def _resource(r: EntryCursor) -> DenseResourceAttr:
    type = r.type()
    at, handle = r.at, r.varint()
    stored = r.entities.file.resources
    if not isinstance(type, TensorType) or not isinstance(type.element, ElementType):
        fail(at, f"a constant beside the program has the type of a tensor of numbers, not {type}")
    if handle >= len(stored):
        fail(at, f"resource {handle} was asked for, but there are {len(stored)}")
    found = stored[handle]
    data = found.data if isinstance(found.data, memoryview) else None
    return DenseResourceAttr(Resource(found.key, data, found.alignment), type)  # type: ignore[arg-type]


def _dense_array(r: EntryCursor) -> DenseArrayAttr:
    at, type, count, data = r.at, r.type(), r.varint(), r.blob()
    size = array_element_bytes(type)
    if size is None or not isinstance(type, ElementType | OtherScalarType):
        fail(at, f"an array of numbers of whole bytes was expected, not of {type}")
    if len(data) != count * size:
        fail(at, f"{count} numbers of {type} do not take {len(data)} bytes")
    if isinstance(type, OtherScalarType):
        return DenseArrayAttr(type, other_numbers(data, type))
    return DenseArrayAttr(type, tuple(raw_elements(data, type, (count,), at).tolist()))


def _write_dense_array(draft: Draft, value: DenseArrayAttr) -> None:
    type, values = value.element, value.values
    draft.type(type)
    draft.varint(len(values))
    draft.blob(other_bytes(values, type) if isinstance(type, OtherScalarType) else np.array(values, type.dtype).tobytes())


def _dense(r: EntryCursor) -> Attribute:
    at, type = r.at, r.type()
    return dense_elements(type, r.blob(), at)


def _write_dense(draft: Draft, value: DenseElementsAttr) -> None:
    draft.type(value.type)
    draft.blob(element_bytes(value))


def _strings(r: EntryCursor) -> OpaqueAttr:
    at = r.at
    type, is_splat = check_constant(r.type(), at), r.varint()
    if isinstance(type.element, ElementType | OtherScalarType | QuantizedType):
        fail(at, f"a constant of texts does not hold numbers: {type}")
    count = 1 if is_splat else type.size
    words = [string_text(r.string()) for _ in range(min(count, r.end - r.at + 1))]
    return OpaqueAttr(f"dense<{words[0] if is_splat else nested_text(words, type.shape)}> : {type}")


def _sparse(r: EntryCursor) -> OpaqueAttr:
    at = r.at
    type, indices, values = check_constant(r.type(), at), r.attribute(), r.attribute()
    return OpaqueAttr(f"sparse<{_within(indices)}, {_within(values)}> : {type}")


def _within(elements: Attribute) -> str:
    """What stands between the brackets of `dense<...>`."""
    text = str(elements)
    return text[text.find("<") + 1 : text.rfind("> : ")]


# Locations


def _file_location(r: EntryCursor) -> FileLocation:
    return FileLocation(string_of(r.of(StringAttr, "the name of a file")), r.varint(), r.varint())


def _file_range(r: EntryCursor) -> FileLocation:
    name, at = string_of(r.of(StringAttr, "the name of a file")), r.at
    numbers = [r.varint() for _ in range(r.count("numbers"))]
    if not 1 <= len(numbers) <= 4:
        fail(at, f"a range of a file has one to four numbers, not {len(numbers)}")
    line, column = (*numbers, 0)[:2]
    if len(numbers) < 3:
        return FileLocation(name, line, column)
    return FileLocation(name, line, column, numbers[2] if len(numbers) == 4 else line, numbers[-1])


def _write_file_location(draft: Draft, value: FileLocation) -> None:
    draft.attribute(StringAttr(value.file))
    if value.end_column is None:
        draft.varint(value.line)
        draft.varint(value.column)
        return
    within = value.end_line in (None, value.line)
    numbers = [value.line, value.column, *([] if within else [value.end_line]), value.end_column]
    draft.varint(len(numbers))
    for number in numbers:
        draft.varint(number)  # type: ignore[arg-type]


def _locations(r: EntryCursor) -> tuple[Location, ...]:
    return r.all_of(Location, "locations")


BUILTIN.add(
    row(0, "attributes", ArrayAttr, lambda a: (a.values,)),
    Row(1, _dictionary, _write_dictionary),
    row(2, "string", StringAttr, lambda a: (a.data,)),
    row(3, "string type", StringAttr, lambda a: (a.data, a.type)),
    Row(4, _symbol, _write_symbol),
    Row(5, _nested_symbol, _write_symbol),
    row(6, "type", TypeAttr, lambda a: (a.type,)),
    row(7, "", lambda: UNIT, lambda a: ()),
    Row(8, read_integer, write_integer),
    Row(9, read_float, write_float),
    Row(10, lambda r: CallSiteLocation(r.of(Location, "a location"), r.of(Location, "a location")),
        lambda d, a: (d.attribute(a.callee), d.attribute(a.caller))),  # type: ignore[arg-type,return-value]
    Row(11, _file_location, _write_file_location),
    Row(12, lambda r: FusedLocation(_locations(r)), lambda d, a: d.attributes(a.locations)),
    Row(13, lambda r: FusedLocation(_locations(r), r.attribute()),
        lambda d, a: (d.attributes(a.locations), d.attribute(a.metadata))),  # type: ignore[arg-type,return-value]
    Row(14, lambda r: _named(string_of(r.of(StringAttr, "a name")), r.of(Location, "a location")),
        lambda d, a: (d.attribute(StringAttr(a.name)), d.attribute(a.child or UNKNOWN))),  # type: ignore[arg-type,return-value]
    row(15, "", lambda: UNKNOWN, lambda a: ()),
    Row(16, _resource, lambda d, a: (d.type(a.type), d.resource(a.resource))),  # type: ignore[arg-type,return-value]
    Row(17, _dense_array, _write_dense_array),
    Row(18, _dense, _write_dense),
    Row(19, _strings),
    Row(20, _sparse),
    row(21, "attribute", lambda inner: OpaqueAttr(f"distinct[0]<{inner}>")),
    Row(22, _file_range, _write_file_location),
)


def _named(name: str, child: Location) -> NamedLocation:
    return NamedLocation(name, None if isinstance(child, UnknownLocation) else child)


# Types


def shape_of(sizes: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The sizes of dimensions as the IR has them."""
    if any(size < 0 and size != DYNAMIC_SIZE for size in sizes):
        fail(at, f"{min(sizes)} is no size of a dimension")
    return tuple([DYNAMIC if size == DYNAMIC_SIZE else size for size in sizes])


def written_sizes(shape: tuple[int, ...]) -> list[int]:
    return [DYNAMIC_SIZE if size == DYNAMIC else size for size in shape]


def tensor_type(r: EntryCursor, encoding: Attribute | None = None) -> TensorType:
    """Sizes of dimensions, and the type of the elements."""
    at = r.at
    shape, element = shape_of(r.svarints(), at), r.type()
    fault = element_fault(element)
    if fault:
        fail(at, fault)
    fault = encoding.fault(shape) if hasattr(encoding, "fault") else None  # type: ignore[union-attr]
    if fault:
        fail(at, fault)
    return TensorType(shape, element, encoding)


def unranked_type(element: AnyType) -> UnrankedTensorType:
    """The tensor type of unknown rank. ValueError for elements that no tensor has."""
    fault = element_fault(element)
    if fault:
        raise ValueError(fault)
    return UnrankedTensorType(element)


def element_fault(element: AnyType) -> str | None:
    """Why a type cannot be that of the elements of a tensor; None if it can."""
    is_large = isinstance(element, TensorType | TupleType | FunctionType | UnrankedTensorType)
    return f"{element} cannot be the type of the elements of a tensor" if is_large else None


def _tensor_with_encoding(r: EntryCursor) -> TensorType:
    encoding = r.attribute()
    return tensor_type(r, encoding)


def _integer_type(r: EntryCursor) -> AnyType:
    at, number = r.at, r.varint()
    width, sign = number >> 2, number & 3
    if not 0 < width <= _WIDEST or sign >= len(_SIGNS):
        fail(at, f"an integer type of 1 to {_WIDEST} bits was expected, not of {width} (and sign {sign})")
    name = f"{_SIGNS[sign]}i{width}"
    return ELEMENT_TYPES.get(name) or OtherScalarType(name)


def integer_code(type: AnyType) -> int:
    """The number that says the width and the sign of an integer type."""
    width = integer_width(type)
    assert width is not None
    return width << 2 | {"s": 1, "u": 2}.get(str(type)[0], 0)


def _shaped_text(name: str, sizes: tuple[int, ...], type: AnyType, more: str = "") -> OpaqueType:
    return OpaqueType(f"{name}<{''.join('?x' if n == DYNAMIC else f'{n}x' for n in sizes)}{type}{more}>")


def _memref(r: EntryCursor, space: Attribute | None = None) -> OpaqueType:
    at = r.at
    sizes, type, layout = shape_of(r.svarints(), at), r.type(), r.attribute()
    plain = f"affine_map<({', '.join(f'd{k}' for k in range(len(sizes)))}) -> ({', '.join(f'd{k}' for k in range(len(sizes)))})>"
    more = ("" if str(layout) == plain else f", {layout}") + ("" if space is None else f", {space}")
    return _shaped_text("memref", sizes, type, more)


def _memref_in_space(r: EntryCursor) -> OpaqueType:
    space = r.attribute()
    return _memref(r, space)


def _vector(r: EntryCursor, scalable: tuple[bool, ...] = ()) -> OpaqueType:
    at = r.at
    sizes = shape_of(r.svarints(), at)
    words = "".join(f"[{n}]x" if k < len(scalable) and scalable[k] else f"{n}x" for k, n in enumerate(sizes))
    return OpaqueType(f"vector<{words}{r.type()}>")


def _scalable_vector(r: EntryCursor) -> OpaqueType:
    flags = tuple([r.boolean() for _ in range(r.count("flags"))])
    return _vector(r, flags)


_FLOATS: Final = {3: "bf16", 4: "f16", 5: "f32", 6: "f64", 7: "f80", 8: "f128", 21: "tf32", 22: "f8E5M2", 23: "f8E4M3",
                  24: "f8E4M3FN", 25: "f8E5M2FNUZ", 26: "f8E4M3FNUZ", 27: "f8E4M3B11FNUZ", 28: "f8E3M4", 29: "f4E2M1FN",
                  30: "f6E2M3FN", 31: "f6E3M2FN", 32: "f8E8M0FNU"}
_FLOAT_CODES: Final = {name: code for code, name in _FLOATS.items()}


def _constant(type: Any) -> Any:
    return lambda: type


BUILTIN.add(
    Row(0, _integer_type, lambda d, t: d.varint(integer_code(t))),  # type: ignore[arg-type]
    row(1, "", lambda: ELEMENT_TYPES["index"], lambda t: ()),
    row(2, "types types", FunctionType, lambda t: (t.inputs, t.outputs)),
    *[row(code, "", _constant(ELEMENT_TYPES.get(name) or OtherScalarType(name)), lambda t: ()) for code, name in _FLOATS.items()],
    row(9, "type", complex_type, lambda t: (_part(t),)),
    Row(10, _memref),
    Row(11, _memref_in_space),
    row(12, "", NoneType, lambda t: ()),
    Row(13, tensor_type, lambda d, t: (d.svarints(written_sizes(t.shape)), d.type(t.element))),  # type: ignore[arg-type,return-value]
    Row(14, _tensor_with_encoding,
        lambda d, t: (d.attribute(t.encoding), d.svarints(written_sizes(t.shape)), d.type(t.element))),  # type: ignore[arg-type,return-value]
    row(15, "types", TupleType, lambda t: (t.elements,)),
    row(16, "type", lambda type: OpaqueType(f"memref<*x{type}>")),
    row(17, "attribute type", lambda space, type: OpaqueType(f"memref<*x{type}, {space}>")),
    row(18, "type", unranked_type, lambda t: (t.element,)),
    Row(19, _vector),
    Row(20, _scalable_vector),
    types=True,
)


def _part(type: Any) -> AnyType:
    return type.part if isinstance(type, ElementType) else part_of(type)


# What is written how


def builtin_attribute(value: Attribute) -> Row | None:
    """The row of an attribute of `builtin`; None for one of another dialect, or of which there is only the text."""
    code: Any = _CODES.get(type(value))
    if code is None:
        return None
    return BUILTIN.attributes[code if isinstance(code, int) else code(value)]


_CODES: Final[dict[type, Any]] = {
    ArrayAttr: 0, DictionaryAttr: 1, StringAttr: lambda a: 2 if a.type is None else 3,
    SymbolRefAttr: lambda a: 4 if len(a.path) == 1 else 5, TypeAttr: 6, UnitAttr: 7, IntegerAttr: 8, BoolAttr: 8, FloatAttr: 9,
    CallSiteLocation: 10, FileLocation: lambda a: 11 if a.end_column is None else 22,
    FusedLocation: lambda a: 12 if a.metadata is None else 13, NamedLocation: 14, UnknownLocation: 15, DenseArrayAttr: 17,
    DenseResourceAttr: 16, DenseElementsAttr: 18,
}


def builtin_type(type: AnyType) -> Row | None:
    """The row of a type of `builtin`; None for one of another dialect, or of which there is only the text."""
    code = _type_code(type)
    return None if code is None else BUILTIN.types[code]


def _type_code(type: Any) -> int | None:
    if isinstance(type, TensorType):
        return 13 if type.encoding is None else 14
    if isinstance(type, ElementType | OtherScalarType):
        return _scalar_code(type)
    return {FunctionType: 2, NoneType: 12, TupleType: 15, UnrankedTensorType: 18}.get(type.__class__)


def _scalar_code(type: ElementType | OtherScalarType) -> int:
    if type.is_complex:
        return 9
    if type.name == "index":
        return 1
    return _FLOAT_CODES.get(type.name, 0)
