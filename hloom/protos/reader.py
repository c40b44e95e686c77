"""Reads XLA's protocol buffers into modules of the IR, by the constructors that the parser of HLO texts uses.

Faults are shown in a listing of the instructions, one a line, which stands for the source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr
from hloom.ir.core import Value
from hloom.ir.types import AnyType, logical_type
from hloom.numbers.element_type import PRED
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.computation import MAIN_THREAD, ORDER, PREFIX
from hloom.ops.hlo.control import While
from hloom.protos import header
from hloom.protos.annotations import scanner_of
from hloom.protos.fields import Context, Entry, entry_of
from hloom.protos.types import Types, literal_attribute
from hloom.protos.unknown import is_known, unknown_part
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import ParseError, UserError
from hloom.support.source import Source, make_span
from hloom.text.hlo.computations import Computation
from hloom.text.hlo.instructions import PARAMETER_OPCODE
from hloom.text.hlo.literals import elided_constant, literal_type
from hloom.text.hlo.opcodes import COMMON_FORMATS, OPCODES, PARAMETER, Opcode
from hloom.text.hlo.parser import Parser
from hloom.text.hlo.unknown_opcodes import instead_of
from hloom.xla.proto import Message
from hloom.xla.proto.recognise import module_of, recognise
from hloom.xla.proto.wire import read_varint, records

#: What ids of instructions have in common with those that name them; the upper half is the computation's.
LOCAL: Final = (1 << 32) - 1
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_OTHER: Final = re.compile(r"[^\w.-]", re.ASCII)
#: How many messages a module's name is the first field of: module, module with buffers, snapshot.
_NESTED: Final = 3
_NAME_LOOKED_AT: Final = 64
#: The fields that every instruction has.
_BASE: Final = frozenset({"name", "opcode", "shape", "id", "operand_ids", "called_computation_ids", "control_predecessor_ids",
                          "hloom_attributes"})
#: The order in which a message names the computations of an instruction, where the text has another.
CALLED: Final[dict[type[Op] | None, tuple[str, ...]]] = {While: ("body", "condition")}


def looks_like_proto(data: bytes) -> bool:
    """Whether bytes begin as the messages do that hold a module: with its name, or with a message that begins so, and fits."""
    if data[:1] != b"\n" or not _begins_with_name(data):
        return False
    try:
        _, number, kind, _, begin, end = next(records(data, 0, len(data)))
    except ParseError:
        return any(byte < 9 or 13 < byte < 32 for byte in data[1:200])
    if number != 1 or kind != 2:
        return False
    # A text may begin with an empty line, too; protocol buffers have a length there, and bytes that no text has.
    return end > begin and any(byte < 9 or 13 < byte < 32 or byte >= 0x80 for byte in data[1:4096])


def _begins_with_name(data: bytes) -> bool:
    """Whether field 1 is the name of a module, or a message, up to two within each other, that begins with one.

    So HloModuleProto, HloProto and HloSnapshot begin, and the reports that XLA writes beside them do not.
    """
    at = 0
    for _ in range(_NESTED):
        if data[at : at + 1] != b"\n":
            return at > 0 and data[at : at + 1] == b"\x12"  # a module without a name begins with that of its entry
        try:
            length, at = read_varint(data, at + 1, len(data))
        except ParseError:
            return True  # cut off: nothing speaks against it
        if all(byte >= 32 for byte in data[at : at + min(length, _NAME_LOOKED_AT)]):
            return True
    return False


def parse_proto(data: bytes, name: str = "<input>") -> Module:
    """The module in a serialized HloModuleProto, HloProto or HloSnapshot. ParseError, with the place, if there is none."""
    with collector_paused():
        try:
            return Reader(module_of(recognise(data)), name).module()
        except RecursionError:
            raise ParseError(f"{name}: maximum recursion depth exceeded: the module is nested too deeply") from None
        except UserError as error:
            if error.diagnostics and error.diagnostics[0].span is not None:
                raise
            raise ParseError(f"{name}: {_message(error)}") from None


def _message(error: UserError) -> str:
    return error.diagnostics[0].message if error.diagnostics else str(error)


def _name(text: str) -> str:
    """A name that HLO texts can say; other characters become underscores."""
    if _NAME.fullmatch(text):
        return text
    text = _OTHER.sub("_", text)
    return text if _NAME.fullmatch(text) else f"_{text}"


def _own_name(instruction: Message) -> str:
    """The name of an instruction in its computation; in the module it may have had to be another."""
    return _name(next((e.value for e in instruction.hloom_attributes if e.key == "name"), instruction.name))


def text_order(message: Message) -> list[int]:
    """The ids of a module's computations as XLA prints them: callees first, in the order of the ids of their callers."""
    called = {c.id: [n for i in sorted(c.instructions, key=lambda i: i.id & LOCAL) for n in i.called_computation_ids]
              for c in message.computations}
    inner = {n for numbers in called.values() for n in numbers}
    ordered: dict[int, None] = {}
    for root in called:
        pending = [(root, iter(called[root]))] if root not in inner else []
        seen = {root}
        while pending:
            number, rest = pending[-1]
            callee = next(rest, None)
            if callee is None:
                pending.pop()
                ordered[number] = None
            elif callee not in seen and callee not in ordered:
                seen.add(callee)
                pending.append((callee, iter(called[callee])))
    return list(ordered)


