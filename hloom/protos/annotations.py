"""What HLO says of instructions in texts of their own, as messages and back: metadata, shardings, origins, statistics."""

from __future__ import annotations

import re
from typing import Any, Final

from hloom.ir.types import AnyType, TupleType
from hloom.support.diagnostics import InputError
from hloom.support.source import Source
from hloom.text.hlo.formats import index_text
from hloom.text.hlo.scanner import Scanner, is_braces, quoted
from hloom.xla.proto import Message
from hloom.xla.proto.message import enum_name

_WORD: Final = re.compile(r"[\w.+-]+", re.ASCII)


def scanner_of(text: str) -> Scanner:
    return Scanner(Source("<attribute>", text))


# Metadata.
_STRINGS: Final = ("op_type", "op_name", "source_file", "deduplicated_name", "scheduling_name")
#: In the order in which they are written.
_METADATA: Final = ("op_type", "op_name", "source_file", "source_line", "source_end_line", "source_column", "source_end_column",
                    "profile_type", "deduplicated_name", "scheduling_name", "stack_frame_id",
                    "size_of_generated_code_in_bytes", "size_of_memory_working_set_in_bytes")


def metadata_text(message: Message | None) -> str | None:
    """The text of an OpMetadata; None where it says nothing."""
    if message is None:
        return None
    stated = message.stated()
    parts = []
    for name in _METADATA:
        value = stated.get(name)
        if value is not None:
            shown = (quoted(value) if name in _STRINGS else f"{{{','.join(map(str, value))}}}" if name == "profile_type"
                     else str(value))
            parts.append(f"{name}={shown}")
    return f"{{{' '.join(parts)}}}" if parts else None


def metadata_message(text: str, message: Message | None = None) -> Message:
    """The OpMetadata that a text says. InputError for a field that it has not."""
    message = message or Message("OpMetadata")
    scanner = scanner_of(text)
    scanner.expect("{")
    while not scanner.take("}"):
        name = scanner.word("a field")
        scanner.expect("=")
        if name not in _METADATA:
            raise InputError(f"OpMetadata has no field {name}")
        if name in _STRINGS:
            setattr(message, name, scanner.string())
        elif name == "profile_type":
            message.profile_type = scanner.listed(scanner.integer, "{", "}", name)
        else:
            setattr(message, name, scanner.integer())
    return message


# Frontend attributes.
def frontend_text(message: Message | None) -> str | None:
    if message is None or not message.map:
        return None
    return f"{{{','.join(f'{e.key}={e.value if is_braces(e.value) else quoted(e.value)}' for e in message.map)}}}"


def frontend_message(text: str) -> Message:
    scanner = scanner_of(text)
    message = Message("FrontendAttributes")

    def one() -> None:
        key = scanner.word("a name") if not scanner.peek('"') else scanner.string()
        scanner.expect("=")
        value = scanner.braces(key) if scanner.peek("{") else scanner.string()
        message.map.append(Message("StringEntry", key=key, value=value))

    scanner.listed(one, "{", "}", "the attributes")
    return message


# Statistics.
def statistics_text(message: Message | None) -> str | None:
    if message is None or not message.statistics:
        return None
    parts = [f"visualizing_index={message.stat_index_to_visualize}"]
    return f"{{{','.join([*parts, *(f'{s.stat_name}={s.stat_val:g}' for s in message.statistics)])}}}"


def statistics_message(text: str) -> Message:
    scanner = scanner_of(text)
    message = Message("StatisticsViz")

    def one() -> None:
        name = scanner.word("a statistic")
        scanner.expect("=")
        value = scanner.decimal()
        if name == "visualizing_index":
            message.stat_index_to_visualize = int(value)
        else:
            message.statistics.append(Message("Statistic", stat_name=name, stat_val=value))

    scanner.listed(one, "{", "}", "the statistics")
    return message


# Origins.
def origin_text(message: Message | None, type: AnyType) -> str | None:
    """The text of an OriginalValueProto of an instruction whose result has a type."""
    if message is None:
        return None
    if message.is_synthetic_call:
        return "{[synthetic_call]}"
    leaves = {tuple(e.shape_index): e.original_array for e in message.elements}
    return f"{{{_tree_text(leaves, type, ())}}}"


def _tree_text(leaves: dict[tuple[int, ...], Any], type: AnyType, index: tuple[int, ...]) -> str:
    if isinstance(type, TupleType) and index not in leaves:
        return f"({', '.join(_tree_text(leaves, part, (*index, k)) for k, part in enumerate(type.elements))})"
    array = leaves.get(index)
    if array is None:
        return "{}"
    return f"{{{quoted(array.instruction_name)}{' ' + index_text(array.shape_index) if array.shape_index else ''}}}"


