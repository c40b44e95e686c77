"""The header of a module: its name, its attributes and its table of stack frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, BoolAttr, IntegerAttr, StringAttr, TypeAttr
from hloom.ir.core import Value
from hloom.ir.location import UNKNOWN, CallSiteLocation, FileLocation, Location, NamedLocation
from hloom.ir.types import AnyType, FunctionType, TensorType, TupleType, logical_type
from hloom.numbers.element_type import I32
from hloom.ops.definition.constraints import compatible
from hloom.support.spelling import did_you_mean
from hloom.text.hlo import formats
from hloom.text.hlo.calls import SHAPE
from hloom.text.hlo.metadata import read_frontend_attributes
from hloom.text.hlo.scanner import Scanner, quoted, unescaped
from hloom.text.hlo.types import type_text

#: The sections of the table of stack frames, in order.
SECTIONS: Final = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
_LOCATION: Final = ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column")
_FRAME: Final = ("file_location_id", "parent_frame_id")
#: Stack frames that a location is followed through at most.
_MOST_FRAMES: Final = 64


def read_layout(scanner: Scanner) -> FunctionType:
    """`{(f32[2]{0}, ...)->f32[]}`; the types have the layouts that are stated."""
    scanner.expect("{", "at the start of entry_computation_layout")
    inputs = scanner.listed(lambda: SHAPE.read(scanner), "(", ")", "the shapes of the parameters")
    scanner.expect("->", "behind the shapes of the parameters")
    output = SHAPE.read(scanner)
    scanner.expect("}", "at the end of entry_computation_layout")
    return FunctionType(tuple(inputs), (output,))


def layout_text(type: FunctionType) -> str:
    """A function type with layouts in HLO; long lists are numbered as those of tuples are."""
    inputs = [f"/*index={k}*/{type_text(t)}" if k and k % 5 == 0 else type_text(t) for k, t in enumerate(type.inputs)]
    return f"{{({', '.join(inputs)})->{type_text(type.outputs[0])}}}"


def layout_fault(stated: FunctionType, inputs: Sequence[Value], root: Value, entry: str) -> str | None:
    """What is wrong with an entry_computation_layout for a computation of these parameters and this root; None if it fits.

    As in XLA, layouts may differ from those of the instructions, and a dimension be dynamic on one side alone; its bound is the
    size then.
    """
    if len(stated.inputs) != len(inputs):
        return f"entry_computation_layout states {len(stated.inputs)} parameters, the entry computation {entry} has {len(inputs)}"
    for k, (type, argument) in enumerate(zip(stated.inputs, inputs)):
        if not _fits(type, argument.type):
            return (f"entry_computation_layout states {type_text(type)} for parameter {k}, which does not fit "
                    f"{type_text(argument.type, False)} of {argument.name} in the entry computation {entry}")
    if not _fits(stated.outputs[0], root.type):
        return (f"entry_computation_layout states the result {type_text(stated.outputs[0])}, which does not fit "
                f"{type_text(root.type, False)} of the root {root.name} of the entry computation {entry}")
    return None


def _fits(stated: AnyType, found: AnyType) -> bool:
    if isinstance(stated, TupleType) and isinstance(found, TupleType):
        return len(stated.elements) == len(found.elements) and all(map(_fits, stated.elements, found.elements))
    if isinstance(stated, TensorType) and isinstance(found, TensorType):
        return (stated.element is found.element and stated.rank == found.rank
                and all(m is None or n is None or m == n for m, n in zip(stated.bounds, found.bounds)))
    return compatible(logical_type(stated), logical_type(found))


_ALIAS_FORM: Final = ("Expected format: <output_shape_index>: (<input_param>, <input_param_shape_index>) OR "
                      "<output_shape_index>: <input_param>")
_DONOR_FORM: Final = "Expected format: (<input_param>, <input_param_shape_index>)"


def read_alias(scanner: Scanner) -> str:
    """`{ {0}: (1, {}, may-alias), ... }`; gives the canonical text."""
    def one() -> str:
        output = formats.read_index(scanner)
        if not scanner.take(":") or not scanner.take("("):
            scanner.fail(_ALIAS_FORM)
        parameter = scanner.integer()
        index: tuple[int, ...] = ()
        kind = "may-alias"
        if scanner.take(","):
            index = formats.read_index(scanner)
            if scanner.take(","):
                scanner.skip()
                at = scanner.at
                kind = scanner.word("must-alias or may-alias")
                if kind not in ("may-alias", "must-alias"):
                    scanner.fail(f"Unexpected aliasing kind: expects must-alias or may-alias, got {kind[:40]}", at)
        if not scanner.take(")"):
            scanner.fail(_ALIAS_FORM)
        return f"{formats.index_text(output)}: ({parameter}, {formats.index_text(index)}, {kind})"

    scanner.expect("{", "at the start of aliasing description")
    found: list[str] = []
    if not scanner.take("}"):
        found.append(one())
        while scanner.take(","):
            found.append(one())
        if not scanner.take("}"):
            scanner.fail("Expects '}' at the end of aliasing description")
    return f"{{ {', '.join(found)} }}" if found else "{}"


def _read_donors(scanner: Scanner) -> str:
    """`{ (0, {}), ... }`."""
    def one() -> str:
        if not scanner.take("("):
            scanner.fail(_DONOR_FORM)
        parameter = scanner.integer()
        index: tuple[int, ...] = ()
        if scanner.take(","):
            index = formats.read_index(scanner)
        if not scanner.take(")"):
            scanner.fail(_DONOR_FORM)
        return f"({parameter}, {formats.index_text(index)})"

    if not scanner.take("{"):
        scanner.fail("Expects '{' at the start of buffer donor description")
    found: list[str] = []
    while not scanner.take("}"):
        if found and not scanner.take(","):
            scanner.fail("Expects '}' at the end of buffer donor description")
        found.append(one())
    return f"{{ {', '.join(found)} }}" if found else "{}"


def _read_truths(scanner: Scanner) -> Attribute:
    values = formats.BOOLEANS.read(scanner) if scanner.peek("{") else (scanner.boolean(),)
    return ArrayAttr(tuple(map(BoolAttr, values)))


def _read_count(scanner: Scanner) -> Attribute:
    scanner.skip()
    at = scanner.at
    found = scanner.integer()
    if not 0 < found < 1 << 31:
        scanner.fail(f"expects a positive number of 32 bits, got {found}", at)
    return IntegerAttr(found, I32)


def _truths_text(a: Any) -> str:
    return f"{{{','.join(str(v) for v in a)}}}"


#: The attributes of a module in the order in which they are printed: name, name in the IR, how they are read and written.
ATTRIBUTES: Final[dict[str, tuple[str, Any, Any]]] = {
    "is_scheduled": ("hlo.is_scheduled", lambda s: BoolAttr(s.boolean()), lambda a: "true" if a.value else None),
    "input_output_alias": ("hlo.input_output_alias", lambda s: StringAttr(read_alias(s)),
                           lambda a: a.value if a.value != "{}" else None),
    "buffer_donor": ("hlo.buffer_donor", lambda s: StringAttr(_read_donors(s)), lambda a: a.value if a.value != "{}" else None),
    "alias_passthrough_params": ("hlo.alias_passthrough_params", lambda s: BoolAttr(s.boolean()),
                                 lambda a: "true" if a.value else None),
    "entry_computation_layout": ("hlo.entry_computation_layout", lambda s: TypeAttr(read_layout(s)),
                                 lambda a: layout_text(a.type)),
    "allow_spmd_sharding_propagation_to_parameters": ("hlo.allow_spmd_sharding_propagation_to_parameters", _read_truths,
                                                      _truths_text),
    "allow_spmd_sharding_propagation_to_output": ("hlo.allow_spmd_sharding_propagation_to_output", _read_truths, _truths_text),
    "replica_count": ("mhlo.num_replicas", _read_count, lambda a: str(a.value) if a.value != 1 else None),
    "num_partitions": ("mhlo.num_partitions", _read_count, lambda a: str(a.value) if a.value != 1 else None),
    "frontend_attributes": ("hlo.frontend_attributes", lambda s: StringAttr(read_frontend_attributes(s)),
                            lambda a: a.value if a.value != "{}" else None),
    "origin_recovery_table": ("hlo.origin_recovery_table", lambda s: StringAttr(s.braces("origin_recovery_table")),
                              lambda a: a.value),
}
#: The attribute that holds the table of stack frames as text.
FRAMES: Final = "hlo.stack_frame_index"


def read_attributes(scanner: Scanner, places: dict[str, int]) -> dict[str, Attribute]:
    """`, name=value` as often as there are; `places` is told where each begins."""
    found: dict[str, Attribute] = {}
    while scanner.take(","):
        scanner.skip()
        at = scanner.at
        key = scanner.word("an attribute of the module")
        if key not in ATTRIBUTES:
            scanner.fail(f'unexpected attribute "{key}"{did_you_mean(key, ATTRIBUTES)}', at)
        name, read, _ = ATTRIBUTES[key]
        if name in found:
            scanner.fail(f"attribute {key} already exists", at)
        scanner.expect("=", f"behind {key}")
        places[name] = at
        found[name] = read(scanner)
    return found


def attributes_text(module: Any) -> str:
    """The attributes of a module behind its name."""
    parts = []
    for key, (name, _, write) in ATTRIBUTES.items():
        attribute = module.attributes.get(name)
        text = write(attribute) if attribute is not None else None
        if text is not None:
            parts.append(f", {key}={text}")
    return "".join(parts)


class Frames:
    """The table of stack frames, and the locations that metadata refers to by it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {section: [] for section in SECTIONS}
        self._known: dict[str, Location] = {}
        self._frames: dict[int, Location] = {}

    def read(self, scanner: Scanner) -> None:
        """The sections that stand here."""
        while True:
            scanner.skip()
            section = next((s for s in SECTIONS if scanner.text.startswith(s, scanner.at)), None)
            if section is None:
                return
            scanner.at += len(section)
            rows = self.rows[section]
            while scanner.match(_NUMBER):
                number = int(scanner.text[scanner.at - _width(scanner) : scanner.at])
                if number != len(rows) + 1:
                    scanner.fail(f"the entries of {section} are numbered 1, 2, ...: expects {len(rows) + 1}, got {number}",
                                 scanner.at - _width(scanner))
                if section in ("FileNames", "FunctionNames"):
                    rows.append(scanner.string())
                else:
                    rows.append(_numbers(scanner, _LOCATION if section == "FileLocations" else _FRAME))

    def text(self) -> str:
        """The sections, each ended by an empty line; nothing without files."""
        if not any(self.rows.values()):
            return ""
        lines: list[str] = []
        for section in SECTIONS:
            lines.append(section)
            for k, row in enumerate(self.rows[section], 1):
                shown = quoted(row) if isinstance(row, str) else f"{{{' '.join(f'{n}={v}' for n, v in row.items())}}}"
                lines.append(f"{k} {shown}")
            lines.append("")
        return "\n".join(lines) + "\n"

    def of_metadata(self, text: str) -> Location:
        """The location that metadata states."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._location(text)
        return found

    def _location(self, text: str) -> Location:
        inner: Location = UNKNOWN
        file, line = _FILE.search(text), _LINE.search(text)
        if file and line:
            column, end_line, end_column = (int(found.group(1)) if (found := part.search(text)) else 0
                                            for part in (_COLUMN, _END_LINE, _END_COLUMN))
            inner = FileLocation(unescaped(file.group(1)), int(line.group(1)), column, end_line or None, end_column or None)
        else:
            frame = _FRAME_ID.search(text)
            if frame:
                inner = self.frame(int(frame.group(1)))
        name = _OP_NAME.search(text)
        if name and name.group(1):
            return NamedLocation(unescaped(name.group(1)), inner if inner is not UNKNOWN else None)
        return inner

    def frame(self, number: int) -> Location:
        """The location of a stack frame, called from those above it."""
        if number in self._frames:
            return self._frames[number]
        places: list[Location] = []
        at = number
        while 0 < at <= len(self.rows["StackFrames"]) and len(places) < _MOST_FRAMES:
            row = self.rows["StackFrames"][at - 1]
            place = self._place(row.get("file_location_id", 0))
            if place is None:
                break
            places.append(place)
            parent = row.get("parent_frame_id", 0) - 1
            if parent == at:
                break
            at = parent
        found: Location = UNKNOWN
        for place in reversed(places):
            found = place if found is UNKNOWN else CallSiteLocation(place, found)
        self._frames[number] = found
        return found

    def _place(self, number: int) -> Location | None:
        locations, files = self.rows["FileLocations"], self.rows["FileNames"]
        if not 0 < number <= len(locations):
            return None
        row = locations[number - 1]
        file = row.get("file_name_id", 0)
        if not 0 < file <= len(files):
            return None
        place = FileLocation(files[file - 1], row.get("line", 0), row.get("column", 0), row.get("end_line"),
                             row.get("end_column"))
        functions, function = self.rows["FunctionNames"], row.get("function_name_id", 0)
        return NamedLocation(functions[function - 1], place) if 0 < function <= len(functions) else place


_NUMBER: Final = re.compile(r"\d{1,9}(?=\s)", re.ASCII)
_FILE: Final = re.compile(r'source_file="((?:[^"\\]|\\.)*)"')
_LINE: Final = re.compile(r"source_line=(\d{1,9})\b", re.ASCII)
_COLUMN: Final = re.compile(r"\bsource_column=([0-9]{1,9})\b")
_END_LINE: Final = re.compile(r"\bsource_end_line=([0-9]{1,9})\b")
_END_COLUMN: Final = re.compile(r"\bsource_end_column=([0-9]{1,9})\b")
_FRAME_ID: Final = re.compile(r"stack_frame_id=(\d{1,9})\b", re.ASCII)
_OP_NAME: Final = re.compile(r'op_name="((?:[^"\\]|\\.)*)"')


def _width(scanner: Scanner) -> int:
    """The digits of the number that ends here."""
    at = scanner.at
    while at and scanner.text[at - 1].isdigit():
        at -= 1
    return scanner.at - at


def _numbers(scanner: Scanner, names: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    scanner.expect("{", "at the start of an entry")
    while not scanner.take("}"):
        scanner.skip()
        at = scanner.at
        name = scanner.word("a field")
        if name not in names or name in found:
            scanner.fail(f"expects {', '.join(names)}, each once, got {name[:40]}", at)
        scanner.expect("=", f"behind {name}")
        found[name] = scanner.integer()
    return {name: found[name] for name in names if name in found}
