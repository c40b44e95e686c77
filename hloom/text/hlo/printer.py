"""Prints a module in the form of HLO as XLA does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, SymbolRefAttr
from hloom.ir.core import Block, Region, Value
from hloom.ir.types import AnyType
from hloom.numbers.element_type import PRED
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.computation import ENTRY, KEYWORDS, MAIN_THREAD, ORDER, TYPE_NAMES, ComputationAttr, legal_name
from hloom.ops.hlo.control import AsyncStart, AsyncUpdate, computation_of, computations_of
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.text.hlo import header
from hloom.text.hlo.literals import literal_text
from hloom.text.hlo.mesh import without_metadata
from hloom.text.hlo.metadata import shown_metadata
from hloom.text.hlo.opcodes import COMMON, INSTRUCTIONS, PARAMETER, Opcode
from hloom.text.hlo.scanner import quoted
from hloom.text.hlo.types import type_text

#: Arrays of more elements are elided unless asked for.
MOST_ELEMENTS: Final = 10


@dataclass(frozen=True)
class PrintOptions:
    """What XLA's HloPrintOptions say, with its defaults but for large constants, which are printed here."""

    percent: bool = True
    program_shape: bool = True
    operand_shapes: bool = False
    large_constants: bool = True
    metadata: bool = True
    backend_config: bool = True
    control_dependencies: bool = True
    origin: bool = True
    index_comments: bool = True
    syntax_sugar_async_ops: bool = True
    canonical: bool = False

    @staticmethod
    def short_parsable() -> PrintOptions:
        """No `%`, no shapes of programs, no metadata; all elements."""
        return PrintOptions(percent=False, program_shape=False, metadata=False, control_dependencies=False, index_comments=False)

    @staticmethod
    def canonical_form() -> PrintOptions:
        """Names that say nothing, shapes of operands, computations where they are used."""
        return PrintOptions(percent=False, program_shape=False, operand_shapes=True, metadata=False, backend_config=False,
                            control_dependencies=False, origin=False, index_comments=False, syntax_sugar_async_ops=False,
                            canonical=True)


def print_module(module: Module, options: PrintOptions | None = None) -> str:
    """The text of a module in the form of HLO. InputError for what HLO cannot say."""
    return Printer(module, options or PrintOptions()).module()


def print_instruction(op: Op, options: PrintOptions) -> str:
    """The text of one instruction, without its name in the canonical form."""
    module: Any = op
    while module.parent is not None:
        module = module.parent
    return Printer(module, options).instruction(op, is_root=False, is_alone=True)


