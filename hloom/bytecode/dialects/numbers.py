"""Fields that several dialects have: enumerations, doubles."""

from __future__ import annotations

import struct
from typing import NamedTuple

from hloom.bytecode.encoding import Draft, Row
from hloom.bytecode.entry import EntryCursor
from hloom.bytecode.wire import fail
from hloom.ir.attributes import EnumAttr


class Enumeration(NamedTuple):
    """An enumeration: the code of its attributes, the dialect and name under which the IR has them, and its cases by number."""

    code: int
    dialect: str
    mnemonic: str
    cases: dict[int, str]


def cases(*names: str, first: int = 0) -> dict[int, str]:
    """Cases that are numbered from `first` on."""
    return dict(enumerate(names, first))


def enum_row(each: Enumeration) -> Row:
    """The row of an enumeration."""
    numbers = {name: number for number, name in each.cases.items()}

    def read(r: EntryCursor) -> EnumAttr:
        at, number = r.at, r.varint()
        if number not in each.cases:
            fail(at, f"{number} is no case of {each.mnemonic} that is known here")
        return EnumAttr(each.dialect, each.mnemonic, each.cases[number])

    return Row(each.code, read, lambda draft, value: draft.varint(numbers[value.value]))


def read_double(r: EntryCursor) -> float:
    return struct.unpack("<d", struct.pack("<Q", r.integer(64)))[0]


def write_double(draft: Draft, value: float) -> None:
    draft.integer(struct.unpack("<Q", struct.pack("<d", value))[0], 64)
