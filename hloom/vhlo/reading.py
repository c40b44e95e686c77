"""From VHLO to StableHLO: what is made of the operations of a portable artifact.

An operation of an old version is taken up step by step (`operations.Step`) to the newest one, which says the same as an
operation of StableHLO. All is done once for each name and each set of attributes, not for each operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from hloom.bytecode.entry import brief
from hloom.bytecode.operations import is_defined, maker, native_kind
from hloom.bytecode.reader import Kind, Made
from hloom.ir.attributes import Attribute, BoolAttr, DenseElementsAttr, IntegerAttr, TypeAttr
from hloom.ir.core import Operation
from hloom.numbers.element_type import I64
from hloom.ops.builtin.function import Function, FunctionReturn
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.stablehlo.control import Return
from hloom.support.spelling import did_you_mean
from hloom.vhlo.attribute_converters import numbers_of
from hloom.vhlo.operations import BY_STABLEHLO, NAMES, Group, Step
from hloom.vhlo.operations import Operation as Row
from hloom.vhlo.versions import CURRENT

Attributes = Mapping[str, Attribute]
PREFIX = "vhlo."


@cache
def kind_of(allow_unregistered: bool, name: str, is_registered: bool) -> Kind:
    """What is made of the operations of a name in a portable artifact. ValueError for a name of a newer StableHLO, and for one
    that is not known unless these are allowed."""
    if not name.startswith(PREFIX):
        if not allow_unregistered and not is_defined(name):
            raise ValueError(f"the operation {name} is not known{did_you_mean(name, list(REGISTRY))}")
        return _native(native_kind(name, is_registered))
    found = NAMES.get(name)
    if found is None:
        raise ValueError(f"{name} does not exist up to StableHLO {CURRENT}, the newest that is read here; ask the producer to "
                         f"write for {CURRENT} or an older version (serialize_portable_artifact(module, {str(CURRENT)!r}))")
    row, number = found
    keys = tuple([(key, False) for key in row.keys[number - 1]])
    cls: Any = REGISTRY[row.stablehlo]
    return Kind(cls.name, keys, (), converter(row, number), _return if cls.is_terminator else maker(cls))


def _native(kind: Kind) -> Kind:
    """The kind of an operation that is written as it is, with what it had in versions before."""
    row = BY_STABLEHLO.get(kind.name)
    later = [key for step in row.steps for key in step.added if key in row.attributes] if row else []
    if not later or kind.properties is None:
        return kind
    return kind._replace(earlier=(tuple([each for each in kind.properties if each[0] not in later]),))


def converter(row: Row, number: int) -> Callable[[Attributes], dict[str, Attribute]]:
    """What makes attributes of StableHLO from those of version `number` of an operation of VHLO."""
    keys, steps = row.keys[number - 1], row.steps[number - 1 :]
    groups = {group.key: (group, _fields_of(group)) for group in row.groups}
    order = [(key, groups.get(key), row.attributes[key].read if key in row.attributes else None)
             for key in REGISTRY[row.stablehlo].inherent if key in groups or key in row.attributes]
    has_layouts = "result_layouts" in row.attributes

    def convert(stated: Attributes) -> dict[str, Attribute]:
        missing = [key for key in keys if key not in stated]
        if missing:
            raise ValueError(f"{row.name(number)} has no attribute {missing[0]}")
        newest = taken_up(stated, steps) if steps else stated
        made: dict[str, Attribute] = {}
        for key, group, read in order:
            value = read(newest[key]) if group is None else _grouped(*group, newest)  # type: ignore[misc]
            if value is not None:
                made[key] = value
        if has_layouts:
            _keep_both_layouts(made, newest)
        return made

    return convert


def taken_up(attributes: Attributes, steps: tuple[Step, ...]) -> dict[str, Attribute]:
    """The attributes of the newest version of an operation."""
    newest = dict(attributes)
    for step in steps:
        newest |= step.added
        for key in step.removed:
            del newest[key]
    return newest


def _fields_of(group: Group) -> list[tuple[str, str, str]]:
    """The fields of an attribute: the name in VHLO, the name in StableHLO, and its format."""
    formats = {declared.name: declared.metadata["format"].name for declared in group.cls.declared()}  # type: ignore[attr-defined]
    return [(name, group.renamed.get(name, name), formats[group.renamed.get(name, name)]) for name in group.fields]


def _grouped(group: Group, fields: list[tuple[str, str, str]], newest: Attributes) -> Attribute | None:
    """The attribute of StableHLO that has these fields; None where there is none."""
    if group.nothing is not None and all(newest[name] == group.nothing for name in group.fields):
        return None
    values = {field: _plain(name, newest[name], converter) for name, field, converter in fields}
    if group.fields == ("channel_id",):
        return None if values["handle"] == 0 else group.cls(**values, type=0)
    return group.cls(**values)


def _plain(name: str, value: Attribute, converter: str) -> Any:
    """The number, type or list that a field of an attribute is."""
    cls, what, get = _FORMS[converter]
    if not isinstance(value, cls) or (isinstance(value, DenseElementsAttr) and not (
            value.type.rank == 1 and value.type.element is I64 and value.is_short)):
        raise ValueError(f"{name} is {what}, not {brief(value)}")
    return get(value)


#: How a field of each format is written in VHLO, by the name of the format.
_FORMS: Final[dict[str, tuple[type[Attribute], str, Callable[[Any], Any]]]] = {
    "integer": (IntegerAttr, "a number", lambda value: value.value),
    "boolean": (BoolAttr, "true or false", lambda value: value.value),
    "type": (TypeAttr, "a type", lambda value: value.type),
    "dimensions": (DenseElementsAttr, "a list of numbers", numbers_of),
}


def _keep_both_layouts(made: dict[str, Attribute], newest: Attributes) -> None:
    """Layouts are stated of operands and results, or of neither."""
    stated = {"operand_layouts", "result_layouts"} & made.keys()
    if len(stated) == 1:
        other = ({"operand_layouts", "result_layouts"} - stated).pop()
        made[other] = newest[other]


_make_function_return = maker(FunctionReturn)
_make_return = maker(Return)


def _return(made: Made) -> Operation:
    """`return` ends a function, and the regions of operations."""
    is_function = made.parent is not None and made.parent.name == Function.name
    return (_make_function_return if is_function else _make_return)(made)