class Printer:
    """The state of printing one module."""

    def __init__(self, module: Any, options: PrintOptions) -> None:
        self.root, self.options = module, options
        self.sign = "%" if options.percent else ""
        self.types: dict[AnyType, str] = {}
        self.names: dict[Value, str] = {}
        self.used: set[str] = set()
        #: Text of each computation by its name, in post order.
        self.computations: dict[str, str] = {}
        #: The name under which a computation with a name and a body is printed.
        self.printed: dict[tuple[str, str], str] = {}
        #: The names under which functions are printed, by their symbols, which may be any text.
        self.symbols: dict[str, str] = {}
        self.functions: dict[str, Function] = module.functions if isinstance(module, Module) else {}
        self.is_scheduled = getattr(self.root.attributes.get("hlo.is_scheduled"), "value", False)

    # The module.

    def module(self) -> str:
        attributes = self.root.attributes
        name = getattr(attributes.get("sym_name"), "value", "module")
        entry = getattr(attributes.get(ENTRY), "value", None)
        hidden = self.hidden_functions()
        for symbol in self.callees_first():
            if symbol not in hidden:
                self.function(symbol, self.functions[symbol], symbol == entry)
        order = {a.value: k for k, a in enumerate(attributes.get(ORDER, ()))}
        names = list(self.computations)
        if all(n in order for n in names):
            names.sort(key=order.__getitem__)
        frames = attributes.get(header.FRAMES)
        table = f"\n{frames.value}" if frames is not None and self.options.metadata else ""
        texts = "".join(f"{self.computations[n]}\n\n" for n in names)
        if "hlo.origin_recovery_table" in attributes:
            table = f"\n{table}"
        return f"HloModule {name}{header.attributes_text(self.root)}\n{table}\n{texts}"

    def callees_first(self) -> list[str]:
        """The names of the functions, each behind those that it calls. InputError for calls in a circle."""
        calls = {name: [n for op in function.walk() for n in _symbols(op) if n in self.functions]
                 for name, function in self.functions.items()}
        ordered: dict[str, None] = {}
        active: set[str] = set()
        for root in calls:
            pending = [(root, iter(calls[root]))] if root not in ordered else []
            active.update(name for name, _ in pending)
            while pending:
                name, rest = pending[-1]
                callee = next(rest, None)
                if callee is None:
                    pending.pop()
                    active.discard(name)
                    ordered[name] = None
                elif callee in active:
                    raise InputError(f"@{callee} calls itself by way of @{name}; computations of HLO do not")
                elif callee not in ordered:
                    active.add(callee)
                    pending.append((callee, iter(calls[callee])))
        return list(ordered)

    def hidden_functions(self) -> set[str]:
        """Functions of one instruction that asynchronous operations say in short."""
        if not self.options.syntax_sugar_async_ops:
            return set()
        return {op.called for op in self.root.walk() if isinstance(op, AsyncStart) and self.wrapped(op) is not None}

    def wrapped(self, op: AsyncStart) -> Op | None:
        """The one instruction that an asynchronous operation runs on just its operands; None if it is more."""
        function = self.functions.get(op.called)
        if function is None or not self.options.syntax_sugar_async_ops:
            return None
        operations: list[Any] = function.body.block.operations
        if len(operations) != 2 or operations[0].operands != function.body.arguments or type(operations[0]) not in INSTRUCTIONS:
            return None
        config = operations[0].attributes.get("hlo.backend_config")
        if config is not None and config != op.attributes.get("hlo.backend_config"):
            return None  # which the short form could not say
        opcode = INSTRUCTIONS[type(operations[0])].name
        return None if f"{opcode}-start" in _OWN_HALVES or opcode.startswith("async") else operations[0]

    def function(self, name: str, function: Function, is_entry: bool) -> None:
        attribute = computation_of(function) or ComputationAttr(name)
        self.symbols[name] = self.computation(name, function.regions[0], attribute, is_entry)

    def computation(self, name: str, region: Region, attribute: ComputationAttr, is_entry: bool = False) -> str:
        """Prints a computation unless its like was printed; gives the name that it has."""
        block = region.block
        body = "\n".join(self.body(block, attribute))
        known = self.printed.get((name, body))
        if known is not None:
            return known
        base = name if _is_name(name) else legal_name(name)
        shown, number = base, 0
        while shown in self.computations:
            number += 1
            shown = f"{base}.{number}"
        head = f"{'ENTRY ' if is_entry else ''}{self.signed(shown)}"
        if self.options.program_shape:
            result = block.terminator.operands[0].stated_type
            parameters = ", ".join(f"{self.name(a)}: {type_text(a.type, False)}" for a in block.arguments)
            head += f" ({parameters}) -> {type_text(result, False)}"
        thread = f", execution_thread={quoted(attribute.thread)}" if attribute.thread != MAIN_THREAD else ""
        self.computations[shown] = f"{head} {{\n{body}\n}}{thread}"
        self.printed[name, body] = shown
        return shown

    def body(self, block: Block, attribute: ComputationAttr) -> list[str]:
        """The lines of a computation: as they stand in a module that is scheduled, else what is read before what reads it."""
        instructions = list(in_order(block, attribute))
        places = list(range(len(instructions)))
        if not self.is_scheduled:
            places = post_order([item if number is not None else item.results[0] for item, number, _ in instructions])
        outer = self.names
        if self.options.canonical:
            values = (instructions[k][0] if instructions[k][1] is not None else instructions[k][0].results[0] for k in places)
            self.names = {value: f"tmp_{k}" for k, value in enumerate(values)}
        root = block.terminator.operands[0]
        lines = [self.line(item, root) if number is None else self.parameter(item, number, stated, root)
                 for item, number, stated in instructions]
        self.names = outer
        return [lines[k] for k in places]

    def parameter(self, argument: Any, number: int, attributes: Any, root: Value) -> str:
        entries = attributes.entries if attributes is not None else {}
        head = f"  {'ROOT ' if argument is root else ''}{self.sign}{self.name(argument)}"
        text = f"{head} = {self.type(argument)} parameter({number})"
        if not entries:
            return text
        holder = _Holder(entries)
        for field in PARAMETER:
            for key, value in field.write(holder).items():
                text += f", {key}={field.formats[key].text(value)}"
        return text + self.common(holder)

    def line(self, op: Any, root: Value) -> str:
        return self.instruction(op, op.results[0] is root)

    # Instructions.

    def instruction(self, op: Any, is_root: bool, is_alone: bool = False) -> str:
        opcode = INSTRUCTIONS.get(type(op))
        if opcode is None or len(op.results) != 1:
            raise InputError(f"{op.name} is no instruction of HLO")
        result = op.results[0]
        head = "" if is_alone and self.options.canonical else f"{self.sign}{self.name(result)} = "
        indent = "" if is_alone else "  "
        name, own = opcode.name, self.own(op, opcode)
        if opcode.is_constant:
            operands = literal_text(op.attributes["value"], None if self.options.large_constants else MOST_ELEMENTS)
        else:
            operands = self.operands(op.operands, is_alone)
        if name.startswith("async-"):
            inner = self.sugared(op)
            if inner is not None:
                base = INSTRUCTIONS[type(inner)]
                name = f"{base.name}{name[5:]}"
                own = self.own(op, opcode, without_calls=True)
                if isinstance(op, AsyncStart):
                    own += self.own(inner, base) + self.common(_Holder(
                        {key: inner.attributes[key] for key in _OF_WRAPPED if key in inner.attributes.keys() - op.attributes}))
        return f"{indent}{'ROOT ' if is_root else ''}{head}{self.type(result)} {name}({operands}){own}{self.common(op)}"

    def sugared(self, op: Any) -> Op | None:
        """What a half of an asynchronous operation wraps, if it is written in short."""
        while op is not None and not isinstance(op, AsyncStart):
            op = getattr(op.operands[0], "owner", None) if isinstance(op, AsyncUpdate) or op.operands else None
        return self.wrapped(op) if op is not None else None

    def operands(self, values: Any, is_alone: bool = False) -> str:
        if self.options.operand_shapes:
            shown = [self.type(v) if is_alone and self.options.canonical else f"{self.type(v)} {self.sign}{self.name(v)}"
                     for v in values]
        else:
            shown = [self.sign + self.name(v) for v in values]
        if self.options.index_comments and len(shown) > 5:
            shown = [f"/*index={k}*/{text}" if k and k % 5 == 0 else text for k, text in enumerate(shown)]
        return ", ".join(shown)

    def own(self, op: Any, opcode: Opcode, without_calls: bool = False) -> str:
        """The instruction's own attributes, then the computations that it runs."""
        parts: list[str] = []
        for field in opcode.fields:
            values = field.write(op)
            for key, format in field.formats.items():
                if key in values and not (without_calls and key == "calls"):
                    value = values[key]
                    text = format.text(value) if format.pure else self.reference(op, key, value)
                    parts.append(f", {key}={text}")
        attributes = computations_of(op)
        if op.regions:
            names = [self.nested(region, attributes[k] if k < len(attributes) else ComputationAttr(f"{opcode.name}_{key}"))
                     for k, (region, key) in enumerate(zip(op.regions, opcode.regions or ["branch"] * len(op.regions)))]
            if opcode.branches:
                if op.operands[0].type.element is PRED:
                    parts.append(f", true_computation={names[0]}, false_computation={names[1]}")
                else:
                    separator = ",\n" if self.options.canonical else ", "
                    edge = "\n" if self.options.canonical else ""
                    inside = separator.join(n.lstrip("\n") for n in names)
                    parts.append(f", branch_computations={{{edge}{inside}{edge}}}")
            else:
                parts.extend(f", {key}={name}" for key, name in zip(opcode.regions, names))
        return "".join(parts)

    def reference(self, op: Any, key: str, value: Any) -> str:
        """Names of computations, or those of control predecessors."""
        if isinstance(value, str):
            return self.signed(self.symbols.get(value, value))
        names: list[str] = list(value)
        if key != "control-predecessors":
            names = [self.symbols.get(name, name) for name in names]
        return f"{{{', '.join(map(self.signed, names))}}}"

    def signed(self, name: str) -> str:
        """The name of a computation: words of the grammar are names only behind `%`."""
        return f"%{name}" if self.sign or name in KEYWORDS or name in TYPE_NAMES else name

    def nested(self, region: Region, attribute: ComputationAttr) -> str:
        """The computation of a region: its name, or in the canonical form all of it."""
        if not self.options.canonical:
            return self.signed(self.computation(attribute.symbol, region, attribute))
        return "\n{\n" + "\n".join(self.body(region.block, attribute)) + "\n}"

    def common(self, op: Any) -> str:
        """The attributes that every instruction may have."""
        options, parts = self.options, []
        for field in COMMON:
            (key, format), = field.formats.items()
            if not (options.metadata if key == "metadata" else options.backend_config if key == "backend_config"
                    else options.origin if key == "origin" else True):
                continue
            for value in field.write(op).values():
                if key == "control-predecessors":
                    if options.control_dependencies:
                        parts.append(f", {key}={self.reference(op, key, value)}")
                elif value:
                    text = format.text(value)
                    if key == "metadata":
                        text = shown_metadata(text)
                        if not text:
                            continue
                    if key == "sharding" and not options.metadata and "metadata" in text:
                        text = without_metadata(text)
                    parts.append(f", {key}={text}")
        return "".join(parts)

    def type(self, value: Value) -> str:
        type = value.stated_type
        found = self.types.get(type)
        if found is None:
            found = self.types[type] = type_text(type)
        return found

    def name(self, value: Any) -> str:
        """The name of an instruction; one is made where there is none."""
        found = self.names.get(value)
        if found is not None:
            return found
        found = value.name
        if found is None:
            owner = value.owner
            base = INSTRUCTIONS[type(owner)].name if type(owner) in INSTRUCTIONS else "parameter"
            number = len(self.names)
            while (found := f"{base}.{number}") in self.used:
                number += 1
            self.names[value] = found
        self.used.add(found)
        # Words of the grammar are names only behind `%`.
        return f"%{found}" if not self.sign and found in KEYWORDS else found


