"""Programs in bytes, by what the bytes are: XLA's protocol buffers, portable artifacts, and what these are packed in."""

from __future__ import annotations

from collections.abc import Callable

from hloom.ops.builtin.module import Module
from hloom.support.diagnostics import InputError
from hloom.support.kinds import EXPORTED_FUNCTION, PORTABLE_ARTIFACT, binary_kind, no_program
from hloom.support.protocol_buffers import is_tensorflow_graph


def parse_bytes(data: bytes, format: str, name: str, allow_unregistered: bool, parse: Callable[..., Module]) -> Module:
    """The program in bytes, as `parse` takes them, which reads what is in a graph. InputError for those of another
    kind, ParseError at the first fault."""
    if format != "proto" and _is_graph(data):
        from hloom.protos.graphs import module_call

        return parse(module_call(data, name).program(name), name=name, allow_unregistered=allow_unregistered)
    is_proto = looks_like_proto(data)
    kind = None if is_proto else binary_kind(data)
    if kind in _READERS and format != "proto":
        return _READERS[kind](data, name, allow_unregistered)
    if format == "proto" or (format == "auto" and kind is None):
        from hloom.protos import parse_proto  # most programs need nothing of it

        return parse_proto(data, name)
    if kind is not None:
        raise InputError(f"{name}: {no_program(kind)}")
    raise InputError(f"{name}: " + ("a protocol buffer of XLA is read with format='proto' or format='auto'" if is_proto else
                                    f"a program is a str, got {type(data).__name__}: a text is decoded first, x.decode()"))


def _artifact(data: bytes, name: str, allow_unregistered: bool) -> Module:
    from hloom.vhlo import parse_bytecode  # most programs need nothing of it

    return parse_bytecode(data, name, allow_unregistered)


def _exported(data: bytes, name: str, allow_unregistered: bool) -> Module:
    from hloom.vhlo.exported import read_exported

    return _artifact(read_exported(data, name).artifact, name, allow_unregistered)


#: Readers of programs in bytes, beside XLA's protocol buffers, by their kind; each takes the bytes, the name that stands for them
#: in messages, and whether operations that are not known are kept.
_READERS: dict[str | None, Callable[[bytes, str, bool], Module]] = {PORTABLE_ARTIFACT: _artifact, EXPORTED_FUNCTION: _exported}


def is_program_in_bytes(data: bytes) -> bool:
    """Whether bytes are a program that `parse` takes as they are, not as a text."""
    return looks_like_proto(data) or binary_kind(data) in _READERS or _is_graph(data)


def _is_graph(data: bytes) -> bool:
    """Whether bytes are a SavedModel or a graph of TensorFlow, in which a program may be."""
    if not data.startswith((b"\b", b"\n")):
        return False
    from hloom.protos.graphs import looks_like_graph  # with what reads HLO's messages

    return looks_like_graph(data)


def looks_like_proto(data: bytes) -> bool:
    """Whether bytes begin as the protocol buffers do that hold a program."""
    if not data.startswith(b"\n"):
        return False
    from hloom.protos import looks_like_proto as begins_as_proto

    return begins_as_proto(data) and not is_tensorflow_graph(data)