def origin_message(text: str) -> Message:
    scanner = scanner_of(text)
    message = Message("OriginalValueProto")
    scanner.expect("{")
    if scanner.take("["):
        message.is_synthetic_call = True
    else:
        _read_tree(scanner, message, ())
    return message


def _read_tree(scanner: Scanner, message: Message, index: tuple[int, ...]) -> None:
    if scanner.take("("):
        part = 0
        while not scanner.take(")"):
            _read_tree(scanner, message, (*index, part))
            part += 1
            scanner.take(",")
        return
    scanner.expect("{")
    element = Message("OriginalValueElementProto", shape_index=index)
    if not scanner.peek("}"):
        element.original_array = Message("OriginalArrayProto", instruction_name=scanner.string())
        if scanner.peek("{"):
            element.original_array.shape_index = scanner.listed(scanner.integer, "{", "}", "the index")
    scanner.expect("}")
    message.elements.append(element)


# Shardings.
_KINDS: Final = {"replicated": 0, "maximal": 1, "manual": 4, "unknown": 5, "unreduced": 6}
_WORDS: Final = {number: word for word, number in _KINDS.items()}


def sharding_text(message: Message | None) -> str | None:
    """The text of an OpSharding. InputError for kinds that texts have not."""
    if message is None:
        return None
    if message.named_sharding is not None:
        return f"{{{_named_text(message.named_sharding)}}}"
    kind = message.type
    if kind == 2:
        return f"{{{', '.join(sharding_text(part) or '{}' for part in message.tuple_shardings)}}}"
    if kind == 3:
        parts = [f"devices=[{','.join(map(str, message.tile_assignment_dimensions))}]"]
        if message.iota_reshape_dims:
            parts[0] += f"<={iota_text(message)}"
        else:
            parts[0] += ",".join(map(str, message.tile_assignment_devices))
        if message.replicate_on_last_tile_dim:
            parts.append("last_tile_dim_replicate")
        if message.last_tile_dims:
            kinds = [_WORDS.get(n, enum_name("OpShardingType", n)) for n in message.last_tile_dims]
            parts.append(f"last_tile_dims={{{', '.join(kinds)}}}")
    elif kind in _WORDS:
        parts = [_WORDS[kind]]
        if kind == 1:
            parts.append(f"device={(message.tile_assignment_devices or [0])[0]}")
    else:
        raise InputError(f"there are no shardings of type {kind}")
    if message.is_shard_group:
        parts.append(f"{'shard_like' if message.shard_group_type else 'shard_as'} {message.shard_group_id}")
    return f"{{{' '.join(parts + _metadata_parts(message))}}}"


def _metadata_parts(message: Message) -> list[str]:
    texts = [metadata_text(m) or "{}" for m in message.metadata]
    return [f"metadata={texts[0] if len(texts) == 1 else '{' + ', '.join(texts) + '}'}"] if texts else []


def iota_text(message: Message) -> str:
    """`[2,2]T(1,0)` of a message with `iota_reshape_dims` and `iota_transpose_perm`."""
    order = list(message.iota_transpose_perm)
    shown = f"T({','.join(map(str, order))})" if order and order != sorted(order) else ""
    return f"[{','.join(map(str, message.iota_reshape_dims))}]{shown}"


def read_iota_fields(scanner: Scanner, message: Message) -> None:
    message.iota_reshape_dims = scanner.listed(scanner.integer, "[", "]", "the dimensions")
    message.iota_transpose_perm = (scanner.listed(scanner.integer, "(", ")", "the order") if scanner.take("T")
                                   else list(range(len(message.iota_reshape_dims))))


def sharding_message(text: str) -> Message:
    """The OpSharding that a text says, as canonical texts say it. InputError or ParseError for what messages have not."""
    scanner = scanner_of(text)
    message = _read_sharding(scanner)
    if not scanner.at_end():
        scanner.fail("expects nothing behind a sharding")
    return message


def _read_sharding(scanner: Scanner) -> Message:
    message = Message("OpSharding")
    scanner.expect("{")
    if scanner.peek("{") or scanner.peek("}"):
        message.type = 2
        while not scanner.take("}"):
            message.tuple_shardings.append(_read_sharding(scanner))
            scanner.take(",")
        return message
    if scanner.peek("mesh[") or scanner.peek("maximal_mesh["):
        message.named_sharding = _read_named(scanner)
        return message
    while not scanner.take("}"):
        if scanner.take("devices="):
            message.type = 3
            message.tile_assignment_dimensions = scanner.listed(scanner.integer, "[", "]", "the tiles")
            if scanner.take("<="):
                read_iota_fields(scanner, message)
            else:
                message.tile_assignment_devices = [scanner.integer()]
                while scanner.take(","):
                    message.tile_assignment_devices.append(scanner.integer())
            continue
        word = scanner.word("a sharding")
        if word in _KINDS:
            message.type = _KINDS[word]
        elif word == "device":
            scanner.expect("=")
            message.tile_assignment_dimensions, message.tile_assignment_devices = [1], [scanner.integer()]
        elif word == "last_tile_dim_replicate":
            message.replicate_on_last_tile_dim = True
        elif word == "last_tile_dims":
            scanner.expect("=")
            message.last_tile_dims = [_KINDS[w] for w in scanner.listed(lambda: scanner.word("a kind"), "{", "}", word)]
        elif word in ("shard_as", "shard_like"):
            message.is_shard_group, message.shard_group_type = True, int(word == "shard_like")
            message.shard_group_id = scanner.integer()
        else:
            message.metadata = _read_metadata_list(scanner)
    return message


