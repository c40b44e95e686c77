"""What a module says of itself: HloModuleProto's own fields as the attributes that a text's header has, and back."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import Attribute, BoolAttr, StringAttr, TypeAttr
from hloom.ir.types import FunctionType
from hloom.protos import annotations as notes
from hloom.protos.annotations import scanner_of
from hloom.protos.types import Types
from hloom.protos.unknown import is_known, unknown_part
from hloom.support.diagnostics import UserError
from hloom.text.hlo import formats, header
from hloom.xla.proto import Message

#: The fields of HloModuleProto that are read here or by the reader of computations; all others are kept as they are.
FIELDS: Final = frozenset({"name", "entry_computation_name", "computations", "host_program_shape", "entry_computation_id",
                           "schedule", "input_output_alias", "stack_frame_index", "buffer_donor", "frontend_attributes",
                           "hloom_attributes"})
_KINDS: Final = ("may-alias", "may-alias", "must-alias")


def _alias_text(message: Message) -> str:
    parts = [f"{formats.index_text(e.output_shape_index)}: ({e.parameter_number}, {formats.index_text(e.parameter_shape_index)}, "
             f"{_KINDS[e.kind] if 0 <= e.kind < 3 else e.kind})" for e in message.entries]
    return f"{{ {', '.join(parts)} }}"


def _alias_message(text: str) -> Message:
    scanner = scanner_of(text)
    message = Message("HloInputOutputAliasProto")

    def one() -> None:
        output = formats.read_index(scanner)
        scanner.expect(":")
        scanner.expect("(")
        parameter = scanner.integer()
        scanner.expect(",")
        index = formats.read_index(scanner)
        scanner.expect(",")
        kind = _KINDS.index(scanner.word("a kind"), 1) if scanner.peek("must") else 1
        scanner.take("may-alias")
        scanner.expect(")")
        message.entries.append(Message("AliasEntryProto", output_shape_index=output, parameter_number=parameter,
                                       parameter_shape_index=index, kind=kind))

    scanner.listed(one, "{", "}", "the aliases")
    return message


def _donor_text(message: Message) -> str:
    parts = [f"({e.parameter_number}, {formats.index_text(e.parameter_shape_index)})" for e in message.entries]
    return f"{{ {', '.join(parts)} }}"


def _donor_message(text: str) -> Message:
    scanner = scanner_of(text)
    message = Message("HloBufferDonorProto")

    def one() -> None:
        scanner.expect("(")
        parameter = scanner.integer()
        scanner.expect(",")
        message.entries.append(Message("BufferDonorEntryProto", parameter_number=parameter,
                                       parameter_shape_index=formats.read_index(scanner)))
        scanner.expect(")")

    scanner.listed(one, "{", "}", "the donors")
    return message


_TEXTS: Final = {"input_output_alias": ("entries", _alias_text, _alias_message),
                 "buffer_donor": ("entries", _donor_text, _donor_message),
                 "frontend_attributes": ("map", notes.frontend_text, notes.frontend_message)}
_ROWS: Final = (("FileLocations", "file_locations", "FileLocation",
                 ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column")),
                ("StackFrames", "stack_frames", "StackFrame", ("file_location_id", "parent_frame_id")))


def read(message: Message, types: Types, frames: header.Frames) -> dict[str, Attribute]:
    """The attributes of the module, without its name; fills the table of stack frames. UserError for what makes no sense."""
    texts = {e.key: e.value for e in message.hloom_attributes}
    for key, (entries, text, _) in _TEXTS.items():
        part = getattr(message, key)
        if part is not None and getattr(part, entries) and key not in texts:
            texts[key] = text(part)
    found: dict[str, Attribute] = {}
    for key, (name, reads, _) in header.ATTRIBUTES.items():
        if key in texts:
            scanner = scanner_of(texts[key])
            found[name] = reads(scanner)
            if not scanner.at_end():
                scanner.fail(f"expects nothing behind {key}")
    if message.schedule is not None:
        found["hlo.is_scheduled"] = BoolAttr(True)
    shape = message.host_program_shape
    if shape is not None and shape.result is not None:
        found["hlo.entry_computation_layout"] = TypeAttr(FunctionType(tuple(map(types.read, shape.parameters)),
                                                                      (types.read(shape.result),)))
    index = message.stack_frame_index
    if index is not None:
        frames.rows["FileNames"] = list(index.file_names)
        frames.rows["FunctionNames"] = list(index.function_names)
        for section, field, _, names in _ROWS:
            frames.rows[section] = [_row(entry, names) for entry in getattr(index, field)]
    unknown = None
    if not is_known(message):
        unknown = unknown_part(message, frozenset({"computations"})) or Message("HloModuleProto")
        computations = [unknown_part(c, _WITHOUT) or Message("HloComputationProto") for c in message.computations]
        if any(c.unknown or c.stated() for c in computations):
            unknown.computations = computations
    rest = remainder(message, FIELDS, unknown)
    if rest is not None:
        found["hlo.proto"] = rest
    return found


def _row(entry: Message, names: tuple[str, ...]) -> dict[str, int]:
    """The fields of an entry; the text numbers the frames above one from 1, and what has none is its own."""
    values = {name: getattr(entry, name) for name in names}
    if "parent_frame_id" in values:
        values["parent_frame_id"] += 1
    always = {"file_location_id", "parent_frame_id"} | ({"column", "end_column"} if values.get("end_line") else set())
    return {name: value for name, value in values.items() if value or name in always}


#: Instructions keep what is not known of them themselves.
_WITHOUT: Final = frozenset({"instructions"})


def remainder(message: Message, known: frozenset[str] | set[str], unknown: Message | None = None) -> Attribute | None:
    """What a message says beside the known fields, and what is `unknown` inside these, as the bytes in hexadecimal digits; None
    for nothing."""
    extra = message.stated().keys() - known
    if not extra and unknown is None and not message.unknown:
        return None
    kept = Message(message.type_name, **({} if unknown is None else unknown.stated()))
    for name in extra:
        setattr(kept, name, getattr(message, name))
    kept.unknown.extend(message.unknown)
    return StringAttr(kept.encode().hex())


def write(module: Any, message: Message, types: Types) -> None:
    """Puts the attributes of the module into its message; `schedule` and computations apart."""
    for key, (name, _, shown) in header.ATTRIBUTES.items():
        attribute: Any = module.attributes.get(name)
        text = shown(attribute) if attribute is not None else None
        if attribute is None or text is None or key == "is_scheduled":
            continue
        if key == "entry_computation_layout":
            stated = attribute.type
            message.host_program_shape = Message("ProgramShapeProto", parameters=[types.write(t) for t in stated.inputs],
                                                 result=types.write(stated.outputs[0]))
            continue
        if key in _TEXTS:
            _, back, made = _TEXTS[key]
            try:
                part = made(text)
                setattr(message, key, part)
                if back(part) == text:
                    continue
            except UserError:
                pass
        message.hloom_attributes.append(Message("StringEntry", key=key, value=text))
    frames = module.attributes.get(header.FRAMES)
    if frames is not None:
        message.stack_frame_index = _frames(frames.value)


def _frames(text: str) -> Message:
    table = header.Frames()
    table.read(scanner_of(text))
    message = Message("StackFrameIndexProto", file_names=table.rows["FileNames"], function_names=table.rows["FunctionNames"])
    for section, field, type_name, names in _ROWS:
        entries = []
        for row in table.rows[section]:
            values = {name: row.get(name, 0) for name in names}
            if "parent_frame_id" in values:
                values["parent_frame_id"] -= 1
            entries.append(Message(type_name, **values))
        setattr(message, field, entries)
    return message
