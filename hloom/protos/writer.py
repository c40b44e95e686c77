"""Writes modules as serialized HloModuleProtos, as XLA does: callees before callers, computations in the upper half of ids."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Block, Region, Value
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.computation import ENTRY, MAIN_THREAD, ORDER, ComputationAttr
from hloom.ops.hlo.control import Fusion, computation_of, computations_of
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.windows import ReduceWindow, SelectAndScatter
from hloom.protos import header
from hloom.protos.fields import Context, entry_of
from hloom.protos.reader import CALLED, text_order
from hloom.protos.types import Types, literal_message
from hloom.protos.unknown import put_back
from hloom.support.diagnostics import InputError, UserError
from hloom.text.hlo.instructions import PARAMETER_OPCODE
from hloom.text.hlo.opcodes import COMMON, INSTRUCTIONS, PARAMETER, Opcode
from hloom.text.hlo.printer import Printer, PrintOptions, in_order
from hloom.xla.proto import Message, decode

_SHIFT: Final = 32
#: The messages that a program may be, each in the next.
_HOLDERS: Final = ("HloModuleProto", "HloProto", "HloSnapshot")
#: Attributes whose fields are 1 where nothing is said of them, with the fields' names.
_ONES: Final = {"feature_group_count": "feature_group_count", "batch_group_count": "batch_group_count",
                "api_version": "custom_call_api_version"}
#: Operations whose messages have a window, be it one without dimensions.
_WINDOWED: Final = frozenset({Convolution, ReduceWindow, SelectAndScatter})


def to_hlo_proto(module: Module, message: str = "HloModuleProto") -> bytes:
    """A program in the form of HLO as a serialized HloModuleProto.

    `message` may also be HloProto or HloSnapshot, which hold it. UserError for what protocol buffers cannot say, with its place.
    """
    if message not in _HOLDERS:
        raise InputError(f"a program is written as {', '.join(_HOLDERS)}, not {message!r:.60}")
    found = Writer(module).module()
    for name in _HOLDERS[1 : _HOLDERS.index(message) + 1]:
        found = Message(name, **{"hlo_module" if name == "HloProto" else "hlo": found})
    return found.encode()


class _Holder:
    """The attributes of a parameter, which is no operation."""

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.attributes = attributes


class Writer:
    """The state of writing one module."""

    def __init__(self, module: Any) -> None:
        self.root, self.types = module, Types()
        self.printer = Printer(module, PrintOptions())
        self.computations: dict[str, Message] = {}
        #: The number of a computation with a name and instructions.
        self.known: dict[tuple[str, bytes], int] = {}
        self.symbols: dict[str, int] = {}
        #: Names of instructions, and how many copies of each were made.
        self.names: dict[str, int] = {}
        #: Computations that fusions run, which no schedule orders.
        self.fused: set[int] = set()

    def module(self) -> Message:
        attributes = self.root.attributes
        message = _rest("HloModuleProto", attributes)
        message.name = getattr(attributes.get("sym_name"), "value", "module")
        entry = getattr(attributes.get(ENTRY), "value", None)
        for symbol in self.printer.callees_first():
            function = self.root.functions[symbol]
            self.symbols[symbol] = self.computation(symbol, function.regions[0],
                                                    computation_of(function) or ComputationAttr(symbol))
        if entry not in self.symbols:
            raise InputError("the module has no entry computation")
        order = {a.value: k for k, a in enumerate(attributes.get(ORDER, ()))}
        names = list(self.computations)
        if all(name in order for name in names):
            names.sort(key=order.__getitem__)
        message.computations = [self.computations[name] for name in names]
        if text_order(message) != [c.id for c in message.computations]:
            message.hloom_attributes.append(Message("StringEntry", key="order", value=""))
        message.entry_computation_id = self.symbols[entry]
        message.entry_computation_name = entry
        header.write(self.root, message, self.types)
        shape = next(c.program_shape for c in message.computations if c.id == self.symbols[entry])
        if message.host_program_shape is None:
            message.host_program_shape = shape
        message.host_program_shape.parameter_names = shape.parameter_names
        if getattr(attributes.get("hlo.is_scheduled"), "value", False):
            message.schedule = Message("HloScheduleProto", sequences=[
                Message("SequenceEntry", key=c.id, value=Message("InstructionSequence", instruction_ids=[
                    i.id for i in c.instructions])) for c in message.computations if c.id not in self.fused])
        _restored(message, attributes)
        return message

    def computation(self, name: str, region: Region, attribute: ComputationAttr) -> int:
        """Writes a computation unless its like was written; gives its number."""
        block = region.block
        instructions, locals = self.body(block, attribute)
        key = name, b"".join(i.encode() for i in instructions)
        known = self.known.get(key)
        if known is not None:
            return known
        number = self.known[key] = len(self.known) + 1
        shown, copy = name, 0
        while shown in self.computations:
            copy += 1
            shown = f"{name}.{copy}"
        upper = number << _SHIFT
        for instruction in instructions:
            self.make_unique(instruction)
            instruction.id |= upper
            instruction.operand_ids = [n | upper for n in instruction.operand_ids]
            instruction.control_predecessor_ids = [n | upper for n in instruction.control_predecessor_ids]
        result: Any = block.terminator.operands[0]
        self.computations[shown] = Message(
            "HloComputationProto", name=shown, instructions=instructions, id=number, root_id=locals[result] | upper,
            execution_thread="" if attribute.thread == MAIN_THREAD else attribute.thread,
            program_shape=Message("ProgramShapeProto", parameters=[self.types.write(a.stated_type) for a in block.arguments],
                                  result=self.types.write(result.stated_type),
                                  parameter_names=[self.printer.name(a) for a in block.arguments]))
        return number

    def make_unique(self, instruction: Message) -> None:
        """Gives an instruction a name that no other in the module has, as XLA wants it; its own is kept beside."""
        base = name = instruction.name
        while name in self.names:
            self.names[base] += 1
            name = f"{base}.{self.names[base]}"
        self.names[name] = 0
        if name != base:
            instruction.name = name
            instruction.hloom_attributes.append(Message("StringEntry", key="name", value=base))

    def body(self, block: Block, attribute: ComputationAttr) -> tuple[list[Message], dict[Value, int]]:
        """The instructions of a computation, numbered from 0, and the numbers of their values."""
        items = list(in_order(block, attribute))
        locals: dict[Value, int] = {}
        for k, (item, number, _) in enumerate(items):
            if number is None and len(item.results) != 1:
                raise InputError(f"{item.name} is no instruction of HLO")
            locals[item if number is not None else item.results[0]] = k
        names = {self.printer.name(value): k for value, k in locals.items()}
        return [self.instruction(item, number, stated, locals, names) for item, number, stated in items], locals

    def instruction(self, item: Any, number: int | None, stated: Any, locals: dict[Value, int], names: dict[str, int]) -> Message:
        is_parameter = number is not None
        holder = _Holder(dict(stated.entries) if stated is not None else {}) if is_parameter else item
        opcode = PARAMETER_OPCODE if is_parameter else INSTRUCTIONS.get(type(item))
        if opcode is None:
            raise InputError(f"{item.name} is no instruction of HLO")
        value = item if is_parameter else item.results[0]
        message = _rest("HloInstructionProto", holder.attributes)
        for key, name in _ONES.items():
            if key in opcode.formats:
                setattr(message, name, 1)
        if opcode.single in _WINDOWED:
            message.window = Message("Window")
        message.name, message.opcode, message.id = self.printer.name(value), opcode.name, locals[value]
        message.shape = self.types.write(value.stated_type)
        if is_parameter:
            message.parameter_number = number
        else:
            if any(v not in locals for v in item.operands):
                raise InputError(f"{item.name} takes a value from outside of its computation")
            message.operand_ids = [locals[v] for v in item.operands]
            if opcode.is_constant:
                message.literal = literal_message(item.attributes["value"], value.stated_type)
        called = self.attributes(message, opcode, PARAMETER if is_parameter else opcode.fields, holder, value, names)
        if not is_parameter:
            message.called_computation_ids = called + self.regions(item, opcode)
        _restored(message, holder.attributes)
        return message

    def attributes(self, message: Message, opcode: Opcode, fields: Any, holder: Any, value: Any,
                   names: dict[str, int]) -> list[int]:
        """States the attributes of an instruction; gives the numbers of the functions that it names."""
        called: list[int] = []
        for field in (*fields, *COMMON):
            for key, stated in field.write(holder).items():
                format = field.formats[key]
                if format.pure:
                    if stated or field not in COMMON:
                        self.attribute(message, opcode, key, format, stated, value)
                elif key == "control-predecessors":
                    if any(name not in names for name in stated):
                        raise InputError(f"{opcode.name} comes after instructions that its computation has not")
                    message.control_predecessor_ids = [names[name] for name in stated]
                else:
                    symbols = (stated,) if isinstance(stated, str) else stated
                    if any(s not in self.symbols for s in symbols):
                        raise InputError(f"{opcode.name} calls {', '.join(map(str, symbols))}, which the module has not")
                    called += [self.symbols[s] for s in symbols]
                    if len(opcode.calls) > 1 and key == "to_apply":
                        message.hloom_attributes.append(Message("StringEntry", key=key, value=""))
        return called

    def attribute(self, message: Message, opcode: Opcode, key: str, format: Any, value: Any, result: Value) -> None:
        """States one attribute: in its field if it comes back from there, else beside as its text."""
        entry = entry_of(opcode, key, format)
        text = format.text(value)
        if entry is not None:
            context = Context(self.types, result.stated_type, key in opcode.required)
            stated = text if entry.is_text else value
            try:
                entry.put(message, stated, context)
                found = entry.get(message, context)
                if found == stated or (found is None and not value):
                    return
            except (UserError, KeyError, ValueError):  # says something that the field cannot
                pass
        message.hloom_attributes.append(Message("StringEntry", key=key, value=text))

    def regions(self, op: Op, opcode: Opcode) -> list[int]:
        """The numbers of the computations that an operation's regions are, in the order of the message."""
        stated = computations_of(op)
        keys = opcode.regions or ("branch",) * len(op.regions)
        numbers = []
        for k, (region, key) in enumerate(zip(op.regions, keys)):
            attribute = stated[k] if k < len(stated) else ComputationAttr(f"{opcode.name}_{key}")
            numbers.append(self.computation(attribute.symbol, region, attribute))
        if isinstance(op, Fusion):
            self.fused.update(numbers)
        order = CALLED.get(opcode.single)
        return [numbers[keys.index(key)] for key in order] if order else numbers


def _restored(message: Message, attributes: Any) -> None:
    """Puts back what was not known inside the fields of the message that the program was read from."""
    if "hlo.proto" in attributes:
        put_back(message, _rest(message.type_name, attributes))


def _rest(type_name: str, attributes: Any) -> Message:
    """What a message said beside what the IR has fields for, where it was read from one."""
    rest = attributes.get("hlo.proto")
    if isinstance(rest, StringAttr):
        try:
            return decode(type_name, bytes.fromhex(rest.value))
        except ValueError:
            raise InputError("hlo.proto is no list of hexadecimal digits") from None
    return Message(type_name)


