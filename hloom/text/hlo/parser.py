"""Reads an HLO text into a module of the IR: every instruction one operation, every computation a region or a function."""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from hloom.ir.core import Block, BlockArgument, Region, Value
from hloom.ir.types import AnyType, FunctionType, logical_type
from hloom.ops.builtin.module import Module
from hloom.ops.definition.constraints import compatible
from hloom.ops.hlo.aliases import alias_fault, donor_fault
from hloom.ops.hlo.computation import ENTRY, KEYWORDS, MODULE, ORDER, TYPE_NAMES
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source, Span, make_span
from hloom.support.spelling import did_you_mean
from hloom.text.hlo import header
from hloom.text.hlo.computations import DEEPEST_REGION, MOST_OPERATIONS, Computation
from hloom.text.hlo.instructions import Instructions
from hloom.text.hlo.scanner import DEEPEST, Scanner
from hloom.text.hlo.types import TypeReader, type_text

_MODULE: Final = re.compile(r"HloModule(?![\w.-])", re.ASCII)
_ENTRY: Final = re.compile(r"ENTRY(?![\w.-])", re.ASCII)
#: What a computation begins with: a name, maybe its parameters, and a brace.
_COMPUTATION: Final = re.compile(r"(?:ENTRY\s+)?%?[A-Za-z_][\w.-]*\s*[({]", re.ASCII)
#: An instruction that begins with its shape has no name.
_SHAPE: Final = re.compile(r"[a-z][a-z0-9]*\s*\[|\(", re.ASCII)
_NAMED: Final = re.compile(r"(?:ROOT\s+)?%?[A-Za-z_][\w.-]*\s*=", re.ASCII)


def parse(text: str, name: str = "<input>", deepest: int = DEEPEST) -> Module:
    """The module that an HLO text describes. Raises ParseError at the first fault.

    A text without a header is one or several computations, or a single instruction, whose operands state their shapes and
    become parameters. `deepest` is how deep operands and tuples may be nested.
    """
    parser = Parser(Source(name, text), deepest)
    with collector_paused():
        try:
            return parser.module()
        except RecursionError:
            raise ParseError.at(Span(parser.source, parser.scanner.at, parser.scanner.at + 1), "syntax",
                                "maximum recursion depth exceeded: the text is nested too deeply") from None


