"""Attributes and types of StableHLO and CHLO as they are, which is how a program is handed on within one version of them.

Portable artifacts have those of VHLO. Source: StablehloBytecode.cpp and ChloBytecode.cpp.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from hloom.bytecode.dialects.builtin import DYNAMIC_SIZE
from hloom.bytecode.dialects.numbers import Enumeration, cases, enum_row, read_double, write_double
from hloom.bytecode.encoding import Draft, Encoding, Row, row
from hloom.bytecode.entry import EntryCursor, brief
from hloom.bytecode.wire import fail
from hloom.ir.attributes import ArrayAttr, Attribute, EnumAttr, StringAttr, SymbolRefAttr
from hloom.ir.types import TOKEN, AnyType, FutureType
from hloom.ops.common.attributes import (
    RESULT_ACCURACY_MODES,
    AxisRef,
    ChannelHandle,
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    Mesh,
    MeshAxis,
    OutputOperandAlias,
    ReplicaGroupMeshAxes,
    ResultAccuracy,
    ResultAccuracyMode,
    ScatterDimensionNumbers,
    SubAxisInfo,
    TypeExtensions,
)

STABLEHLO: Final = Encoding("stablehlo")
CHLO: Final = Encoding("chlo")

_DIRECTIONS: Final = cases("EQ", "NE", "GE", "GT", "LE", "LT")
_COMPARISONS: Final = cases("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
_ENUMERATIONS: Final = (
    Enumeration(2, "stablehlo", "comparison_direction", _DIRECTIONS),
    Enumeration(3, "stablehlo", "comparison_type", _COMPARISONS),
    Enumeration(6, "stablehlo", "fft_type", cases("FFT", "IFFT", "RFFT", "IRFFT")),
    Enumeration(8, "stablehlo", "precision", cases("DEFAULT", "HIGH", "HIGHEST")),
    Enumeration(9, "stablehlo", "rng_algorithm", cases("DEFAULT", "THREE_FRY", "PHILOX")),
    Enumeration(10, "stablehlo", "rng_distribution", cases("UNIFORM", "NORMAL", first=1)),
    Enumeration(12, "stablehlo", "transpose", cases("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")),
    Enumeration(0, "chlo", "comparison_direction", _DIRECTIONS),
    Enumeration(1, "chlo", "comparison_type", _COMPARISONS),
)
_BY_NAME: Final = {(each.dialect, each.mnemonic): each.code for each in _ENUMERATIONS}


def _structure(code: int, cls: Any) -> Row:
    """The row of an attribute whose fields are numbers and lists of numbers, in their order."""
    words = ["svarints" if declared.metadata["format"].name == "dimensions" else "svarint" for declared in fields(cls)]
    names = [declared.name for declared in fields(cls)]
    return row(code, " ".join(words), cls, lambda a: tuple([getattr(a, name) for name in names]))


def read_extensions(r: EntryCursor) -> TypeExtensions:
    return TypeExtensions(tuple([None if bound == DYNAMIC_SIZE else bound for bound in r.svarints()]))


def write_extensions(draft: Draft, value: TypeExtensions) -> None:
    draft.svarints([DYNAMIC_SIZE if bound is None else bound for bound in value.bounds])


def read_mode(r: EntryCursor) -> ResultAccuracyMode:
    at, number = r.at, r.varint()
    if number >= len(RESULT_ACCURACY_MODES):
        fail(at, f"{number} is no mode of accuracy that is known here")
    return ResultAccuracyMode(RESULT_ACCURACY_MODES[number])


def write_mode(draft: Draft, value: ResultAccuracyMode) -> None:
    draft.varint(RESULT_ACCURACY_MODES.index(value.value))


def read_accuracy(r: EntryCursor) -> ResultAccuracy:
    return ResultAccuracy(read_double(r), read_double(r), r.svarint(), r.of(ResultAccuracyMode, "a mode of accuracy"))


def write_accuracy(draft: Draft, value: ResultAccuracy) -> None:
    write_double(draft, value.atol)
    write_double(draft, value.rtol)
    draft.svarint(value.ulps)
    draft.attribute(value.mode)


def array_of(r: EntryCursor, cls: type, what: str) -> tuple[Any, ...]:
    """The attributes of a class in the array that stands next."""
    at, found = r.at, r.of(ArrayAttr, "an array")
    if not all(isinstance(value, cls) for value in found.values):
        fail(at, f"{what} were expected, not {brief(found)}")
    return found.values


def _axis(r: EntryCursor) -> AxisRef:
    name = r.of(StringAttr, "the name of an axis").value
    return AxisRef(name, r.of(SubAxisInfo, "a part of an axis") if r.boolean() else None)


def _write_axis(draft: Draft, value: AxisRef) -> None:
    draft.attribute(StringAttr(value.name))
    draft.boolean(value.sub_axis_info is not None)
    if value.sub_axis_info is not None:
        draft.attribute(value.sub_axis_info)


def read_group(r: EntryCursor) -> ReplicaGroupMeshAxes:
    mesh = r.attribute()
    return ReplicaGroupMeshAxes(SymbolRefAttr(mesh.value) if isinstance(mesh, StringAttr) else mesh,
                                array_of(r, AxisRef, "axes"))


def _write_group(draft: Draft, value: ReplicaGroupMeshAxes) -> None:
    draft.attribute(value.mesh)
    draft.attribute(ArrayAttr(value.axes))


def read_mesh_axis(r: EntryCursor) -> MeshAxis:
    return MeshAxis(r.of(StringAttr, "the name of an axis").value, r.svarint())


def write_mesh_axis(draft: Draft, value: MeshAxis) -> None:
    draft.attribute(StringAttr(value.name))
    draft.svarint(value.size)


def _mesh(r: EntryCursor) -> Mesh:
    axes = array_of(r, MeshAxis, "axes")
    return Mesh(axes, r.attribute() if r.boolean() else None)


def _write_mesh(draft: Draft, value: Mesh) -> None:
    draft.attribute(ArrayAttr(value.axes))
    draft.boolean(value.device_ids is not None)
    if value.device_ids is not None:
        draft.attribute(value.device_ids)


STABLEHLO.add(
    *[enum_row(each) for each in _ENUMERATIONS if each.dialect == "stablehlo"],
    _structure(1, ChannelHandle), _structure(4, ConvDimensionNumbers), _structure(5, DotDimensionNumbers),
    _structure(7, GatherDimensionNumbers), _structure(11, ScatterDimensionNumbers),
    Row(13, read_extensions, write_extensions),
    _structure(14, OutputOperandAlias),
    row(15, "type type type svarint svarint svarint bool", DotAlgorithm,
        lambda a: tuple([getattr(a, declared.name) for declared in fields(a)])),
    Row(16, read_mode, write_mode),
    Row(17, read_accuracy, write_accuracy),
    Row(18, read_group, _write_group),
    row(19, "svarint svarint", SubAxisInfo, lambda a: (a.pre_size, a.size)),
    Row(20, _axis, _write_axis),
    Row(21, read_mesh_axis, write_mesh_axis),
    Row(22, _mesh, _write_mesh),
)
STABLEHLO.add(
    row(0, "", lambda: TOKEN, lambda t: ()),
    row(1, "types", FutureType, lambda t: (t.elements,)),
    types=True,
)
CHLO.add(*[enum_row(each) for each in _ENUMERATIONS if each.dialect == "chlo"])

_CODES: Final[dict[type, int]] = {
    ChannelHandle: 1, ConvDimensionNumbers: 4, DotDimensionNumbers: 5, GatherDimensionNumbers: 7, ScatterDimensionNumbers: 11,
    TypeExtensions: 13, OutputOperandAlias: 14, DotAlgorithm: 15, ResultAccuracyMode: 16, ResultAccuracy: 17,
    ReplicaGroupMeshAxes: 18, SubAxisInfo: 19, AxisRef: 20, MeshAxis: 21, Mesh: 22,
}


def stablehlo_attribute(value: Attribute) -> Row | None:
    """The row of an attribute of StableHLO or CHLO; None where there is only its text."""
    if isinstance(value, EnumAttr):
        code = _BY_NAME.get((value.dialect, value.mnemonic))
        return None if code is None else (CHLO if value.dialect == "chlo" else STABLEHLO).attributes[code]
    code = _CODES.get(type(value))
    return None if code is None else STABLEHLO.attributes[code]


def stablehlo_type(type: AnyType) -> Row:
    """The row of a type of StableHLO."""
    return STABLEHLO.types[0 if type is TOKEN else 1]
