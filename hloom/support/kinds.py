"""What kind of file some bytes are, by content: so that every door that takes programs calls a file of another kind the same."""

from __future__ import annotations

from hloom.support.diagnostics import ParseError

#: A mark with which some editors begin a text in UTF-8; it says nothing and is read over.
BYTE_ORDER_MARK = "\ufeff"

#: Bytes with which a portable artifact (MLIR bytecode) begins.
BYTECODE = b"ML\xefR"
_BEGINNINGS = (
    (BYTECODE, "a portable artifact (MLIR bytecode)"), (b"\x93NUMPY", "a NumPy array"), (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "compressed by gzip"), (b"\x7fELF", "machine code (ELF)"), (b"BC\xc0\xde", "LLVM bitcode"),
)
_PACKED = (b"PK\x03\x04", b"\x1f\x8b")
#: Texts have none of these.
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")
_LOOKED_AT = 4096
#: Fields of a message that are looked at.
_MOST_FIELDS = 10_000


def binary_kind(data: bytes) -> str | None:
    """What some bytes are, in words, where they are a file of a kind that is known and no text; else None."""
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning):
            return kind
    if BYTECODE in data and _is_flatbuffer(data):
        return "a serialized jax.export.Exported with a portable artifact (MLIR bytecode) inside"
    if is_protocol_buffer(data):
        return "a protocol buffer, as XLA writes an HloModuleProto, HloProto or HloSnapshot"
    return None


def _remedy(data: bytes) -> str:
    """How to come by a program that is in such a file, as the end of a message; empty where that is not known."""
    if data.startswith(BYTECODE):
        return "; `stablehlo-translate --deserialize` writes its text"
    if BYTECODE in data:
        return "; in Python, jax.export.deserialize gives what hloom.parse takes"
    return "; unpack it first" if data.startswith(_PACKED) else ""


def text_of(data: bytes, name: str) -> str:
    """The text in a file's bytes. Raises ParseError, which says what the file is, for what is no text in UTF-8."""
    kind = binary_kind(data)
    if kind is not None:
        raise ParseError(f"{name}: this is {kind}, which hloom does not read as a program{_remedy(data)}")
    try:
        return data.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise ParseError(f"{name}: not a text: byte {error.start} is not UTF-8") from None


def _is_flatbuffer(data: bytes) -> bool:
    """Whether bytes begin as a flatbuffer: with the place of a table, which says where its fields are listed."""
    root = int.from_bytes(data[:4], "little")
    if not 4 <= root <= len(data) - 4:
        return False
    fields = root - int.from_bytes(data[root : root + 4], "little", signed=True)
    return 4 <= fields <= len(data) - 4 and 4 <= int.from_bytes(data[fields : fields + 2], "little") <= len(data)


def is_protocol_buffer(data: bytes) -> bool:
    """Whether bytes, to their end, are the fields of a message, the first of them number 1, of known length, and no text."""
    if not data.startswith(b"\n") or _CONTROLS.isdisjoint(data[:_LOOKED_AT]):
        return False
    at = 0
    for _ in range(_MOST_FIELDS):
        if at >= len(data):
            break
        tag, at = _number(data, at)
        sort = tag & 7
        if not 8 <= tag or sort not in (0, 1, 2, 5):
            return False
        if sort == 0:
            _, at = _number(data, at)
        elif sort == 2:
            length, at = _number(data, at)
            at += length
        else:
            at += 8 if sort == 1 else 4
    return at <= len(data)


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
