"""The attributes and types of VHLO: their codes, their fields, and the versions with which they came.

They are held as those of `builtin` and StableHLO that say the same. Source: VhloBytecode.cpp and the tables of attributes and
types of StableHLO 1.20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from hloom.bytecode.dialects.builtin import (
    DYNAMIC_SIZE,
    read_float,
    read_integer,
    shape_of,
    tensor_type,
    unranked_type,
    write_float,
    write_integer,
    written_sizes,
)
from hloom.bytecode.dialects.native import NATIVE, native_attribute, native_type
from hloom.bytecode.dialects.numbers import Enumeration, cases, enum_row, read_double, write_double
from hloom.bytecode.dialects.stablehlo import (
    array_of,
    read_accuracy,
    read_extensions,
    read_group,
    read_mesh_axis,
    read_mode,
    write_accuracy,
    write_extensions,
    write_mesh_axis,
    write_mode,
)
from hloom.bytecode.elements import dense_elements, element_bytes
from hloom.bytecode.encoding import Dialects, Draft, Encoding, Row, row
from hloom.bytecode.entry import EntryCursor
from hloom.bytecode.wire import fail
from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseElementsAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OtherElementsAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.ir.type_text import whole_range
from hloom.ir.types import (
    DYNAMIC,
    TOKEN,
    AnyType,
    FunctionType,
    FutureType,
    NoneType,
    OpaqueType,
    OtherScalarType,
    QuantizedType,
    TensorType,
    TupleType,
    UnrankedTensorType,
    complex_type,
)
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.ops.common.attributes import (
    AxisRef,
    Mesh,
    MeshAxis,
    OutputOperandAlias,
    ReplicaGroupMeshAxes,
    ResultAccuracy,
    ResultAccuracyMode,
    SubAxisInfo,
    TypeExtensions,
)
from hloom.vhlo.attribute_converters import API_VERSIONS
from hloom.vhlo.versions import MINIMUM, Version

VHLO: Final = Encoding("vhlo")


ENUMERATIONS: Final = (
    Enumeration(3, "stablehlo", "comparison_direction", cases("EQ", "NE", "GE", "GT", "LE", "LT")),
    Enumeration(4, "stablehlo", "comparison_type", cases("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")),
    Enumeration(5, "vhlo", "api_version_v1", cases(*API_VERSIONS)),
    Enumeration(7, "stablehlo", "fft_type", cases("FFT", "IFFT", "RFFT", "IRFFT")),
    Enumeration(11, "stablehlo", "precision", cases("DEFAULT", "HIGH", "HIGHEST")),
    Enumeration(12, "stablehlo", "rng_algorithm", cases("DEFAULT", "THREE_FRY", "PHILOX")),
    Enumeration(13, "stablehlo", "rng_distribution", cases("UNIFORM", "NORMAL", first=1)),
    Enumeration(16, "stablehlo", "transpose", cases("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")),
)
_BY_NAME: Final = {(each.dialect, each.mnemonic): each for each in ENUMERATIONS}


def _boolean(r: EntryCursor) -> BoolAttr:
    at, value = r.at, r.varint()
    if value > 1:
        fail(at, f"{value} is neither true nor false")
    return BoolAttr(bool(value))


def _dictionary(r: EntryCursor) -> DictionaryAttr:
    return DictionaryAttr({r.of(StringAttr, "a name").value: r.attribute() for _ in range(r.count("entries"))})


def _write_dictionary(draft: Draft, value: DictionaryAttr) -> None:
    draft.varint(len(value.entries))
    for name, entry in value.entries.items():
        draft.attribute(StringAttr(name))
        draft.attribute(entry)


def _tensor(r: EntryCursor) -> Attribute:
    at, type = r.at, r.type()
    return dense_elements(type, r.blob(), at)


def _write_tensor(draft: Draft, value: Any) -> None:
    draft.type(value.type)
    draft.blob(element_bytes(value))


def _axis(r: EntryCursor) -> AxisRef:
    name, at = r.of(StringAttr, "the name of an axis").value, r.at
    has_part = r.varint()
    if has_part > 1:
        fail(at, f"{has_part} is neither true nor false")
    return AxisRef(name, r.of(SubAxisInfo, "a part of an axis") if has_part else None)


def _write_axis(draft: Draft, value: AxisRef) -> None:
    draft.attribute(StringAttr(value.name))
    draft.varint(0 if value.sub_axis_info is None else 1)
    if value.sub_axis_info is not None:
        draft.attribute(value.sub_axis_info)


def _write_group(draft: Draft, value: ReplicaGroupMeshAxes) -> None:
    mesh = value.mesh
    draft.attribute(StringAttr(mesh.path[0]) if isinstance(mesh, SymbolRefAttr) else mesh)
    draft.attribute(ArrayAttr(value.axes))


VHLO.add(
    row(1, "attributes", ArrayAttr, lambda a: (a.values,)),
    Row(2, _boolean, lambda draft, value: draft.varint(int(value.value))),
    *map(enum_row, ENUMERATIONS),
    Row(6, _dictionary, _write_dictionary),
    Row(8, read_float, write_float),
    Row(9, read_integer, write_integer),
    row(10, "svarints svarint svarints", OutputOperandAlias,
        lambda a: (a.output_tuple_indices, a.operand_index, a.operand_tuple_indices)),
    row(14, "string", StringAttr, lambda a: (a.data,)),
    Row(15, _tensor, _write_tensor),
    row(17, "type", TypeAttr, lambda a: (a.type,)),
    Row(18, read_extensions, write_extensions),
    Row(19, read_mode, write_mode),
    Row(20, read_accuracy, write_accuracy),
    row(21, "svarint svarint", SubAxisInfo, lambda a: (a.pre_size, a.size)),
    Row(22, _axis, _write_axis),
    Row(23, read_group, _write_group),
    Row(24, read_mesh_axis, write_mesh_axis),
    Row(25, lambda r: Mesh(array_of(r, MeshAxis, "axes"), r.optional_attribute()),
        lambda draft, a: (draft.attribute(ArrayAttr(a.axes)), draft.optional_attribute(a.device_ids))),  # type: ignore[arg-type,return-value]
)


# Types

#: The codes of types that have only a name.
_SCALARS: Final = {0: "i1", 2: "bf16", 3: "f16", 4: "f32", 5: "f64", 6: "f8E4M3FN", 7: "f8E5M2", 9: "index", 10: "i4", 11: "i8",
                   12: "i16", 13: "i32", 14: "i64", 15: "ui4", 16: "ui8", 17: "ui16", 18: "ui32", 19: "ui64", 27: "f8E4M3FNUZ",
                   28: "f8E5M2FNUZ", 29: "f8E4M3B11FNUZ", 31: "i2", 32: "ui2", 34: "tf32", 35: "f8E4M3", 36: "f8E3M4",
                   37: "f4E2M1FN", 38: "f6E2M3FN", 39: "f6E3M2FN", 40: "f8E8M0FNU"}
_SCALAR_CODES: Final = {name: code for code, name in _SCALARS.items()}
_WITNESS: Final = OpaqueType("!shape.witness")
#: The text of a buffer's type.
_BUFFER: Final = re.compile(r"memref<((?:(?:[0-9]{1,18}|\?)x)*)([a-z]\w*)>", re.ASCII)
_SIGNED: Final = 1


def _encoded_tensor(r: EntryCursor) -> TensorType:
    encoding = r.attribute()
    return tensor_type(r, encoding)


def quantized_type(is_signed: int, storage: AnyType, expressed: AnyType, low: int, high: int, scales: Sequence[float],
                   zeros: Sequence[int], axes: tuple[int, ...] = ()) -> QuantizedType:
    """A quantized type, whose storage type is written without its sign. ValueError for what is none."""
    found = ELEMENT_TYPES.get(str(storage) if is_signed else f"u{str(storage).removeprefix('u')}")
    if found is None or not found.is_integer or not isinstance(expressed, ElementType) or not expressed.is_float:
        raise ValueError(f"a quantized type stores integers for floating-point numbers, not {storage} for {expressed}")
    if len(scales) != len(zeros):
        raise ValueError(f"there are {len(scales)} scales and {len(zeros)} zero points")
    lowest, highest = whole_range(found)
    if not lowest <= low < high <= highest:
        raise ValueError(f"the range {low}:{high} does not lie in {lowest}:{highest}")
    return QuantizedType(found, expressed, low, high, tuple(scales), tuple(zeros), axes)


def _quantized(r: EntryCursor) -> QuantizedType:
    flags, storage, expressed = r.varint(), r.type(), r.type()
    scale, zero, low, high = read_double(r), r.svarint(), r.svarint(), r.svarint()
    return quantized_type(flags & _SIGNED, storage, expressed, low, high, (scale,), (zero,))


def _quantized_along(r: EntryCursor) -> QuantizedType:
    flags, storage, expressed = r.varint(), r.type(), r.type()
    axis, low, high = r.varint(), r.svarint(), r.svarint()
    scales = [read_double(r) for _ in range(r.count("scales"))]
    return quantized_type(flags & _SIGNED, storage, expressed, low, high, scales, r.svarints(), (axis,))


def _write_storage(draft: Draft, type: QuantizedType) -> None:
    draft.varint(_SIGNED if type.storage.kind == "sint" else 0)
    draft.type(ELEMENT_TYPES[type.storage.name.removeprefix("u")])
    draft.type(type.expressed)


def _write_quantized(draft: Draft, type: QuantizedType) -> None:
    _write_storage(draft, type)
    if type.is_per_tensor:
        write_double(draft, type.scales[0])
        for number in (type.zero_points[0], type.storage_min, type.storage_max):
            draft.svarint(number)
        return
    draft.varint(type.axis)
    draft.svarint(type.storage_min)
    draft.svarint(type.storage_max)
    draft.varint(len(type.scales))
    for scale in type.scales:
        write_double(draft, scale)
    draft.svarints(type.zero_points)


def _buffer(r: EntryCursor) -> OpaqueType:
    at = r.at
    sizes = "".join("?x" if size == DYNAMIC else f"{size}x" for size in shape_of(r.svarints(), at))
    return OpaqueType(f"memref<{sizes}{r.type()}>")


def _write_buffer(draft: Draft, type: OpaqueType) -> None:
    sizes, name = _BUFFER.fullmatch(type.text).groups()  # type: ignore[union-attr]
    draft.svarints([DYNAMIC_SIZE if size == "?" else int(size) for size in sizes.split("x")[:-1]])
    draft.type(ELEMENT_TYPES[name])


def _scalar_row(code: int, name: str) -> Row:
    return row(code, "", lambda: ELEMENT_TYPES.get(name) or OtherScalarType(name), lambda type: ())


VHLO.add(
    *[_scalar_row(code, name) for code, name in _SCALARS.items()],
    row(1, "type", complex_type, lambda t: (t.part,)),
    row(8, "types types", FunctionType, lambda t: (t.inputs, t.outputs)),
    Row(20, tensor_type, lambda draft, t: (draft.svarints(written_sizes(t.shape)), draft.type(t.element))),  # type: ignore[arg-type,return-value]
    Row(21, _encoded_tensor,
        lambda draft, t: (draft.attribute(t.encoding), draft.svarints(written_sizes(t.shape)), draft.type(t.element))),  # type: ignore[arg-type,return-value]
    row(22, "", lambda: TOKEN, lambda t: ()),
    row(23, "types", TupleType, lambda t: (t.elements,)),
    Row(24, _quantized, _write_quantized),
    row(25, "type", unranked_type, lambda t: (t.element,)),
    row(26, "", lambda: _WITNESS, lambda t: ()),
    Row(30, _quantized_along, _write_quantized),
    row(33, "", NoneType, lambda t: ()),
    Row(41, _buffer, _write_buffer),
    row(42, "types", FutureType, lambda t: (t.elements,)),
    types=True,
)


# What is written how

_CODES: Final[dict[type, int]] = {
    ArrayAttr: 1, BoolAttr: 2, DictionaryAttr: 6, FloatAttr: 8, IntegerAttr: 9, OutputOperandAlias: 10, DenseElementsAttr: 15,
    OtherElementsAttr: 15, TypeAttr: 17, TypeExtensions: 18, ResultAccuracyMode: 19, ResultAccuracy: 20, SubAxisInfo: 21,
    AxisRef: 22, ReplicaGroupMeshAxes: 23, MeshAxis: 24, Mesh: 25,
}


def attribute_code(value: Attribute) -> int | None:
    """The code of an attribute in VHLO; None for one that VHLO has not."""
    if isinstance(value, EnumAttr):
        found = _BY_NAME.get((value.dialect, value.mnemonic))
        return found.code if found else None
    if isinstance(value, StringAttr):
        return 14 if value.type is None else None
    if isinstance(value, IntegerAttr | FloatAttr):
        return _CODES[type(value)] if str(value.type) in _SCALAR_CODES else None
    if isinstance(value, DenseElementsAttr | OtherElementsAttr):
        return None if type_code(value.type) is None else 15
    return _CODES.get(type(value))


def type_code(type: AnyType) -> int | None:
    """The code of a type in VHLO; None for one that VHLO has not."""
    if isinstance(type, TensorType):
        if type_code(type.element) is None or not isinstance(type.encoding, TypeExtensions | None):
            return None
        return 20 if type.encoding is None else 21
    if isinstance(type, ElementType | OtherScalarType):
        is_complex = isinstance(type, ElementType) and type.is_complex
        return 1 if is_complex else _SCALAR_CODES.get(type.name)
    if isinstance(type, QuantizedType):
        return 24 if type.is_per_tensor else 30 if type.is_per_axis else None
    if type is TOKEN:
        return 22
    if isinstance(type, OpaqueType):
        found = _BUFFER.fullmatch(type.text)
        return 26 if type is _WITNESS else 41 if found and found.group(2) in _SCALAR_CODES else None
    return {FunctionType: 8, TupleType: 23, UnrankedTensorType: 25, NoneType: 33, FutureType: 42}.get(type.__class__)


def _attribute(value: Attribute) -> tuple[str, Row | None]:
    code = attribute_code(value)
    return native_attribute(value) if code is None else ("vhlo", VHLO.attributes[code])


def _type(type: AnyType) -> tuple[str, Row | None]:
    code = type_code(type)
    return native_type(type) if code is None else ("vhlo", VHLO.types[code])


#: How attributes and types are written in operations of VHLO: what VHLO has not as everywhere.
WRITTEN: Final = Dialects(_attribute, _type, "vhlo", NATIVE)


# Versions

#: With which version attributes and types came that have not always been there, by code.
ATTRIBUTES_SINCE: Final = {19: Version(1, 9, 0), 20: Version(1, 9, 0), **dict.fromkeys((21, 22, 23, 24, 25), Version(1, 16, 0))}
TYPES_SINCE: Final = {
    27: Version(0, 10, 0), 28: Version(0, 10, 0), 29: Version(0, 11, 0), 30: Version(0, 18, 0), 31: Version(1, 2, 0),
    32: Version(1, 2, 0), 33: Version(1, 6, 0), 34: Version(1, 6, 0), 35: Version(1, 7, 0), 36: Version(1, 7, 0),
    **dict.fromkeys((37, 38, 39, 40), Version(1, 8, 0)), 41: Version(1, 13, 0), 42: Version(1, 15, 0),
}


@lru_cache(maxsize=4096)
def type_since(type: AnyType) -> tuple[Version, AnyType]:
    """The version with which a type came, and the part of it that came last. Types in futures and storage types of types that
    are quantized along an axis do not count."""
    found = TYPES_SINCE.get(type_code(type) or 0, MINIMUM), type
    for part in _parts(type):
        found = max(found, type_since(part), key=lambda each: each[0])
    return found


def _parts(type: Any) -> Iterator[AnyType]:
    if isinstance(type, TensorType | UnrankedTensorType):
        yield type.element
    elif isinstance(type, TupleType):
        yield from type.elements
    elif isinstance(type, FunctionType):
        yield from (*type.inputs, *type.outputs)
    elif isinstance(type, QuantizedType) and type.is_per_tensor:
        yield from (type.storage, type.expressed)


def attribute_since(value: Attribute) -> tuple[Version, Attribute | AnyType]:
    """The version with which an attribute and all that stands in it came, and the part of it that came last."""
    found: tuple[Version, Any] = ATTRIBUTES_SINCE.get(attribute_code(value) or 0, MINIMUM), value
    inner: Any = ()
    if isinstance(value, ArrayAttr):
        inner = map(attribute_since, value.values)
    elif isinstance(value, DictionaryAttr):
        inner = map(attribute_since, value.entries.values())
    elif isinstance(value, TypeAttr | IntegerAttr | FloatAttr | DenseElementsAttr | OtherElementsAttr):
        inner = (type_since(value.type),)
    for each in inner:
        found = max(found, each, key=lambda each: each[0])
    return found