def in_order(block: Block, attribute: ComputationAttr) -> Iterator[tuple[Any, int | None, Any]]:
    """The instructions of a computation as they stand: parameters with their number and attributes, operations with neither."""
    placed = attribute.parameters if len(attribute.parameters) == len(block.arguments) else ()
    operations = iter(block.operations[:-1])
    if not placed:
        yield from ((argument, k, None) for k, argument in enumerate(block.arguments))
    total = len(block.operations) - 1 + len(block.arguments)
    by_place = {p.place: k for k, p in enumerate(placed)}
    for place in range(total if placed else 0):
        k = by_place.get(place)
        op = next(operations, None) if k is None else None
        if k is not None:
            yield block.arguments[k], k, placed[k].attributes
        elif op is not None:
            yield op, None, None
    yield from ((block.arguments[k], k, placed[k].attributes) for place, k in sorted(by_place.items()) if place >= total)
    yield from ((op, None, None) for op in operations)


def _symbols(op: Any) -> list[str]:
    """The functions that an operation names."""
    found: list[str] = []
    for attribute in op.attributes.values():
        if isinstance(attribute, SymbolRefAttr):
            found.append(attribute.value)
        elif isinstance(attribute, ArrayAttr):
            found.extend(a.value for a in attribute.values if isinstance(a, SymbolRefAttr))
    return found


