"""From StableHLO to VHLO of a version: how the operations of a module are written into a portable artifact, and what forbids it.

An operation goes to the newest version of its row, then down step by step. How far it can go, and what stops it, is known
without a version in mind (`lowest`), so that one look at a program tells for which versions it can be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from hloom.bytecode.dialects.native import NATIVE
from hloom.bytecode.entry import brief
from hloom.bytecode.operations import RESULT_SEGMENTS, properties_of, segments_of
from hloom.bytecode.writer import Written
from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseResourceAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.ir.core import Operation, Value
from hloom.ir.types import AnyType
from hloom.numbers.element_type import I32, I64, PRED
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op
from hloom.vhlo.attribute_converters import tensor_of
from hloom.vhlo.encoding import WRITTEN, attribute_code, attribute_since, type_code, type_since
from hloom.vhlo.operations import BY_STABLEHLO, Group
from hloom.vhlo.operations import Operation as Row
from hloom.vhlo.versions import CURRENT, MINIMUM, Version

#: Dialects whose operations can be said in StableHLO.
_EXPANDED: Final = ("chlo", "mhlo")


class Obstacle(NamedTuple):
    """Why a program cannot be written for versions before `since`: an operation, and what of it forbids that.

    `since` is None where it cannot be written for any version."""

    op: Operation
    since: Version | None
    what: str


class Lowered(NamedTuple):
    """An operation in VHLO: its row, the attributes of its newest version, and those that are not its own."""

    row: Row
    newest: dict[str, Attribute]
    others: dict[str, Attribute]


class Legalizer:
    """Tells how the operations of a module are written for a version of StableHLO.

    Operations and attributes of other dialects stay as they are where `allow_other_dialects`; else they are an obstacle.
    """

    def __init__(self, version: Version = CURRENT, allow_other_dialects: bool = False) -> None:
        self.version, self.allow_other_dialects = version, allow_other_dialects
        #: What was said of an operation with the same attributes.
        self._written: dict[Any, Written] = {}
        #: Types that there are in the version.
        self._types: set[AnyType] = set()
        self._kept: list[Any] = []

    def describe(self, op: Operation) -> Written:
        """How an operation is written. ValueError where it cannot be: `obstacles` tells why."""
        row, depends_on_types = _ROWS.get(op.name, _NO_ROW)
        if row is None:
            if not self.allow_other_dialects and not isinstance(op, Module):
                raise ValueError(f"{op.name} is no operation of StableHLO")
            return native(op)
        attributes, types = op.attributes, [value.type for value in (*op.operands, *op.results)]
        for type in types:
            if type not in self._types:
                self._check_type(type)
        key: Any = (op.name, len(op.operands), len(op.regions))
        if attributes:
            key += (*attributes, *map(id, attributes.values()))
        if depends_on_types:
            key += tuple(map(id, types))
        found = self._written.get(key)
        if found is None:
            found = self._written[key] = self._described(row, op)
            self._kept.append((types, list(attributes.values())))
        return found

    def _check_type(self, type: AnyType) -> None:
        if type_code(type) is None and not self.allow_other_dialects:
            raise ValueError(f"{type} has no form in portable artifacts")
        if type_since(type)[0] > self.version:
            raise ValueError(f"{type} came later")
        self._types.add(type)

    def _described(self, row: Row, op: Operation) -> Written:
        lowered = lower(op, self.allow_other_dialects)
        number = self.number(row)
        attributes = gone_down(lowered, op, number)
        for value in (*attributes.values(), *lowered.others.values()):
            if attribute_since(value)[0] > self.version:
                raise ValueError(f"{value} came later")
        seen = _Vhlo(op.operands, op.results, op.regions, attributes)
        if any(limit.number == number and limit.since > self.version and limit.fault(seen) for limit in row.limits):
            raise ValueError("did not do then what it does")
        keys = row.keys[number - 1]
        return Written(row.name(number), WRITTEN, tuple([(key, attributes[key], False) for key in keys]), lowered.others,
                       {key: attributes[key] for key in keys})

    def number(self, row: Row) -> int:
        """Which version of an operation there is in the version that is written for. ValueError where there is none."""
        if row.since > self.version:
            raise ValueError(f"{row.base} came later")
        return max(n for n in range(1, row.newest + 1) if n == 1 or row.introduced(n) <= self.version)


def row_of(op: Operation) -> Row | None:
    """The row of an operation in VHLO; None for one that VHLO has not."""
    return BY_STABLEHLO.get(op.name)


#: The rows by the names of operations, and whether what is written depends on more than the attributes of an operation, and how
#: many operands and regions it has: on the types of what it takes and gives.
_ROWS: Final[dict[str, tuple[Row | None, bool]]] = {
    name: (row, bool(row.limits) or any(step.removed for step in row.steps)) for name, row in BY_STABLEHLO.items()}
_NO_ROW: Final[tuple[Row | None, bool]] = (None, False)


def native(op: Operation) -> Written:
    """How an operation is written as it is."""
    inherent = {key: value for key, value in op.attributes.items() if key in op.inherent}
    if not isinstance(op, Op):
        others = {key: value for key, value in op.attributes.items() if key not in inherent}
        return Written(op.name, NATIVE, (), others, inherent, (), False, True)
    segments = segments_of(type(op))
    names = {key for key, _ in segments}
    others = {key: value for key, value in op.attributes.items() if key not in inherent and key not in names}
    properties = tuple([(key, op.attributes.get(key), is_optional) for key, is_optional in properties_of(type(op))])
    sizes = tuple([(key, _segment_sizes(op, key, count)) for key, count in segments])
    stated = {key: op.attributes[key] for key in names & op.attributes.keys()}
    return Written(op.spelling, NATIVE, properties, others, inherent | stated, sizes)


def _segment_sizes(op: Operation, key: str, count: int) -> tuple[int, ...]:
    """How many operands or results belong to each field; where that is not stated as many to each."""
    stated = op.attributes.get(key)
    if stated is None:
        return (len(op.results if key == RESULT_SEGMENTS else op.operands) // count,) * count
    if not isinstance(stated, DenseArrayAttr) or stated.element is not I32 or min(stated.values, default=0) < 0:
        raise ValueError(f"{op.name} has {key} = {brief(stated)}, which is no array of numbers")
    return stated.values


def lower(op: Operation, allow_other_dialects: bool = False) -> Lowered:
    """An operation in the newest VHLO. ValueError, which says what, where it has something that VHLO has not."""
    row = row_of(op)
    if row is None:
        raise ValueError("is no operation of StableHLO")
    newest: dict[str, Attribute] = {}
    for group in row.groups:
        newest |= _taken_apart(group, op)
    for key, converter in row.attributes.items():
        value = op.attributes.get(key)
        if value is None and converter.absent is None:
            raise ValueError(f"has no attribute {key}")
        found = converter.absent(op) if value is None else converter.written(value)  # type: ignore[misc]
        newest[key] = versioned(found, key, allow_other_dialects)
    own = {*row.attributes, *(group.key for group in row.groups)}
    others = {key: versioned(value, key, allow_other_dialects) for key, value in op.attributes.items()
              if key not in own and not key.endswith("SegmentSizes")}
    return Lowered(row, newest, others)


def versioned(value: Attribute, key: str, allow_other_dialects: bool) -> Attribute:
    """An attribute as VHLO has it. ValueError for one that it has not."""
    if isinstance(value, ArrayAttr):
        return ArrayAttr(tuple([versioned(each, key, allow_other_dialects) for each in value.values]))
    if isinstance(value, DictionaryAttr):
        return DictionaryAttr({name: versioned(each, f"{key}.{name}", allow_other_dialects)
                               for name, each in value.entries.items()})
    if isinstance(value, DenseArrayAttr) and value.element in (I64, PRED):
        return tensor_of(value.values, value.element)  # type: ignore[arg-type]
    if isinstance(value, SymbolRefAttr) and len(value.path) == 1 and not allow_other_dialects:
        return StringAttr(value.path[0])
    if isinstance(value, DenseResourceAttr):
        if value.resource.contents is None:
            raise ValueError(f"names a constant that lies beside the program and was not given, {value.resource.key!r:.100}")
        return value.elements()
    if attribute_code(value) is None and not allow_other_dialects:
        raise ValueError(f"has the attribute {key} = {str(value)[:80]}, which portable artifacts cannot have")
    return value


def _taken_apart(group: Group, op: Operation) -> dict[str, Attribute]:
    """The fields of an attribute of StableHLO, one by one."""
    value = op.attributes.get(group.key)
    if value is None:
        if group.nothing is not None:
            return dict.fromkeys(group.fields, group.nothing)
        if group.fields != ("channel_id",):
            raise ValueError(f"has no attribute {group.key}")
        return {"channel_id": IntegerAttr(0, I64)}
    if not isinstance(value, group.cls):
        raise ValueError(f"has the attribute {group.key} = {str(value)[:80]}, which is none of its kind")
    return {name: _attribute_of(getattr(value, group.renamed.get(name, name))) for name in group.fields}


def _attribute_of(value: Any) -> Attribute:
    if isinstance(value, tuple):
        return tensor_of(value, I64)
    if isinstance(value, bool):
        return BoolAttr(value)
    return IntegerAttr(value, I64) if isinstance(value, int) else TypeAttr(value)


# Going down


def gone_down(lowered: Lowered, op: Operation, number: int) -> dict[str, Attribute]:
    """The attributes of version `number` of an operation. ValueError where it cannot go down to it."""
    attributes = dict(lowered.newest)
    for step in reversed(lowered.row.steps[number - 1 :]):
        reason = _stopped(step, attributes, op)
        if reason:
            raise ValueError(f"{reason}, which came with StableHLO {step.since}")
        for key in step.added:
            del attributes[key]
        attributes |= {key: value(op) for key, value in step.removed.items()}
    return attributes


class _Vhlo(NamedTuple):
    """An operation of VHLO, as limits look at it."""

    operands: list[Value]
    results: Any
    regions: Any
    attributes: dict[str, Attribute]


def _stopped(step: Any, attributes: dict[str, Attribute], op: Operation) -> str | None:
    """Why an operation cannot go a step down."""
    for key, value in step.added.items():
        if attributes[key] != value:
            return f"has {key} = {str(attributes[key])[:80]}"
    reason = step.before(_Vhlo(op.operands, op.results, op.regions, attributes))
    return reason


def lowest(op: Operation, allow_other_dialects: bool = False) -> Obstacle:
    """The lowest version for which an operation can be written, and what forbids a lower one.

    That the operation itself, an attribute or a type of it came with that version, or that it could not do then what it does.
    """
    row = row_of(op)
    if row is None:
        if allow_other_dialects or isinstance(op, Module):
            return Obstacle(op, MINIMUM, "")
        advice = " (`hloom convert --expand-chlo` says it in StableHLO)" if op.dialect in _EXPANDED else ""
        return Obstacle(op, None, f"{op.name} is no operation of StableHLO{advice}")
    for value in (*op.results, *op.operands):
        if type_code(value.type) is None and not allow_other_dialects:
            return Obstacle(op, None, f"{op.name} has the type {value.type}, which portable artifacts cannot have")
    try:
        lowered = lower(op, allow_other_dialects)
    except ValueError as error:
        return Obstacle(op, None, f"{op.name} {error}")
    attributes, number, reason = dict(lowered.newest), row.newest, ""
    for step in reversed(row.steps):
        reason = _stopped(step, attributes, op) or ""
        if reason:
            break
        for key in step.added:
            del attributes[key]
        number -= 1
    found = [Obstacle(op, row.introduced(number), f"{op.name} {reason or 'came with it'}")]
    found += _since_when(op, attributes | lowered.others)
    seen = _Vhlo(op.operands, op.results, op.regions, attributes)
    for limit in row.limits:
        fault = limit.fault(seen) if limit.number == number else None
        if fault:
            found.append(Obstacle(op, limit.since, f"{op.name} {fault}"))
    return max(found, key=lambda each: each.since or CURRENT)


def _since_when(op: Operation, attributes: dict[str, Attribute]) -> Iterator[Obstacle]:
    for key, value in attributes.items():
        since, part = attribute_since(value)
        if since > MINIMUM:
            yield Obstacle(op, since, f"{op.name} has {str(part)[:80]} in its attribute {key}")
    for value in (*op.results, *op.operands):
        since, part = type_since(value.type)
        if since > MINIMUM:
            yield Obstacle(op, since, f"{op.name} has the type {part}")


def obstacles(module: Operation, version: Version | None = None, allow_other_dialects: bool = False) -> list[Obstacle]:
    """What forbids to write a module for a version (None: for any), in the order of the program."""
    found = [lowest(op, allow_other_dialects) for op in module.walk()]
    return [each for each in found if each.since is None or (version is not None and each.since > version)]


def lowest_version(module: Operation, allow_other_dialects: bool = False) -> Obstacle:
    """The lowest version for which a module can be written, and the first operation that forbids a lower one."""
    found = [lowest(op, allow_other_dialects) for op in module.walk()]
    never = [each for each in found if each.since is None]
    return never[0] if never else max(found, key=lambda each: each.since or MINIMUM)