class Reader:
    """The state of reading one HloModuleProto."""

    def __init__(self, message: Message, name: str) -> None:
        self.message, self.types = message, Types()
        self.is_known = is_known(message)
        lines, at = [f"HloModule {_name(message.name)}"], len(message.name)
        self.places: list[list[int]] = []
        at = len(lines[0]) + 1
        for computation in message.computations:
            places = []
            for line in (f"%{_name(computation.name)} {{", *(
                    f"  %{_name(i.name)} = {_name(i.opcode)}" for i in computation.instructions), "}"):
                places.append(at + len(line) - len(line.lstrip()))
                lines.append(line)
                at += len(line) + 1
            self.places.append(places)
        self.parser = Parser(Source(name, "\n".join(lines) + "\n"), 200)
        self.computations: dict[int, Computation] = {}

    def fail(self, message: str, start: int = 0) -> NoReturn:
        self.parser.fail(message, start)

    def module(self) -> Module:
        message, parser = self.message, self.parser
        attributes = header.read(message, self.types, parser.locations)
        orders = self.schedule()
        for computation, places in zip(message.computations, self.places):
            self.computation(computation, places, orders)
        entry = self.computations.get(message.entry_computation_id)
        if entry is None:
            entry = parser.computations.get(_name(message.entry_computation_name))
        if entry is None:
            self.fail("the module has no entry computation")
        parser.scanner.at = 0
        module = parser.built(_name(message.name) if message.name else entry.name, attributes, entry)
        if not any(e.key == "order" for e in message.hloom_attributes):
            module.attributes[ORDER] = ArrayAttr(tuple([StringAttr(self.computations[n].name) for n in text_order(message)]))
        return module

    def schedule(self) -> dict[int, Sequence[int]]:
        """The ids of instructions in order, of each computation that the schedule has."""
        schedule = self.message.schedule
        if schedule is None:
            return {}
        return {e.key: e.value.instruction_ids if e.value is not None else () for e in schedule.sequences}

    def computation(self, message: Message, places: list[int], orders: dict[int, Sequence[int]]) -> None:
        parser, at = self.parser, places[0]
        name = _name(message.name)
        if name in parser.computations:
            self.fail(f"computation already exists: {name}", at)
        if message.id in self.computations:
            self.fail(f"two computations have the id {message.id}", at)
        computation = Computation(name, make_span((parser.source, at, at + 1 + len(name))))
        computation.thread = message.execution_thread or MAIN_THREAD
        instructions = {i.id & LOCAL: (i, place) for i, place in zip(message.instructions, places[1:])}
        if len(instructions) != len(message.instructions):
            self.fail(f"two instructions of {name} have the same id", at)
        order = [number & LOCAL for number in orders[message.id]] if message.id in orders else list(instructions)
        if len(order) != len(instructions) or set(order) != instructions.keys():
            self.fail(f"the schedule of {name} does not list each of its instructions once", at)
        names = {number: _own_name(i) for number, (i, _) in instructions.items()}
        values: dict[int, Value] = {}
        for number in order:
            instruction, place = instructions[number]
            try:
                values[number] = self.instruction(instruction, computation, values, names, place)
            except UserError as error:
                span = error.diagnostics[0].span if error.diagnostics else None
                if span is not None and span.source is parser.source:
                    raise
                self.fail(_message(error), place)
        computation.root = values.get(message.root_id & LOCAL)
        if computation.root is None:
            self.fail(f"the computation {name} has no instruction of the id of its root, {message.root_id}", at)
        parser.close(computation)
        parser.computations[name] = self.computations[message.id] = computation

    def instruction(self, message: Message, computation: Computation, values: dict[int, Value], names: dict[int, str],
                    at: int) -> Value:
        parser = self.parser
        name, opcode = _own_name(message), message.opcode
        parser.scanner.at = at
        if name in computation.values:
            self.fail(f"instruction already exists: {name}", at)
        found = PARAMETER_OPCODE if opcode == PARAMETER_OPCODE.name else OPCODES.get(opcode)
        if found is None:
            self.fail(f"unknown opcode {opcode[:60]!r}{instead_of(opcode, OPCODES)}", at)
        type = self.types.read(message.shape)
        operands = []
        for number in message.operand_ids:
            if number & LOCAL not in values:
                shown = names.get(number & LOCAL)
                self.fail(f"the operand %{shown} stands behind the instruction" if shown
                          else f"there is no instruction with the id {number}", at)
            operands.append(values[number & LOCAL])
        if not found.least <= len(operands) <= found.most:
            wanted = str(found.least) if found.least == found.most else f"{found.least} or more"
            self.fail(f"expects {wanted} operands of {opcode}, but sees {len(operands)} operands", at)
        known = set(_BASE)
        own, attributes = self.attributes(message, found, type, known, at)
        if message.control_predecessor_ids:
            predecessors = [names.get(n & LOCAL) for n in message.control_predecessor_ids]
            if None in predecessors:
                self.fail("a control predecessor is no instruction of the computation", at)
            attributes["hlo.control_predecessors"] = ArrayAttr(tuple(StringAttr(str(n)) for n in predecessors))
        if found is PARAMETER_OPCODE:
            known.add("parameter_number")
        elif found.is_constant:
            known.add("literal")
            type = literal_type(type)
            attributes["value"] = self.constant(message, type)
        rest = header.remainder(message, known, None if self.is_known else unknown_part(message))
        if rest is not None:
            attributes["hlo.proto"] = rest
        if found is PARAMETER_OPCODE:
            value = self.parameter(message.parameter_number, computation, name, type, own, attributes, at, len(names))
        else:
            self.called(message, found, operands, own, at)
            missing = found.required - own.keys()
            if missing:
                self.fail(f"attribute {', '.join(sorted(missing))} is expected but not seen", at)
            span = make_span((parser.source, at, at + 1 + len(name)))
            value = parser.instructions.make(computation, found, name, type, operands, own, attributes, span)
        computation.values[name] = value
        computation.size += 1
        return value

    def constant(self, message: Message, type: AnyType) -> Attribute:
        if message.literal is None:
            return elided_constant(logical_type(type))  # type: ignore[arg-type]
        return literal_attribute(message.literal, type)

    def parameter(self, number: int, computation: Computation, name: str, type: AnyType, own: dict[str, Any],
                  attributes: dict[str, Attribute], at: int, count: int) -> Value:
        if not 0 <= number < count:
            self.fail(f"parameters are numbered from 0 without gaps, got {number}", at)
        if number in computation.parameters:
            self.fail(f"Duplicate parameter number {number}", at)
        for field in PARAMETER:
            attributes.update(field.read(own))
        return self.parser.new_parameter(computation, number, name, type, attributes, at)

    def attributes(self, message: Message, opcode: Opcode, type: AnyType, known: set[str],
                   at: int) -> tuple[dict[str, Any], dict[str, Attribute]]:
        """The values of the instruction's own attributes, and the attributes of the operation for what all may have."""
        beside = {e.key: e.value for e in message.hloom_attributes}
        own: dict[str, Any] = {}
        common: dict[str, Attribute] = {}
        for formats, into in ((opcode.formats, own), (COMMON_FORMATS, common)):
            for key, format in formats.items():
                entry = entry_of(opcode, key, format) if format.pure else None
                if entry is not None:
                    known.update(entry.fields)
                if not format.pure:
                    continue
                if key in beside:
                    value = self.of_text(format, beside[key])
                elif entry is None or not self.may_state(message, entry, key, opcode):
                    continue
                else:
                    value = entry.get(message, Context(self.types, type, key in opcode.required))
                    if value is None:
                        continue
                    if entry.is_text:
                        value = self.of_text(format, value)
                if into is own:
                    own[key] = value
                elif value:
                    common[f"{PREFIX}{key}"] = StringAttr(value)
        if "to_apply" in beside and len(opcode.calls) > 1:
            own["to_apply"] = ""
        return own, common

    def may_state(self, message: Message, entry: Entry, key: str, opcode: Opcode) -> bool:
        """Whether there is something to get: a field that is there, or an attribute whose absence says something."""
        return key in opcode.required or key in _ALWAYS or any(message.has(name) for name in entry.fields)

    def of_text(self, format: Any, text: str) -> Any:
        """The value of an attribute's text, all of which must belong to it."""
        scanner = scanner_of(text)
        value = format.read(scanner)
        if not scanner.at_end():
            scanner.fail(f"expects nothing behind {text[:60]}")
        return value

    def called(self, message: Message, opcode: Opcode, operands: list[Value], own: dict[str, Any], at: int) -> None:
        """The computations that an instruction runs, by the names that the text has for them."""
        found: list[Computation] = []
        for number in message.called_computation_ids:
            used = self.computations.get(number)
            if used is None:
                self.fail(f"there is no computation with the id {number} before those that use it, and none may lead back to "
                          "itself", at)
            found.append(used)
        keys = CALLED.get(opcode.single, opcode.regions)
        if keys:
            if len(found) != len(keys):
                self.fail(f"expects {len(keys)} computations of {opcode.name}, got {len(found)}", at)
            own.update(zip(keys, found))
        elif opcode.branches:
            is_pair = len(found) == 2 and getattr(operands[0].type, "element", None) is PRED
            own.update(zip(("true_computation", "false_computation"), found) if is_pair
                       else {"branch_computations": tuple(found)})
        elif found or opcode.must_call:
            if not opcode.calls:
                self.fail(f"{opcode.name} runs no computations, got {len(found)}", at)
            key = opcode.calls[0]
            if key != "called_computations" and len(found) != 1:
                self.fail(f"expects one computation of {opcode.name}, got {len(found)}", at)
            for used in found:
                used.is_called = True
            names = tuple(used.name for used in found)
            if own.get("to_apply") == "" and len(names) == 1:
                own["to_apply"] = names[0]
            else:
                own[key] = names if key == "called_computations" else names[0]
        if own.get("to_apply") == "":
            self.fail("a custom call names its computation and has none", at)


#: Attributes that say something where the message does not have their fields.
_ALWAYS: Final = frozenset({"iota_dimension", "largest"})
