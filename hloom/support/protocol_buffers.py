"""Bytes that are a protocol buffer, and of which kind: known by the numbers and lengths of its fields, and by its first words."""

from __future__ import annotations

from typing import Final

#: Texts have none of these.
_CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")
_LOOKED_AT: Final = 4096
#: Fields of a message that are looked at.
_MOST_FIELDS: Final = 10_000
#: What the nodes with which a frozen graph of TensorFlow begins do.
_TENSORFLOW_NODES: Final = frozenset((b"Const", b"Placeholder", b"PlaceholderWithDefault", b"VarHandleOp", b"NoOp"))
#: Fields of an onnx.ModelProto.
_FIELDS_OF_ONNX: Final = frozenset((1, 2, 3, 4, 5, 6, 7, 8, 14, 20, 25, 26))
#: How the names of planes in a profile begin.
_PLANES: Final = (b"/host:", b"/device:", b"Task Environment")


def is_protocol_buffer(data: bytes) -> bool:
    """Whether bytes, to their end, are the fields of a message, the first of them number 1, of known length, and no text."""
    return data.startswith(b"\n") and not _CONTROLS.isdisjoint(data[:_LOOKED_AT]) and _is_message(data)


def protocol_buffer_kind(data: bytes) -> str | None:
    """Which kind of message some bytes are that is no program of XLA, in words; None for what is no message."""
    if data.startswith(b"\x08") and _is_message(data):
        if data.startswith(b"\x08\x01\x12") and b"serve" in data:
            return "a SavedModel of TensorFlow (a protocol buffer)"
        if {1, 7, 8} <= _numbers(data) <= _FIELDS_OF_ONNX:
            return "a model of ONNX (a protocol buffer)"
        return None
    if not is_protocol_buffer(data):
        return None
    if _content(_content(data, 1), 2).startswith(_PLANES):
        return "a profile, an XSpace of *.xplane.pb (a protocol buffer)"
    if is_tensorflow_graph(data):
        return "a graph of TensorFlow (a protocol buffer)"
    return "a protocol buffer, but no HloModuleProto, HloProto or HloSnapshot"


def is_tensorflow_graph(data: bytes) -> bool:
    """Whether a message begins with a node of a graph: as a module of HLO, by two words, the second of which is what it does."""
    return _content(_content(data, 1), 2) in _TENSORFLOW_NODES


def fields(data: bytes) -> list[tuple[int, bytes]]:
    """The fields of a message, each its number and its content, without the length of one that has a length. Raises ValueError
    for bytes that are none."""
    found = []
    at = 0
    while at < len(data):
        number, begin, end, at = _field(data, at)
        if not 0 <= at <= len(data):
            raise ValueError("bytes that are no message")
        found.append((number, data[begin:end]))
    return found


def _is_message(data: bytes) -> bool:
    """Whether bytes are fields of a message to their end, or for very many fields."""
    at = 0
    for _ in range(_MOST_FIELDS):
        if at >= len(data):
            break
        _, _, _, at = _field(data, at)
        if at < 0:
            return False
    return at <= len(data)


def _numbers(data: bytes) -> set[int]:
    """The numbers of the first fields of a message."""
    found = set()
    at = 0
    for _ in range(_MOST_FIELDS):
        if not 0 <= at < len(data):
            break
        number, _, _, at = _field(data, at)
        found.add(number)
    return found


def _content(data: bytes, number: int) -> bytes:
    """What the first field of a number holds, or the beginning of it; empty where it is not among the first fields."""
    at = 0
    for _ in range(_LOOKED_AT):
        if not 0 <= at < len(data):
            break
        found, begin, end, at = _field(data, at)
        if found == number:
            return data[begin : min(end, begin + _LOOKED_AT)]
    return b""


def _field(data: bytes, at: int) -> tuple[int, int, int, int]:
    """The number of the field at a place, where its content begins and ends, and where the next begins (-1: nowhere)."""
    tag, at = _number(data, at)
    sort = tag & 7
    if tag < 8 or sort not in (0, 1, 2, 5):
        return 0, 0, 0, -1
    if sort == 0:
        begin, (_, end) = at, _number(data, at)
    elif sort == 2:
        length, begin = _number(data, at)
        end = begin + length
    else:
        begin, end = at, at + (8 if sort == 1 else 4)
    return tag >> 3, begin, end, end


def _number(data: bytes, at: int) -> tuple[int, int]:
    """The number of variable length at a place, and the place behind it, which is behind the end where it is cut off."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            return 0, len(data) + 1
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
    return 0, len(data) + 1