def _read_metadata_list(scanner: Scanner) -> list[Message]:
    scanner.expect("=")
    text = scanner.braces("metadata")
    if not text[1:].lstrip().startswith("{"):
        return [metadata_message(text)]
    inner = scanner_of(text)
    return [metadata_message(part) for part in inner.listed(lambda: inner.braces("metadata"), "{", "}", "metadata")]


# Shardings over named axes.
def _named_text(message: Message) -> str:
    mesh = message.mesh or Message("MeshProto")
    if not mesh.axes and len(mesh.device_ids) == 1:
        return ", ".join([f"maximal_mesh[device_id={mesh.device_ids[0]}]", *_metadata_parts(message)])
    names = [axis.name for axis in mesh.axes]
    marks = ",".join(f"{_quoted_axis(axis.name)}={axis.size}" for axis in mesh.axes)
    parts = [f"mesh[{marks}]"]
    if mesh.device_ids:
        parts.append(f"device_ids=({','.join(map(str, mesh.device_ids))})")
    parts.append(f"[{', '.join(_axes_text(d.axes, names, not d.is_closed) for d in message.dim_shardings)}]")
    for key, axes in (("replicated", message.replicated_axes), ("unreduced", message.unreduced_axes)):
        if axes:
            parts.append(f"{key}={_axes_text(axes, names)}")
    return ", ".join(parts + _metadata_parts(message))


def _quoted_axis(name: str) -> str:
    if not name or "'" in name or "\n" in name:
        raise InputError(f"{name!r:.60} is no name of an axis")
    return f"'{name}'"


def _axes_text(axes: Any, names: list[str], is_open: bool = False) -> str:
    parts = []
    for axis in axes:
        if not 0 <= axis.mesh_axis_index < len(names):
            raise InputError(f"a mesh of {len(names)} axes has no axis {axis.mesh_axis_index}")
        sub = axis.sub_axis_info
        parts.append(f"'{names[axis.mesh_axis_index]}'{f':({sub.pre_size}){sub.size}' if sub is not None else ''}")
    return f"{{{', '.join(parts + ['?'] * is_open)}}}"


def _read_named(scanner: Scanner) -> Message:
    mesh = Message("MeshProto")
    message = Message("NamedShardingProto", mesh=mesh)
    names: list[str] = []

    def axis() -> None:
        names.append(scanner.string())
        scanner.expect("=")
        mesh.axes.append(Message("MeshAxis", name=names[-1], size=scanner.integer()))

    def reference() -> Message | None:
        if scanner.take("?"):
            return None
        name = scanner.string()
        if name not in names:
            raise InputError(f"the mesh has no axis {name!r:.60}")
        found = Message("AxisRefProto", mesh_axis_index=names.index(name))
        if scanner.take(":"):
            scanner.expect("(")
            before = scanner.integer()
            scanner.expect(")")
            found.sub_axis_info = Message("SubAxis", pre_size=before, size=scanner.integer())
        return found

    def axes() -> list[Message | None]:
        return scanner.listed(reference, "{", "}", "the axes")

    def dimension() -> Message:
        found = axes()
        return Message("DimensionSharding", axes=[a for a in found if a is not None], is_closed=None not in found)

    if scanner.take("maximal_mesh[device_id="):
        mesh.device_ids = [scanner.integer()]
        scanner.expect("]")
    else:
        scanner.expect("mesh")
        scanner.listed(axis, "[", "]", "the axes")
    while scanner.take(","):
        if scanner.peek("["):
            message.dim_shardings = scanner.listed(dimension, "[", "]", "the dimensions")
            continue
        word = scanner.word("a part of a sharding")
        if word not in ("device_ids", "replicated", "unreduced", "metadata") or not scanner.peek("="):
            raise InputError(f"NamedShardingProto has no field for {word}")
        if word == "metadata":
            message.metadata = _read_metadata_list(scanner)
            continue
        scanner.expect("=")
        if word == "device_ids":
            mesh.device_ids = scanner.listed(scanner.integer, "(", ")", "the devices")
        else:
            setattr(message, f"{word}_axes", axes())
    scanner.expect("}")
    return message