def post_order(values: list[Any]) -> list[int]:
    """Places of instructions so that each stands behind what it reads and what it waits for, as XLA orders those that are not
    scheduled: from every instruction that nothing reads, what it waits for and then its operands first."""
    places = {value: k for k, value in enumerate(values)}
    named = {value.name: k for k, value in enumerate(values)}
    before: list[list[int]] = []
    read: set[int] = set()
    for value in values:
        owner = value.owner
        operands = [places[v] for v in owner.operands if v in places] if isinstance(owner, Op) else []
        waited: Any = owner.attributes.get("hlo.control_predecessors", ()) if isinstance(owner, Op) else ()
        read.update(operands)
        before.append(operands[::-1] + [named[a.value] for a in waited if a.value in named])
    ordered: dict[int, None] = {}
    for root in (k for k in range(len(values)) if k not in read):
        pending, entered = [root], set[int]()
        while pending:
            k = pending[-1]
            if k in ordered or k in entered:
                ordered[pending.pop()] = None
            else:
                entered.add(k)
                pending.extend(n for n in before[k] if n not in ordered)
    return [*ordered, *(k for k in range(len(values)) if k not in ordered)]


#: What an instruction that runs asynchronously says in short unless its start says it.
_OF_WRAPPED: Final = ("hlo.sharding", "hlo.frontend_attributes", "hlo.statistics")


class _Holder:
    """Attributes that belong to no operation."""

    def __init__(self, attributes: dict[str, Attribute]) -> None:
        self.attributes = attributes


_is_name: Final = re.compile(r"[A-Za-z_][\w.-]*+\Z", re.ASCII).match
_OWN_HALVES: Final = {"all-gather-start", "all-reduce-start", "collective-permute-start", "copy-start"}
