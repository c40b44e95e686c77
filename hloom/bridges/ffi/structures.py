"""The structures of the typed interface as they lie in memory (XLA's public header xla/ffi/api/c_api.h, version 0.3).

Structures begin with their size, up to the end of the last field that their version knows: a field is there if the size covers
it.
"""

from __future__ import annotations

import ctypes
from enum import IntEnum
from typing import Any, Final

MAJOR, MINOR = 0, 3

_int32, _int64, _pointer, _size = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p, ctypes.c_size_t


class Stage(IntEnum):
    """When a handler is called."""

    INSTANTIATE = 0
    PREPARE = 1
    INITIALIZE = 2
    EXECUTE = 3


class Code(IntEnum):
    """What kind of error there was: those of `absl::StatusCode`."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def of(cls, number: int) -> Code:
        """The code with a number; UNKNOWN where there is none."""
        return cls(number) if number in cls._value2member_map_ else cls.UNKNOWN


#: What an attribute is.
ARRAY, DICTIONARY, SCALAR, STRING = 1, 2, 3, 4
#: What an argument or result is: the only thing there is.
BUFFER: Final = 1
METADATA: Final = 1


def _structure(name: str, *fields: tuple[str, Any], has_size: bool = True) -> type[Any]:
    head = [("struct_size", _size), ("extension_start", _pointer)] if has_size else []
    return type(name, (ctypes.Structure,), {"_fields_": [*head, *fields]})


def size_of(structure: type[Any], last: str) -> int:
    """The size that a structure states whose last field is `last`."""
    field = getattr(structure, last)
    return field.offset + field.size


def covers(instance: Any, name: str) -> bool:
    """Whether a structure that somebody else has made has a field."""
    return instance.struct_size >= size_of(type(instance), name)


ByteSpan = _structure("ByteSpan", ("ptr", _pointer), ("len", _size), has_size=False)
Scalar = _structure("Scalar", ("dtype", _int32), ("value", _pointer), has_size=False)
Array = _structure("Array", ("dtype", _int32), ("size", _size), ("data", _pointer), has_size=False)
Buffer = _structure("Buffer", ("dtype", _int32), ("data", _pointer), ("rank", _int64), ("dims", _pointer))
Args = _structure("Args", ("size", _int64), ("types", _pointer), ("args", _pointer))
Rets = _structure("Rets", ("size", _int64), ("types", _pointer), ("rets", _pointer))
Attrs = _structure("Attrs", ("size", _int64), ("types", _pointer), ("names", _pointer), ("attrs", _pointer))
CallFrame = _structure("CallFrame", ("api", _pointer), ("ctx", _pointer), ("stage", _int32), ("args", Args), ("rets", Rets),
                       ("attrs", Attrs), ("future", _pointer))
Bundle = _structure("Bundle", ("instantiate", _pointer), ("prepare", _pointer), ("initialize", _pointer), ("execute", _pointer),
                    has_size=False)
TypeInfo = _structure("TypeInfo", ("deleter", _pointer))
Version = _structure("Version", ("major", _int32), ("minor", _int32))
Metadata = _structure("Metadata", ("struct_size", _size), ("version", Version), ("traits", ctypes.c_uint32),
                      ("state_type", _int64), has_size=False)
MetadataExtension = _structure("MetadataExtension", ("struct_size", _size), ("type", _int32), ("next", _pointer),
                               ("metadata", _pointer), has_size=False)

ErrorCreate = _structure("ErrorCreate", ("message", ctypes.c_char_p), ("code", _int32))
ErrorMessage = _structure("ErrorMessage", ("error", _pointer), ("message", _pointer))
ErrorDestroy = _structure("ErrorDestroy", ("error", _pointer))
HandlerRegister = _structure("HandlerRegister", ("name", ByteSpan), ("platform", ByteSpan), ("bundle", Bundle),
                             ("traits", ctypes.c_uint32))
StreamGet = _structure("StreamGet", ("ctx", _pointer), ("stream", _pointer))
TypeRegister = _structure("TypeRegister", ("name", ByteSpan), ("type_id", _pointer), ("type_info", _pointer))
ContextGet = _structure("ContextGet", ("ctx", _pointer), ("type_id", _pointer), ("data", _pointer))
State = _structure("State", ("ctx", _pointer), ("stage", _int32), ("type_id", _pointer), ("state", _pointer))
#: Before states belonged to stages; and before types, instead of those who set states, said what deletes them (version 0.1).
OldState = _structure("OldState", ("ctx", _pointer), ("type_id", _pointer), ("state", _pointer), ("deleter", _pointer))
MemoryAllocate = _structure("MemoryAllocate", ("ctx", _pointer), ("size", _size), ("alignment", _size), ("data", _pointer))
MemoryFree = _structure("MemoryFree", ("ctx", _pointer), ("size", _size), ("data", _pointer))
ThreadSchedule = _structure("ThreadSchedule", ("ctx", _pointer), ("task", _pointer), ("data", _pointer))
ThreadCount = _structure("ThreadCount", ("ctx", _pointer), ("count", _pointer))
FutureCreate = _structure("FutureCreate", ("future", _pointer))
FutureAvailable = _structure("FutureAvailable", ("future", _pointer))
FutureError = _structure("FutureError", ("future", _pointer), ("error", _pointer))
RunId = _structure("RunId", ("ctx", _pointer), ("run_id", _int64))
DeviceOrdinal = _structure("DeviceOrdinal", ("ctx", _pointer), ("ordinal", _int32))

#: A handler: an error, or null, for a frame.
HandlerType = ctypes.CFUNCTYPE(_pointer, _pointer)
DeleterType = ctypes.CFUNCTYPE(None, _pointer)


def text_of(span: Any) -> str:
    """The text of a ByteSpan."""
    return ctypes.string_at(span.ptr, span.len).decode("utf-8", "replace") if span.ptr and span.len else ""


def pointers(addresses: Any) -> Any:
    """An array of pointers; never empty, so that it has an address."""
    listed = list(addresses)
    return (ctypes.c_void_p * max(len(listed), 1))(*listed)
