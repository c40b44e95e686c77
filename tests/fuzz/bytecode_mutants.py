"""Files of MLIR bytecode to start from, and mutants of them: of their bytes, and of what their sections hold.

A mutant of bytes is mostly refused at once. So a file is also taken apart into its tables (`Parts`), changed in one place, and
put together again with sizes and counts that fit, unless these are what is changed: then what is wrong lies deeper.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle
from pathlib import Path

import hloom
from hloom.bytecode import sections
from hloom.bytecode.sections import open_file
from hloom.bytecode.wire import Cursor, varint
from hloom.ir.attributes import IntegerAttr
from hloom.ir.location import CallSiteLocation, FileLocation, FusedLocation, NamedLocation
from hloom.numbers.element_type import I64
from tests.bytecode.programs import EVERYTHING, LITERALS, examples, numbers_of

#: Versions of the container, and versions of StableHLO that artifacts are written for.
CONTAINERS = (0, 3, 4, 5, 6)
ARTIFACTS = ("0.9.0", "0.17.0", "1.0.0", "1.7.0", "1.17.0")
DIALECTS = ("stablehlo", "chlo", "func", "sdy", "check", "shape", "tensor", "arith", "mhlo")
#: A constant whose bytes lie beside the program.
RESOURCE = """module { func.func @main() -> (tensor<2xf32>, tensor<3xi1>) {
  %0 = stablehlo.constant dense_resource<a> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<b> : tensor<3xi1>
  return %0, %1 : tensor<2xf32>, tensor<3xi1> } }
{-# dialect_resources: { builtin: { a: "0x040000000000803F00000040", b: "0x01000000010001" } } #-}"""
_WHERE = (FileLocation("model.py", 3, 7), NamedLocation("scope", FileLocation("a.py", 1, 2, 3, 4)), NamedLocation("plain"),
          CallSiteLocation(NamedLocation("callee"), FileLocation("main.py", 1 << 20, 0)),
          FusedLocation((FileLocation("a.py", 1, 1), NamedLocation("b")), IntegerAttr(1, I64)))


@cache
def programs() -> tuple[str, ...]:
    return (EVERYTHING, RESOURCE, *map(numbers_of, LITERALS), *(text for _, text in examples(*DIALECTS)))


@cache
def stored() -> tuple[bytes, ...]:
    """Artifacts of old versions as others have written them, where they are at hand."""
    folder = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "vhlo"
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.bc"))) if folder.is_dir() else ()


@lru_cache(maxsize=4096)
def written(program: int, form: int | str, has_locations: bool) -> bytes:
    """A program as bytecode of a version, or as an artifact; as current bytecode where it cannot be an artifact."""
    module = hloom.parse(programs()[program])
    if has_locations:
        for op, location in zip(module.walk(), cycle(_WHERE)):
            op.location = location
    if isinstance(form, int):
        return module.to_bytecode(form)
    try:
        return hloom.serialize_portable_artifact(module, form)
    except hloom.InputError:
        return module.to_bytecode()


def drawn(rng: random.Random) -> bytes:
    """A file to start from."""
    if stored() and rng.random() < 0.03:
        return rng.choice(stored())
    program = rng.choice((0, 0, 1, *[rng.randrange(len(programs())) for _ in range(20)]))
    return written(program, rng.choice((*CONTAINERS, *ARTIFACTS)), rng.random() < 0.3)


# Bytes


_BYTES = (0, 1, 2, 3, 4, 0x7F, 0x80, 0xFE, 0xFF)
_NUMBERS = (0, 1, 2, 3, 5, 31, 32, 63, 64, 127, 128, 255, 1 << 14, (1 << 24) - 1, 1 << 31, (1 << 32) - 1, 1 << 40,
            1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def number(rng: random.Random) -> bytes:
    """A varint: of a small number or a telling one, now and then in more bytes than it takes."""
    value = rng.choice((rng.choice(_NUMBERS), rng.randrange(40), rng.randrange(40)))
    if rng.random() < 0.1:
        return b"\0" + value.to_bytes(8, "little")
    return varint(value)


def changed_bytes(data: bytes, rng: random.Random, keeps_size: bool = False) -> bytes:
    """Bytes with one change: of a byte, a bit, a number, or a span."""
    if not data:
        return data if keeps_size else number(rng)
    mutant, at, kind = bytearray(data), rng.randrange(len(data)), rng.randrange(4 if keeps_size else 10)
    if kind == 0:
        mutant[at] = rng.choice((*_BYTES, rng.randrange(256), rng.randrange(256)))
    elif kind == 1:
        mutant[at] ^= 1 << rng.randrange(8)
    elif kind == 2:  # a small number up or down: to a neighbour in a table
        mutant[at] = (mutant[at] + rng.choice((-4, -2, 2, 4))) % 256
    elif kind == 3:
        other, size = rng.randrange(len(data)), rng.choice((1, 2, 4, 16))
        span = data[other : other + size]
        mutant[at : at + len(span)] = span
        del mutant[len(data) :]
    elif kind == 4:
        cursor = Cursor(data, at, len(data))
        try:
            cursor.varint()
        except hloom.ParseError:
            pass
        mutant[at : max(cursor.at, at + 1)] = number(rng)
    elif kind == 5:
        del mutant[at : at + rng.choice((1, 1, 2, 5, 20))]
    elif kind == 6:
        mutant[at:at] = data[at : at + rng.choice((1, 1, 2, 5, 20))] * rng.choice((1, 1, 2, 9))
    elif kind == 7:
        mutant[at:at] = number(rng)
    elif kind == 8:
        del mutant[at:]
    else:
        one, other = sorted((at, rng.randrange(len(data))))
        mutant = bytearray(data[:one] + data[other:] + data[one:other])
    return bytes(mutant)


def every_change(data: bytes) -> Iterator[bytes]:
    """A file cut at every byte, and with every byte set to what tells."""
    for at in range(len(data)):
        yield data[:at]
        for value in (0, 1, 0x7F, 0x80, 0xFF, data[at] ^ 0x55):
            yield data[:at] + bytes((value,)) + data[at + 1 :]


# Tables


@dataclass
class Parts:
    """A file taken apart: sections as they are, and what those hold that are put together anew."""

    head: bytes
    sections: dict[int, bytes]
    strings: list[bytes]
    #: Attributes and types: the number of the dialect, whether in an encoding of its own, and the bytes.
    attributes: list[tuple[int, bool, bytes]]
    types: list[tuple[int, bool, bytes]]
    properties: list[bytes]


@lru_cache(maxsize=2048)
def _taken_apart(data: bytes) -> Parts:
    file = open_file(data)
    numbers = {name: number for number, name in reversed([*enumerate(file.dialects)])}
    cursor = Cursor(data, 4, len(data))
    cursor.varint()
    cursor.text_to_nul("the producer")
    attributes, types = [[(numbers[each.dialect], each.is_custom, data[each.start : each.end]) for each in table]
                         for table in (file.attributes, file.types)]
    return Parts(data[: cursor.at], {number: data[place.start : place.end] for number, place in file.sections.items()},
                 file.strings, attributes, types, [data[place.start : place.end] for place in file.properties])


def taken_apart(data: bytes) -> Parts:
    found = _taken_apart(data)
    return Parts(found.head, dict(found.sections), list(found.strings), list(found.attributes), list(found.types),
                 list(found.properties))


def put_together(parts: Parts) -> bytes:
    found = dict(parts.sections)
    found[sections.STRINGS] = b"".join([varint(len(parts.strings)), *(varint(len(each) + 1) for each in reversed(parts.strings)),
                                        *(each + b"\0" for each in parts.strings)])
    entries = (*parts.attributes, *parts.types)
    found[sections.ENTRIES] = b"".join([data for _, _, data in entries])
    found[sections.SIZES] = b"".join([varint(len(parts.attributes)), varint(len(parts.types)), *(
        varint(dialect) + varint(1) + varint(len(data) << 1 | is_custom) for dialect, is_custom, data in entries)])
    if sections.PROPERTY_TABLE in found:
        found[sections.PROPERTY_TABLE] = varint(len(parts.properties)) + b"".join(
            [varint(len(each)) + each for each in parts.properties])
    return parts.head + b"".join([bytes((number,)) + varint(len(data)) + data for number, data in found.items()])


def _change_entry(parts: Parts, rng: random.Random) -> None:
    table = rng.choice((parts.attributes, parts.attributes, parts.types))
    if not table:
        return
    at = rng.randrange(len(table))
    dialect, is_custom, data = table[at]
    kind = rng.randrange(8)
    if kind < 5:
        data = changed_bytes(data, rng)
    elif kind == 5:  # what another one is: of two that refer to each other a circle
        dialect, is_custom, data = rng.choice(table)
    elif kind == 6:
        dialect, is_custom = rng.randrange(max(dialect + 2, 3)), rng.random() < 0.7
    else:
        data = number(rng) + data[1:]
    table[at] = (dialect, is_custom, data)


def _change_properties(parts: Parts, rng: random.Random) -> None:
    if parts.properties:
        at = rng.randrange(len(parts.properties))
        parts.properties[at] = rng.choice((changed_bytes(parts.properties[at], rng), rng.choice(parts.properties)))


_STRINGS = (
    b"", b"\0", b"a\0b", b"\xff\xfe", "é\u2028\U0001f600".encode(), b"\xed\xa0\x80", b"x" * 70_000, b'"\\\n', b"1", b"-", b"->",
    b"%0", b"#a", b"!a", b"stablehlo", b"builtin", b"vhlo", b"func", b"sym_name", b"value", b"module", b"add_v1", b"add",
    b"constant", b"dense<1> : tensor<2xi32>", b"i99999999", b"tensor<2xf32>", b"(" * 400, b"[" * 400, b"tuple<" * 400)


def _change_string(parts: Parts, rng: random.Random) -> None:
    if parts.strings:
        at = rng.randrange(len(parts.strings))
        parts.strings[at] = rng.choice((rng.choice(_STRINGS), rng.choice(parts.strings), changed_bytes(parts.strings[at], rng)))


def _change_text(parts: Parts, rng: random.Random) -> None:
    """An attribute or a type as its text."""
    table = rng.choice((parts.attributes, parts.types))
    if table:
        at = rng.randrange(len(table))
        old = table[at]
        text = rng.choice((*_STRINGS, b"dense<0> : tensor<99999999999x99999999999xi8>", b"dense_resource<a> : tensor<2xf32>",
                           b"#vhlo.mesh_v1<axes = [], device_ids = 1 : i64>", b"affine_map<(d0) -> (d0)>", b"loc(unknown)", b"i8",
                           b"tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>", b"array<i64: 1, 2>", b"{a = 1 : i8}", b"none"))
        table[at] = (old[0], False, (changed_bytes(text, rng) if rng.random() < 0.3 else text) + b"\0" * (rng.random() < 0.95))


def _nest(parts: Parts, rng: random.Random) -> None:
    """An attribute or a type that stands for a tower: each floor refers to the next once, or more often."""
    is_type, deep, twice = rng.random() < 0.4, rng.choice((3, 30, 100, 126, 200)), rng.choice((1, 2, 2, 3))
    table = parts.types if is_type else parts.attributes
    if not table:
        return
    at = rng.randrange(len(table))
    code = rng.choice((2, 8, 15, 23, 42, 13, 18) if is_type else (0, 1, 1, 12, 13, 10, 6, 14, 21))
    dialect = table[at][0]
    inner = at + 1
    table[at] = (dialect, True, varint(code) + _references(code, inner if inner < len(table) else at, twice, is_type))
    for _ in range(deep):  # at the end of the table, each refers to the one behind it, the last to an old one
        following = len(table) + 1
        table.append((dialect, True, varint(code) + _references(code, following, twice, is_type)))
    table.append(table[rng.randrange(len(table))])
    table[at] = (dialect, True, varint(code) + _references(code, len(table) - deep - 1, twice, is_type))


def _references(code: int, other: int, count: int, is_type: bool) -> bytes:
    listed = {2, 8, 15, 23, 42} if is_type else {0, 1, 12, 13}
    return (varint(count) if code in listed else b"") + varint(other) * count + (
        b"\1" if is_type and code in (2, 8) else varint(other) if code == 13 else b"")


def _change_section(parts: Parts, rng: random.Random) -> None:
    """The bytes of a section that is not put together anew: operations, dialects, resources."""
    numbers = [sections.IR] * 6 + [sections.DIALECTS, sections.INDEX, sections.RESOURCES]
    number = rng.choice([each for each in numbers if each in parts.sections] or [sections.IR])
    parts.sections.setdefault(number, b"")
    parts.sections[number] = changed_bytes(parts.sections[number], rng, number == sections.IR and rng.random() < 0.6)


def _lengthened(data: bytes, at: int, piece: bytes) -> bytes:
    """Operations with bytes put in at a place, and the nested sections around it as much longer."""
    cursor = Cursor(data, 0, len(data))
    found = data[:at] + piece + data[at:]
    for start in range(at - 1, 0, -1):  # from inside out
        if data[start] != sections.IR:
            continue
        cursor.at, cursor.end = start + 1, len(data)
        try:
            size = cursor.varint()
        except hloom.ParseError:
            continue
        if cursor.at <= at <= cursor.at + size <= len(data):
            inside = len(found) - len(data) + size
            found = found[: start + 1] + varint(inside) + found[cursor.at :]
    return found


def _put_into_operations(parts: Parts, rng: random.Random) -> None:
    data = parts.sections.get(sections.IR)
    if not data:
        return
    at, size = rng.randrange(len(data)), rng.choice((1, 3, 6, 10, 40))
    piece = rng.choice((number(rng), data[at : at + size] * rng.choice((1, 1, 1, 5, 200))))
    parts.sections[sections.IR] = _lengthened(data, at, piece)


def _change_container(parts: Parts, rng: random.Random) -> None:
    """The version, the producer, sections left out, twice or in another order."""
    kind = rng.randrange(5)
    numbers = list(parts.sections)
    if kind == 0:
        parts.head = parts.head[:4] + varint(rng.randrange(9)) + parts.head[5:]
    elif kind == 1:
        parts.head = parts.head[:5] + changed_bytes(parts.head[5:-1], rng).replace(b"\0", b"") + b"\0"
    elif kind == 2:
        parts.sections.pop(rng.choice([sections.DIALECTS, sections.IR, *numbers]), None)
    elif kind == 3:
        rng.shuffle(numbers)
        parts.sections = {each: parts.sections[each] for each in numbers}
    else:
        one, other = rng.choice(numbers), rng.choice(numbers)
        parts.sections |= {one: parts.sections.get(other, b""), other: parts.sections.get(one, b"")}


_CHANGES: tuple[Callable[[Parts, random.Random], None], ...] = (
    _change_entry, _change_entry, _change_entry, _change_entry, _change_properties, _change_string, _change_text, _nest,
    _change_section, _change_section, _change_section, _put_into_operations, _change_container)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A mutant of a file."""
    if rng.random() < 0.3:
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = changed_bytes(data, rng)
        return data
    parts = taken_apart(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(_CHANGES)(parts, rng)
    return put_together(parts)
