"""Fields that the table does not have, in every message inside a module, come back when it is written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hloom
from hloom.xla.proto import Message, decode
from tests.fuzz.mutate_hlo import MODULES

#: Field 4000, a varint of 7.
UNKNOWN = b"\x80\xfa\x01\x07"


def inner_messages(message: Message, path: str = "") -> Iterator[tuple[str, Message]]:
    for name, value in message.stated().items():
        if name == "hloom_attributes":  # hloom's own, which is made anew
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Message):
                yield f"{path}.{name}", item
                yield from inner_messages(item, f"{path}.{name}")


@pytest.mark.parametrize("text", MODULES[3:], ids="d")
def test_unknown_fields_survive(text: str) -> None:
    """One of each kind of message at a time."""
    data = hloom.parse(text, format="hlo").to_hlo_proto()
    paths = {path for path, _ in inner_messages(decode("HloModuleProto", data))}
    assert len(paths) > 15
    for wanted in sorted(paths):
        message = decode("HloModuleProto", data)
        next(inner for path, inner in inner_messages(message) if path == wanted).unknown.append(UNKNOWN)
        module = hloom.parse(message.encode(), format="proto")
        assert str(module) == str(hloom.parse(data, format="proto"))
        assert decode("HloModuleProto", module.to_hlo_proto()) == message, wanted


def test_all_at_once() -> None:
    for text in MODULES:
        message = decode("HloModuleProto", hloom.parse(text, format="hlo").to_hlo_proto())
        for _, inner in [*inner_messages(message)]:
            inner.unknown.append(UNKNOWN)
        message.unknown.append(UNKNOWN)
        assert decode("HloModuleProto", hloom.parse(message.encode(), format="proto").to_hlo_proto()) == message
