"""Messages as plain trees, from bytes and back, by the field table.

    module = decode("HloModuleProto", data)
    module.computations[0].instructions[0].opcode
    module.name = "other"; data = module.encode()

A field that is not there has its default value: 0, "", an empty list; a message is None.
What the table does not know is kept, field by field, and written back behind the known fields. Bytes that were written as XLA
writes them (fields by number, lists of numbers packed) come back as they were.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, Final

import numpy as np

from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean
from hloom.xla.proto import wire
from hloom.xla.proto.table import Field, enums, messages

_DEFAULTS: Final[dict[str, Any]] = {"int32": 0, "int64": 0, "uint32": 0, "uint64": 0, "bool": False, "float": 0.0, "double": 0.0,
                                    "string": "", "bytes": b"", "enum": 0, "message": None}
_FIXED: Final = {"float": (wire.FIXED32, 4, np.dtype("<f4"), "<f"), "double": (wire.FIXED64, 8, np.dtype("<f8"), "<d")}
_VARINTS: Final = frozenset({"int32", "int64", "uint32", "uint64", "bool", "enum"})
#: The lists of numbers that are kept as NumPy arrays: the elements of literals.
_BULK: Final = frozenset({"preds", "s32s", "s64s", "u32s", "u64s", "f32s", "f64s", "c64s", "c128s"})
_BULK_DTYPES: Final = {"bool": np.dtype(np.bool_), "int32": np.dtype(np.int32), "int64": np.dtype(np.int64),
                       "uint32": np.dtype(np.uint32), "uint64": np.dtype(np.uint64), "float": np.dtype(np.float32),
                       "double": np.dtype(np.float64)}
_RANGES: Final = {"int32": (-(1 << 31), 1 << 31), "enum": (-(1 << 31), 1 << 31), "int64": (-(1 << 63), 1 << 63),
                  "uint32": (0, 1 << 32), "uint64": (0, 1 << 64)}


@cache
def _by_number(message: str) -> dict[int, Field]:
    return {field.number: field for field in messages()[message]}


@cache
def _by_name(message: str) -> dict[str, Field]:
    return {field.name: field for field in messages()[message]}


class Message:
    """One message of the type `type_name`, with its fields as attributes.

    Repeated fields are lists (of literals' elements NumPy arrays), enumerations are numbers, a message that is not there is None.
    Setting a field to None removes it. `unknown` are the records of fields that the table does not have, as they were.
    """

    __slots__ = ("_fields", "type_name", "unknown")

    type_name: str
    unknown: list[bytes]

    def __init__(self, type_name: str, /, **fields: Any) -> None:
        if type_name not in messages():
            raise InputError(f"there is no message {type_name!r}{did_you_mean(type_name, messages())}")
        object.__setattr__(self, "type_name", type_name)
        object.__setattr__(self, "_fields", {})
        object.__setattr__(self, "unknown", [])
        for name, value in fields.items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> Any:
        field = _by_name(self.type_name).get(name)
        if field is None:
            raise AttributeError(f"{self.type_name} has no field {name!r}{did_you_mean(name, _by_name(self.type_name))}")
        if name in self._fields:
            return self._fields[name]
        if field.is_repeated:
            # The list that is handed out is the message's own, so that it may be filled.
            return self._fields.setdefault(name, [])
        return _DEFAULTS[field.type]

    def __setattr__(self, name: str, value: Any) -> None:
        field = _by_name(self.type_name).get(name)
        if field is None:
            raise AttributeError(f"{self.type_name} has no field {name!r}{did_you_mean(name, _by_name(self.type_name))}")
        if value is None or (not field.has_presence and not field.is_repeated and _is_default(value, field)):
            self._fields.pop(name, None)
        else:
            self._fields[name] = value if not field.is_repeated or isinstance(value, np.ndarray) else list(value)

    def has(self, name: str) -> bool:
        """Whether a field is there: a list that is not empty, a message, a number that is not zero."""
        field = _by_name(self.type_name).get(name)
        if field is None:
            raise AttributeError(f"{self.type_name} has no field {name!r}")
        return name in self._fields and (not field.is_repeated or len(self._fields[name]) > 0)

    def stated(self) -> dict[str, Any]:
        """The fields that are there, in the order of their numbers."""
        return {field.name: self._fields[field.name] for field in messages()[self.type_name] if self.has(field.name)}

    def __eq__(self, other: object) -> bool:
        """Whether the other message says the same, unknown fields included."""
        return isinstance(other, Message) and self.type_name == other.type_name and self.encode() == other.encode()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, tuple[str, bytes]]:
        return decode, (self.type_name, self.encode())

    def __repr__(self) -> str:
        shown = [f"{name}={value!r:.200}" for name, value in list(self.stated().items())[:8]]
        return f"<{self.type_name} {', '.join(shown)}{', ...' if len(self.stated()) > 8 else ''}>"

    def encode(self) -> bytes:
        """The bytes of this message. InputError for a value that its field cannot hold."""
        return b"".join(_encoded(self, 0))


def enum_name(enum: str, value: int) -> str:
    """The name of a value of an enumeration; its number if it has none."""
    names = enums()[enum]
    return names[value] if 0 <= value < len(names) else str(value)


def enum_value(enum: str, name: str) -> int:
    """The number of a value of an enumeration. InputError if there is none of that name."""
    names = enums()[enum]
    if name not in names:
        raise InputError(f"{enum} has no value {name!r:.80}{did_you_mean(name, names)}")
    return names.index(name)


def decode(type_name: str, data: bytes) -> Message:
    """The message of a type in `data`. ParseError, with the byte, where the data is cut or no message."""
    message = Message(type_name)
    data = bytes(data)
    _decode_into(message, data, 0, len(data), 0)
    return message


def _decode_into(message: Message, data: bytes, start: int, end: int, depth: int) -> None:
    if depth > wire.DEEPEST:
        wire.fail(start, f"maximum recursion depth exceeded: messages nest at most {wire.DEEPEST} deep")
    fields, table = message._fields, _by_number(message.type_name)
    for first, number, kind, value, begin, at in wire.records(data, start, end):
        field = table.get(number)
        type = field.type if field is not None else ""
        if type == "message" and kind == wire.BYTES:
            assert field is not None
            inner = None if field.is_repeated else fields.get(field.name)
            if inner is None:
                inner = Message(field.of)
                if field.is_repeated:
                    fields.setdefault(field.name, []).append(inner)
                else:
                    fields[field.name] = inner
            # A message that comes twice is one, in two parts.
            _decode_into(inner, data, begin, at, depth + 1)
        elif field is not None and field.is_packed and kind == wire.BYTES:
            _extend(fields, field, _packed(field, data, begin, at))
        elif type in _VARINTS and kind == wire.VARINT:
            assert field is not None
            number_read = _number(type, value)
            if field.is_repeated:
                _extend(fields, field, [number_read])
            else:
                fields[field.name] = number_read
        elif type in ("string", "bytes") and kind == wire.BYTES:
            assert field is not None
            text = data[begin:at].decode("utf-8", "surrogateescape") if type == "string" else data[begin:at]
            if field.is_repeated:
                fields.setdefault(field.name, []).append(text)
            else:
                fields[field.name] = text
        elif type in _FIXED and kind == _FIXED[type][0]:
            assert field is not None
            fraction = struct.unpack_from(_FIXED[type][3], data, begin)[0]
            if field.is_repeated:
                _extend(fields, field, [fraction])
            else:
                fields[field.name] = fraction
        else:
            message.unknown.append(data[first:at])


def _extend(fields: dict[str, Any], field: Field, values: Any) -> None:
    known = fields.get(field.name)
    if field.name not in _BULK:
        fields.setdefault(field.name, []).extend(values)
    elif isinstance(known, list):
        known.extend(values)
    elif known is None and isinstance(values, np.ndarray):
        fields[field.name] = values
    else:
        # Rare: elements one by one, or in several parts. A list, so that each part is added in time of its own size.
        fields[field.name] = [*(() if known is None else known.tolist()), *values]


def _number(type: str, value: int) -> Any:
    if type == "bool":
        return value != 0
    if type == "uint64":
        return value
    if type == "uint32":
        return value & 0xFFFFFFFF
    if type == "int64":
        return value - (1 << 64) if value >> 63 else value
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _packed(field: Field, data: bytes, begin: int, end: int) -> Any:
    if field.type in _FIXED:
        _, size, dtype, _ = _FIXED[field.type]
        if (end - begin) % size:
            wire.fail(begin, f"{end - begin} bytes are no numbers of {size}")
        values = np.frombuffer(data, dtype, (end - begin) // size, begin)
        return values if field.name in _BULK else values.tolist()
    if field.name in _BULK:
        raw = wire.read_varints(data, begin, end)
        return raw != 0 if field.type == "bool" else raw.astype(_BULK_DTYPES[field.type])
    payload = data[begin:end]
    # Nearly always each number is one byte.
    numbers = list(payload) if payload.isascii() else wire.read_varints(data, begin, end).tolist()
    return numbers if field.type in ("int64", "uint64") and payload.isascii() else [_number(field.type, n) for n in numbers]


def _is_default(value: Any, field: Field) -> bool:
    # A negative zero is written.
    return value == _DEFAULTS[field.type] and not (isinstance(value, float) and str(value) == "-0.0")


def _encoded(message: Message, depth: int) -> list[bytes]:
    if depth > wire.DEEPEST:
        raise InputError(f"messages nest more than {wire.DEEPEST} deep")
    parts: list[bytes] = []
    for field in messages()[message.type_name]:
        value = message._fields.get(field.name)
        if value is None or (field.is_repeated and not len(value)):
            continue
        if field.is_packed:
            payload = _packed_bytes(field, value)
            parts += wire.varint(field.number << 3 | wire.BYTES), wire.varint(len(payload)), payload
            continue
        for item in value if field.is_repeated else (value,):
            parts += _record(message, field, item, depth)
    return parts + message.unknown


def _record(message: Message, field: Field, value: Any, depth: int) -> list[bytes]:
    key = field.number << 3
    if field.type == "message":
        if not isinstance(value, Message) or value.type_name != field.of:
            raise InputError(f"{message.type_name}.{field.name} is a {field.of}, not {value!r:.80}")
        payload = b"".join(_encoded(value, depth + 1))
        return [wire.varint(key | wire.BYTES), wire.varint(len(payload)), payload]
    if field.type in ("string", "bytes"):
        try:
            payload = value.encode("utf-8", "surrogateescape") if field.type == "string" else bytes(memoryview(value))
        except (AttributeError, TypeError, UnicodeEncodeError):
            raise InputError(f"{message.type_name}.{field.name} is of type {field.type}, not {value!r:.80}") from None
        return [wire.varint(key | wire.BYTES), wire.varint(len(payload)), payload]
    try:
        if field.type in _FIXED:
            kind, _, _, code = _FIXED[field.type]
            return [wire.varint(key | kind), struct.pack(code, value)]
        return [wire.varint(key | wire.VARINT), wire.varint(_checked(field, value))]
    except (struct.error, TypeError, AttributeError, OverflowError):
        raise InputError(f"{message.type_name}.{field.name} is of type {field.type}, not {value!r:.80}") from None


def _checked(field: Field, value: Any) -> int:
    number = value.__index__()
    if field.type == "bool":
        return int(number != 0)
    least, most = _RANGES[field.type]
    if not least <= number < most:
        raise OverflowError
    return number


def _packed_bytes(field: Field, values: Any) -> bytes:
    try:
        if field.type in _FIXED:
            return np.asarray(values, _FIXED[field.type][2]).tobytes()
        if isinstance(values, np.ndarray):
            return wire.varints(values)
        return wire.varints(_checked(field, value) for value in values)
    except (TypeError, AttributeError, OverflowError, ValueError):
        raise InputError(f"{field.name} is a list of {field.type}, not {values!r:.80}") from None