class Parser:
    """The state of reading one text."""

    def __init__(self, source: Source, deepest: int) -> None:
        self.source, self.deepest = source, deepest
        self.scanner = Scanner(source)
        self.types = TypeReader()
        self.locations = header.Frames()
        self.computations: dict[str, Computation] = {}
        self.entry: Computation | None = None
        #: Where the attributes of the module are.
        self.places: dict[str, int] = {}
        self.is_single = False
        self.made = 0
        self.inline_depth = 0
        self.instructions = Instructions(self)

    def fail(self, message: str, start: int | None = None) -> NoReturn:
        self.scanner.fail(message, start)

    def module(self) -> Module:
        scanner = self.scanner
        attributes: dict[str, Attribute] = {}
        name = None
        if scanner.match(_MODULE):
            scanner.skip()
            at = scanner.at
            name = scanner.name("the name of the module")
            if name in KEYWORDS or name in TYPE_NAMES:
                self.fail(f"expects name, got {name!r}", at)
            scanner.take(":")
            attributes = header.read_attributes(scanner, self.places)
            self.locations.read(scanner)
        elif not self.begins_computation():
            return self.single()
        while not scanner.at_end():
            self.computation()
        if not self.computations:
            self.fail("expects a computation")
        entry = self.entry or next(reversed(self.computations.values()))
        return self.built(name or f"module_{entry.name}", attributes, entry)

    def begins_computation(self) -> bool:
        scanner = self.scanner
        scanner.skip()
        found = _COMPUTATION.match(scanner.text, scanner.at)
        if found is None:
            return bool(_ENTRY.match(scanner.text, scanner.at)) or scanner.at >= len(scanner.text)
        if found.group().endswith("{"):
            return True
        # `name(x: f32[]) -> ...` is a computation, `add(f32[] x)` an instruction without a shape.
        close = scanner.text.find(")", found.end())
        inside = scanner.text[found.end() : close]
        return ":" in inside or scanner.text[close + 1 :].lstrip()[:2] == "->"

    def single(self) -> Module:
        """A text of one instruction."""
        scanner = self.scanner
        self.is_single = True
        computation = self.new_computation("main", make_span((self.source, scanner.at, scanner.at + 1)), "main")
        instructions = self.instructions
        scanner.skip()
        at = scanner.at
        if _NAMED.match(scanner.text, at):
            value, _ = instructions.slow_instruction(computation)
        elif _SHAPE.match(scanner.text, at):
            type, opcode = instructions.shape_and_opcode()
            value = instructions.rest(computation, self.free_name(computation, opcode), type, opcode, at)
        else:
            self.fail(f"expects HloModule, a computation or an instruction, got {scanner.found()}")
        if not scanner.at_end():
            self.fail("Expected eof behind a single instruction")
        computation.root = value
        self.close(computation)
        name = value.name or "main"
        return self.built(name, {}, computation)

    def free_name(self, computation: Computation, base: str) -> str:
        name, number = base, 0
        while name in computation.values:
            number += 1
            name = f"{base}.{number}"
        return name

    # Computations.

    def new_computation(self, base: str, span: Any, name: str | None = None) -> Computation:
        """A computation with a name that no other has yet."""
        if name is None:
            name, number = base, 0
            while name in self.computations:
                number += 1
                name = f"{base}.{number}"
        computation = Computation(name, span)
        self.computations[name] = computation
        return computation

    def computation(self) -> None:
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        is_entry = False
        if scanner.match(_ENTRY):
            is_entry = True
            if self.entry is not None:
                self.fail("expects only one ENTRY", start)
        scanner.skip()
        at = scanner.at
        name = scanner.name("the name of a computation")
        if name in self.computations:
            self.fail(f"computation already exists: {name}; a computation previously defined here has the name", at)
        computation = Computation(name, make_span((self.source, at, scanner.at)))
        parameters, result = None, None
        if scanner.peek("("):
            parameters = scanner.listed(self.header_parameter, "(", ")", "the parameters")
            scanner.expect("->", "behind the parameters")
            result = self.instructions.read_type()
        self.body(computation)
        if scanner.peek(","):
            scanner.take(",")
            scanner.expect("execution_thread", "behind a computation")
            scanner.expect("=", "behind execution_thread")
            computation.thread = scanner.string()
        self.check_header(computation, parameters, result, at)
        self.close(computation)
        self.computations[name] = computation
        if is_entry:
            self.entry = computation

    def header_parameter(self) -> tuple[str, AnyType]:
        name = self.scanner.name("the name of a parameter")
        self.scanner.expect(":", "behind the name of a parameter")
        return name, self.instructions.read_type()

    def body(self, computation: Computation) -> None:
        """The instructions between braces."""
        scanner, read = self.scanner, self.instructions.instruction
        scanner.expect("{", "at the start of a computation")
        value: Value | None = None
        while True:
            at = scanner.at
            scanner.skip()
            if scanner.text.startswith("}", scanner.at):
                scanner.at += 1
                break
            if scanner.at >= len(scanner.text):
                self.fail(f"the computation {computation.name} is not closed: expects '}}'")
            first, scanner.at = scanner.at, at
            value, is_root = read(computation)
            if is_root:
                if computation.root is not None:
                    self.fail("one computation should have only one ROOT", first)
                computation.root = value
        if value is None:
            self.fail(f"the computation {computation.name} has no instructions", computation.span.start)
        if computation.root is None:
            computation.root = value

    def inline_computation(self, start: int) -> Computation:
        """A computation that is written where it is used."""
        self.inline_depth += 1
        if self.inline_depth > min(DEEPEST, self.deepest):
            self.fail("maximum recursion depth exceeded: computations are nested too deeply", start)
        computation = self.new_computation("computation", make_span((self.source, start, start + 1)))
        instructions = self.instructions
        depth, single, self.is_single, instructions.depth = instructions.depth, self.is_single, False, 0
        self.body(computation)
        instructions.depth, self.is_single = depth, single
        self.inline_depth -= 1
        self.close(computation)
        return computation

    def close(self, computation: Computation) -> None:
        """Checks what is only known at the end of a computation, and puts its parameters in order."""
        count = len(computation.parameters)
        if any(k not in computation.parameters for k in range(count)):
            missing = next(k for k in range(count) if k not in computation.parameters)
            self.fail(f"the computation {computation.name} has no parameter number {missing}", computation.span.start)
        computation.block.arguments.sort(key=lambda argument: argument.index)
        computation.finish()
        if computation.name in self.computations:  # behind those that were read inside of it
            self.computations[computation.name] = self.computations.pop(computation.name)

    def check_header(self, computation: Computation, parameters: Any, result: AnyType | None, at: int) -> None:
        """That the shapes that a computation's head states are those of its parameters and its root."""
        root: Any = computation.root
        if result is not None and not compatible(logical_type(result), root.type):
            self.fail(f"Shape of computation {computation.name}, {type_text(result, False)}, is not compatible with that of its "
                      f"root instruction {root.name}, {type_text(root.type, False)}", at)
        if parameters is None:
            return
        if len(parameters) != len(computation.parameters):
            self.fail(f"the computation {computation.name} states {len(parameters)} parameters and has "
                      f"{len(computation.parameters)}", at)
        for argument in computation.block.arguments:
            name, type = parameters[argument.index] if argument.index < len(parameters) else (None, None)
            if type is not None and not compatible(logical_type(type), argument.type):
                self.fail(f"Shape of parameter {name}, {type_text(type, False)}, is not that of the instruction {argument.name}, "
                          f"{type_text(argument.type, False)}", at)

    def computation_named(self, name: str, at: int) -> Computation:
        """A computation that was read before."""
        found = self.computations.get(name)
        if found is None:
            later = re.search(rf"^\s*(?:ENTRY\s+)?%?{re.escape(name)}\s*[({{]", self.source.text, re.MULTILINE)
            hint = (": a computation stands before those that use it, and none may lead back to itself" if later
                    else did_you_mean(name, self.computations))
            self.fail(f"computation does not exist: {name}{hint}", at)
        return found

    def count(self, user: Computation, used: Computation, span: Any) -> None:
        """Bounds the operations that sharing makes."""
        user.total += used.total + used.size
        user.depth = max(user.depth, used.depth + 1)
        if user.depth > DEEPEST_REGION:
            self.fail(f"computations run others more than {DEEPEST_REGION} deep", span.start)
        if used.is_taken:
            self.made += used.total + used.size
        if self.made > MOST_OPERATIONS:
            self.fail(f"computations that share others expand to more than {MOST_OPERATIONS} operations", span.start)

    def called_opcode(self, start: Any) -> str | None:
        """The opcode of the one instruction that an asynchronous computation runs; None if it has several."""
        from hloom.text.hlo.opcodes import INSTRUCTIONS

        called = self.computations.get(start.attributes["called"].value)
        if called is None or called.size - len(called.parameters) != 1:
            return None
        wrapped: Any = called.block.operations[0]
        found = INSTRUCTIONS.get(type(wrapped))
        return found.name if found else None

    # Parameters.

    def new_parameter(self, computation: Computation, index: int, name: str, type: AnyType, attributes: dict[str, Attribute],
                      start: int) -> Value:
        argument = BlockArgument(logical_type(type), computation.block, index, name)
        if argument.type is not type:
            argument.stated_type = type
        argument.span = make_span((self.source, start, start + len(name)))
        computation.block.arguments.append(argument)
        computation.parameters[index] = computation.size, attributes
        return argument

    def implied_operand(self, computation: Computation, type: AnyType, name: str | None) -> Value:
        """An operand of a single instruction: a parameter."""
        index = len(computation.parameters)
        name = name or self.free_name(computation, "parameter")
        value = self.new_parameter(computation, index, name, type, {}, self.scanner.at)
        computation.values[name] = value
        computation.size += 1
        return value

    # The module.

    def built(self, name: str, attributes: dict[str, Attribute], entry: Computation) -> Module:
        block = Block()
        for computation in self.computations.values():
            is_entry = computation is entry
            if is_entry or computation.is_called or not computation.is_taken:
                block.append(computation.function(is_entry))
        self.check_sharing(attributes, entry)
        layout: Any = attributes.get("hlo.entry_computation_layout")
        if layout is not None:
            fault = header.layout_fault(layout.type, entry.block.arguments, entry.root, entry.name)  # type: ignore[arg-type]
            if fault is not None:
                # A protocol buffer has no places.
                self.fail(fault, self.places.get("hlo.entry_computation_layout", entry.span.start))
        else:
            inputs = tuple(a.stated_type for a in entry.block.arguments)
            attributes["hlo.entry_computation_layout"] = TypeAttr(FunctionType(inputs, (entry.result_type,)))
        frames = self.locations.text()
        if frames:
            attributes[header.FRAMES] = StringAttr(frames)
        attributes = {"sym_name": StringAttr(name), MODULE: UnitAttr(), ENTRY: SymbolRefAttr(entry.name),
                      ORDER: ArrayAttr(tuple(map(StringAttr, self.computations))), **attributes}
        module = Module((), (), attributes, [Region([block])])
        module.source = self.source
        return module

    def check_sharing(self, attributes: dict[str, Attribute], entry: Computation) -> None:
        """ParseError where parts are said to share memory that the entry computation does not have."""
        parameters = [a.stated_type for a in entry.block.arguments]
        for key, fault in (("hlo.input_output_alias", lambda text: alias_fault(text, parameters, entry.result_type)),
                           ("hlo.buffer_donor", lambda text: donor_fault(text, parameters))):
            stated: Any = attributes.get(key)
            found = fault(stated.value) if stated is not None else None
            if found is not None:
                self.fail(found, self.places.get(key, entry.span.start))
