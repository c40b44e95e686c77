"""What a file of bytecode is: who wrote it, for which version, what an older version would need to be without, what fills it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from math import prod
from typing import Any, Final

from hloom.bytecode.elements import element_bytes
from hloom.bytecode.sections import SECTION_NAMES, BytecodeFile, open_file
from hloom.ir.attributes import DenseElementsAttr, DenseResourceAttr, StringAttr
from hloom.ir.core import Operation
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.definition.attribute_kinds import elements
from hloom.ops.definition.operation import Op
from hloom.support.diagnostics import shortened
from hloom.support.records import dataclass
from hloom.vhlo.api import read_module
from hloom.vhlo.operations import NAMES
from hloom.vhlo.versions import MINIMUM, VERSIONS, Version, stated_version
from hloom.vhlo.writing import Obstacle, lowest

_MOST_CONSTANTS: Final = 10
_MOST_OBSTACLES: Final = 10
_LONGEST: Final = 200
_ARTIFACT: Final = "portable artifact"


@dataclass(frozen=True)
class Blocker:
    """What forbids to write a program for versions before `needs` (none: for any): an operation, where it is, and what of it."""

    needs: str | None
    operation: str
    place: str
    what: str


@dataclass(frozen=True)
class Constant:
    """A constant of a program: its bytes, its type and where it is. `beside` is its name where the program does not state it, but
    names what lies beside it."""

    bytes: int
    type: str
    place: str
    beside: str | None = None


@dataclass(frozen=True)
class Report:
    """What a file of bytecode is. Sizes are in bytes; `stablehlo` is the version that the producer names, `needs` the lowest in
    which there is every operation as it is stored, `lowest` the lowest that the program can be written for (None: none);
    `constant_bytes` is the size of the constants that the program states, `beside_bytes` that of those that lie beside it."""

    file: str
    bytes: int
    kind: str
    producer: str
    bytecode: int
    stablehlo: str | None
    needs: str
    lowest: str | None
    blockers: list[Blocker]
    operations: dict[str, int]
    custom_calls: dict[str, int]
    sections: dict[str, int]
    constants: list[Constant]
    constant_bytes: int
    beside_bytes: int

    @property
    def is_artifact(self) -> bool:
        """Whether the operations are those of a version; of a program whose constants lie beside it they are not."""
        return self.kind.startswith(_ARTIFACT)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


def examine(data: bytes, name: str = "<bytes>", allow_unregistered: bool = True) -> Report:
    """What a file of bytecode is. Raises ParseError where it cannot be read."""
    file = open_file(data, name)
    module = read_module(file, allow_unregistered)
    places = places_of(module)
    found = sorted([each for each in map(lowest, module.walk()) if each.since is None or each.since > MINIMUM],
                   key=lambda each: each.since or Version(1 << 30, 0, 0), reverse=True)
    constants = sorted(_constants(module, places), key=lambda each: -each.bytes)
    return Report(
        name, len(data), _kind(file), file.producer.decode("utf-8", "replace")[:_LONGEST], file.version,
        stated_version(file.producer), str(_needed(file)),
        (str(found[0].since) if found[0].since else None) if found else str(MINIMUM), _blockers(found, places),
        dict(Counter(op.name for op in module.walk()).most_common()), _custom_calls(module), _sizes(file),
        constants[:_MOST_CONSTANTS], *[sum(each.bytes for each in constants if (each.beside is None) is is_stated)
                                       for is_stated in (True, False)])


def _kind(file: BytecodeFile) -> str:
    if "vhlo" in file.dialects:
        others = sorted(set(file.dialects) - {"vhlo", "builtin"})
        return _ARTIFACT + (f", with operations of {', '.join(others)}" if others else "")
    return f"MLIR bytecode of {', '.join(sorted(set(file.dialects) - {'builtin'})) or 'builtin'}"


def _needed(file: BytecodeFile) -> Version:
    """The lowest version of StableHLO that has the operations of a file as they are stored, in bytecode of its version."""
    stored = [NAMES[name] for name, _ in file.operation_names if name in NAMES]
    return max([row.introduced(number) for row, number in stored], default=VERSIONS[0])


def _blockers(found: list[Obstacle], places: dict[Operation, str]) -> list[Blocker]:
    """What forbids the lowest versions most: the first operations that need the newest version, then the next."""
    first: dict[tuple[Version | None, str], Obstacle] = {}
    for each in found:
        first.setdefault((each.since, each.what), each)
    return [Blocker(str(each.since) if each.since else None, each.op.name, places[each.op], each.what)
            for each in list(first.values())[:_MOST_OBSTACLES]]


def places_of(module: Module) -> dict[Operation, str]:
    """Where each operation is, in words: the line that it was made from, or its number in its function."""
    found: dict[Operation, str] = {}
    within, number = "", 0
    for op in module.walk():
        if isinstance(op, Function):
            within, number = f"@{_stated(op, 'sym_name')}", 0
            found[op] = within
            continue
        frames = op.location.frames()
        where = f"operation {number} of {within}" if within else "the module"
        found[op] = f"{frames[0]}, {where}" if frames else where
        number += 1
    return found


def _custom_calls(module: Module) -> dict[str, int]:
    targets = Counter(_stated(op, "call_target_name") for op in module.walk() if "call_target_name" in op.inherent)
    return {shortened(target, _LONGEST): count for target, count in targets.most_common()}


def _stated(op: Operation, key: str) -> str:
    """The text that an attribute of an operation is; of a program that is not verified it may be anything, or not be there."""
    value = op.attributes.get(key)
    return value.value if isinstance(value, StringAttr) else str(value)


def _constants(module: Module, places: dict[Operation, str]) -> Iterator[Constant]:
    for op in module.walk():
        if not isinstance(op, Op):
            continue
        for field in op.definition.attributes:
            value = op.attributes.get(field.key)
            if field.constraint is not elements or value is None:
                continue
            if isinstance(value, DenseElementsAttr):
                yield Constant(len(element_bytes(value)), str(value.type), places[op])
            elif isinstance(value, DenseResourceAttr):
                data, key = value.resource.data, value.resource.key
                yield (Constant(_size(value), str(value.type), places[op], shortened(key, _LONGEST)) if data is None else
                       Constant(len(data), str(value.type), places[op]))


def _size(value: DenseResourceAttr) -> int:
    """The bytes that a constant takes which is not there."""
    return prod(value.type.shape) * value.type.storage.dtype.itemsize if value.type.is_static else 0


def _sizes(file: BytecodeFile) -> dict[str, int]:
    return {SECTION_NAMES[number]: place.size for number, place in sorted(file.sections.items(), key=lambda each: -each[1].size)}
