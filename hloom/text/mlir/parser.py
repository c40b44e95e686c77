"""Parsing of programs: operations in both forms, regions, blocks and values.

A value's name is looked up when it is used. A use before the definition (legal between the blocks of a region) makes a
`ForwardReference`, which stands in for the value until the isolated operation around it is complete.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NoReturn, cast

from hloom.ir.attributes import DenseArrayAttr
from hloom.ir.core import Block, Operation, Region, UnregisteredOperation, Value
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import AnyType
from hloom.numbers.element_type import I64, ElementType
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import REGISTRY, Op, operation_class
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source, Span, make_span
from hloom.support.spelling import did_you_mean
from hloom.text.mlir.alias_parser import AliasParser
from hloom.text.mlir.assembly import Draft, Format
from hloom.text.mlir.format_compiler import format_of
from hloom.text.mlir.lexer import BLOCK, DEFAULT_LIMITS, VALUE, Limits, token_pattern
from hloom.text.mlir.repetition import Repetition
from hloom.text.mlir.resources import parse_resources

#: The usual beginning of an operation, at most one group of results: name, number of results, name of the operation,
#: which stands in quotes in the generic form.
_HEAD: Final = token_pattern(r"(?:%([\w$.-]+)(?::([0-9]{1,9}))?[ ]*=[ ]*)?([A-Za-z_][\w$.]*+(?!-)|\"[^\"\\\n]*\")")
_RESULTS: Final = token_pattern(r"%([\w$.-]+)(?::([0-9]{1,9}))?[ ]*(?:(=)|,[ ]*)")
_NAME: Final = token_pattern(r'([A-Za-z_][\w$.]*|"[^"\\\n]*")')
#: The name of a result without its %.
_ASSIGNED: Final = re.compile(r"[A-Za-z_]\w*\s*=(?!=)", re.ASCII)
#: A name as HLO spells opcodes.
_DASHED: Final = re.compile(r"[A-Za-z_][\w$.]*(?:-[A-Za-z_][\w$.]*)+", re.ASCII)
#: Formats by the full names of operations, as they are first met.
_FORMATS: Final[dict[str, Format]] = {}
#: Operations of the dialects whose name may be left out: in a module's region, and in a function's.
_SHORT_NAMES: Final = {"module": "builtin.module", "return": "func.return", "call": "func.call"}


class ForwardReference(Value):
    """Stands for a value that is used before its definition; `place` is the offset of the first use."""

    __slots__ = ("place",)

    def __init__(self, name: str, place: int) -> None:
        super().__init__(cast(AnyType, None), name)
        self.place = place


class Parser(AliasParser):
    """The grammar of operations."""

    __slots__ = ("allow_unregistered", "blocks", "default_dialect", "forward", "repetition", "scope", "settled",
                 "values")
    #: Characters of a text that repeats itself too little to keep an account of it.
    short_text: ClassVar[int] = 4000

    def __init__(self, source: Source, limits: Limits = DEFAULT_LIMITS, allow_unregistered: bool = False) -> None:
        super().__init__(source, limits)
        self.resources, self._places, self.expanded_size = {}, None, 0
        self.allow_unregistered = allow_unregistered
        #: Values by name, `0` or `0#1`.
        self.values: dict[str, Value] = {}
        #: Names defined in the innermost region.
        self.scope: list[str] = []
        self.forward: dict[str, ForwardReference] = {}
        self.settled: dict[ForwardReference, Value] = {}
        #: Blocks of the innermost region by name; a block that is not yet defined has no region.
        self.blocks: dict[str, Block] = {}
        #: Prefix that names of operations may leave out.
        self.default_dialect = "builtin"
        self.repetition = Repetition(source, limits) if len(source.text) >= self.short_text else None

    # Programs

    def module(self) -> Operation:
        """The whole text as a module: the one that it holds, or else one around its operations."""
        cls = REGISTRY["builtin.module"]
        block = Block()
        try:
            self._top_level(block)
        except RecursionError:
            self.fail("nested too deep", code="limit")
        operations = block.operations
        if len(operations) == 1 and isinstance(operations[0], cls):
            module = operations[0]
            module.block = None
            if len(module.regions) != 1:
                self.fail(f"a module has one region, not {len(module.regions)}", 0)
            if not module.regions[0].blocks:
                module.regions[0].append(Block())
        else:
            module = cls(regions=[Region([block])], span=Span(self.source, 0, 0))
        module.source = self.source  # type: ignore[attr-defined]
        return module

    def _top_level(self, block: Block) -> None:
        while self.position < len(self.text):
            first = self.text[self.position]
            if first in "#!":
                self.alias_definition()
            elif self.peek("{-#"):
                parse_resources(self, self.resources)
            else:
                if self.repetition is None or not self.repetition.repeat(self, block):
                    block.append(self._operation())
        self.finish_references(block.operations)

    # Values

    def operand_into(self, draft: Draft) -> None:
        """Reads one use of a value into a draft."""
        match = VALUE.match(self.text, self.position)
        if match is None:
            self.fail_expected("an operand")
        start = self.position
        self.position = match.end()
        name = match.group(1)
        value = self.values.get(name)
        draft.operands.append(value if value is not None else self.unknown_value(name, start))
        draft.places.append(start)

    def unknown_value(self, name: str, start: int) -> Value:
        """The operand whose name is not (yet) that of a value: another spelling, a forward reference, or a fault."""
        base, _, number = name.partition("#")
        if number == "0" and base in self.values and f"{base}#1" not in self.values:
            return self.values[base]
        if number and base in self.values:
            count = 1
            while f"{base}#{count}" in self.values:
                count += 1
            self.fail(f"%{base} has {count} result{'s' if count > 1 else ''}, so there is no %{name}", start, "symbol")
        found = self.forward.get(name)
        if found is None:
            found = self.forward[name] = ForwardReference(name, start)
        return found

    def settle(self, value: Value, type: AnyType, place: int) -> None:
        """Deals with a use whose stated type is not the value's known type: a forward reference, or a fault."""
        if value.type is None:
            value.type = type
        elif value.type is not type:
            match = VALUE.match(self.text, place)
            name = match.group(1) if match else value.name
            defined = getattr(getattr(value, "owner", None), "span", None)
            self.fail(f"%{name} has type {value.type}, but is used as {type}", place, "type",
                      notes=((f"%{name} is defined here", defined),) if defined else ())

    def define(self, name: str, value: Value, at: int) -> None:
        """Gives a value its name in the innermost region."""
        if name in self.values:
            self.fail(f"%{name} is defined twice", at, "redefinition")
        if len(name) > self.limits.identifier_length:
            self.fail(f"a name of {len(name)} characters is too long", at, "limit")
        self.values[name] = value
        self.scope.append(name)
        if self.forward:
            self.settle_forward(name, value)

    def settle_forward(self, name: str, value: Value) -> None:
        """Notes the value that earlier uses of a name meant."""
        for spelling in (name, f"{name}#0") if "#" not in name else (name,):
            found = self.forward.pop(spelling, None)
            if found is not None:
                if found.type is not None and found.type is not value.type:
                    self.fail(f"%{name} has type {value.type}, but is used as {found.type}", found.place, "type")
                self.settled[found] = value

    def define_results(self, op: Operation, name: str, count: int, at: int) -> None:
        """Gives all results of an operation one name, which stands at an offset."""
        if count == len(op.results) == 1:
            op.results[0].name = name
            self.define(name, op.results[0], at)
        else:
            self._define_groups(op, [(name, count, at)])

    def _define_groups(self, op: Operation, names: list[tuple[str, int, int]]) -> None:
        """Names the results of an operation: (name, count, offset) groups as they were written."""
        results = op.results
        named = sum(count for _, count, _ in names)
        if names and named != len(results):
            self.fail(f"{op.name} has {len(results)} result{'' if len(results) == 1 else 's'}, but "
                      f"{named} {'is' if named == 1 else 'are'} named", names[0][2])
        at = 0
        for name, count, place in names:
            for k in range(count):
                value = results[at + k]
                value.name = name
                self.define(name if k == 0 else f"{name}#{k}", value, place)
            if count > 1:
                self.values[f"{name}#0"] = results[at]
                self.scope.append(f"{name}#0")
            at += count

    def finish_references(self, operations: list[Operation]) -> None:
        """Puts values in the place of forward references; there must be none left that was never defined."""
        for name, reference in self.forward.items():
            hint = "" if name[:1].isdecimal() else did_you_mean(f"%{name}", [f"%{known}" for known in self.values])
            self.fail(f"%{name} is used, but never defined{hint}", reference.place, "undefined")
        if self.settled:
            settled = self.settled
            for outer in operations:
                for op in outer.walk():
                    op.operands = [settled.get(v, v) if isinstance(v, ForwardReference) else v for v in op.operands]
            self.settled = {}

    # Operations

    def _operation(self) -> Operation:
        """One operation with its result names and location."""
        first = self.position
        match = _HEAD.match(self.text, first)
        if match is None:
            return self._operation_of_groups()
        name, count, word = match.groups()
        self.position = match.end()
        op = self._new_operation(word, first, match.start(3))
        if name is not None:
            self.define_results(op, name, int(count or 1), first)
        return op

    def _operation_of_groups(self) -> Operation:
        """An operation with several groups of results."""
        names: list[tuple[str, int, int]] = []
        first = self.position
        if self.peek("%"):
            while True:
                match = self.expect(_RESULTS, "the name of a result")
                names.append((match.group(1), int(match.group(2) or 1), match.start()))
                if match.group(3):
                    break
        match = self.expect(_NAME, "an operation")
        dashed = _DASHED.match(self.text, match.start(1))
        if dashed is not None:
            self._class(dashed.group(), dashed.start())
            self.fail(f'{dashed.group()} has only the generic form: write "{dashed.group()}"(...)', dashed.start())
        op = self._new_operation(match.group(1), first, match.start())
        self._define_groups(op, names)
        return op

    def _new_operation(self, word: str, first: int, start: int) -> Operation:
        """The operation of which the name, in quotes or not, has been read, and names of results from `first` on."""
        draft = Draft(UnregisteredOperation, start)
        size, peak, self.peak = self.expanded_size, self.peak, self.depth
        op = self._generic(word[1:-1], draft) if word[0] == '"' else self._pretty(word, draft)
        op.span = make_span((self.source, start, start + len(word)))
        levels, self.peak = self.peak - self.depth, max(peak, self.peak)
        if self.repetition is not None and self.expanded_size == size:
            self.repetition.learn(self, draft, op, first, len(word), levels)
        if self.text.startswith("loc(", self.position):
            op.location = self.source.locations[start] = self.own_location()
            if op.name == Function.name:
                self.source.functions.append((start, self.position))
        return op

    def _short_names(self) -> dict[str, str]:
        """The operations whose dialect may be left out here, by what is left."""
        own = {name.partition(".")[2]: name for name in REGISTRY if name.startswith(f"{self.default_dialect}.")}
        return {**_SHORT_NAMES, **own} if self.default_dialect != "builtin" else {**_SHORT_NAMES, "module": "builtin.module"}

    def _class(self, name: str, start: int) -> type[Op] | None:
        cls = operation_class(name)
        if cls is None and not self.allow_unregistered:
            self._fail_unknown(name, start)
        return cls

    def _fail_unknown(self, name: str, start: int) -> NoReturn:
        if _ASSIGNED.match(self.text, start):
            self.fail(f"expected an operation, found '{name}'; the name of a value begins with %", start)
        # Imported here: it takes time, and most programs need nothing of it.
        from hloom.text.mlir.unknown_operations import instead_of

        end = start + len(name) + (2 if self.text[start] == '"' else 0)
        self.fail(f"unknown operation '{name}'{instead_of(name, self._short_names())}", start, "operation", end=end)

    def _pretty(self, name: str, draft: Draft) -> Operation:
        format = _FORMATS.get(name)
        if format is None:
            format = self._format(name, draft.start)
        draft.cls = format.cls
        return format.parse(self, draft)

    def _format(self, name: str, start: int) -> Format:
        if "." not in name:
            full = f"{self.default_dialect}.{name}"
            name = full if full in REGISTRY else _SHORT_NAMES.get(name, name)
        cls = operation_class(name)
        if cls is None:
            self._class(name, start)
            self.fail(f"'{name}' is not known: only its generic form \"{name}\"(...) can be read", start, "operation")
        format = format_of(cls)
        if format is None:
            self.fail(f'{name} has only the generic form: write "{name}"(...)', start)
        _FORMATS[name] = format
        return format

    def _generic(self, name: str, draft: Draft) -> Operation:
        start = draft.start
        cls = self._class(name, start)
        if cls is not None:
            draft.cls = cls
        self.literal("(")
        if not self.accept(")"):
            self.operand_into(draft)
            while self.accept(","):
                self.operand_into(draft)
            self.literal(")")
        successors = self._successors() if self.peek("[") else ()
        attributes = draft.attributes
        if self.accept("<"):
            attributes = draft.attributes = self.dictionary()
            self.literal(">")
        properties = tuple(attributes)
        if self.accept("("):
            self._regions(draft, cls)
        if self.peek("{"):
            at = self.position
            for key, value in self.dictionary().items():
                if key in attributes:
                    self.fail(f"attribute '{key}' is given twice", at)
                attributes[key] = value
        self.literal(":")
        at = self.position
        type = self.function_type()
        if len(type.inputs) != len(draft.operands):
            self.fail(f"{name} has {len(draft.operands)} operands, but {len(type.inputs)} operand types", at)
        for k, value in enumerate(draft.operands):
            if value.type is not type.inputs[k]:
                self.settle(value, type.inputs[k], draft.places[k])
        if cls is None:
            op: Operation = UnregisteredOperation(name, draft.operands, type.outputs, attributes, draft.regions,
                                                  inherent=properties)
        else:
            op = cls(draft.operands, type.outputs, attributes, draft.regions)
        op.successors = successors
        return op

    def _regions(self, draft: Draft, cls: type[Op] | None) -> None:
        while True:
            draft.regions.append(self.region(isolated=getattr(cls, "is_isolated", False)))
            if not self.accept(","):
                break
        self.literal(")")

    def _successors(self) -> tuple[Block, ...]:
        self.literal("[")
        found = []
        while True:
            match = self.expect(BLOCK, "a block")
            found.append(self.blocks.setdefault(match.group(1), Block(name=match.group(1))))
            if not self.accept(","):
                break
        self.literal("]")
        return tuple(found)

    # Regions

    def region(self, arguments: list[tuple[str, AnyType, Location, int]] | None = None, isolated: bool = False,
               default_dialect: str = "") -> Region:
        """`{ ... }`; `arguments` are those of the entry block where they stand before it: name, type, location, offset.

        An isolated region sees no names from outside.
        """
        outer = self.values, self.scope, self.blocks, self.default_dialect, self.forward, self.settled
        if isolated:
            self.values, self.forward, self.settled = {}, {}, {}
        self.scope, self.blocks, self.default_dialect = [], {}, default_dialect
        opening = self.position
        self.literal("{")
        self.enter()
        region = Region()
        if arguments is not None or not (self.peek("^") or self.peek("}")):
            entry = region.append(Block())
            for name, type, location, place in arguments or ():
                self._define_argument(entry, name, type, location, place)
            self._operations(entry)
        while self.peek("^"):
            self._block(region)
        if not self.accept("}"):
            if self.position >= len(self.text):
                self.fail("this region is never closed", opening)
            self.fail_expected("an operation or '}'")
        for block in self.blocks.values():
            if block.region is None:
                self.fail(f"block ^{block.name} is not defined", opening, "undefined")
        self.depth -= 1
        if isolated:
            self.finish_references([op for block in region.blocks for op in block.operations])
            self.values, self.forward, self.settled = outer[0], outer[4], outer[5]
        else:
            for name in self.scope:
                self.values.pop(name, None)
        self.scope, self.blocks, self.default_dialect = outer[1:4]
        return region

    def _operations(self, block: Block) -> None:
        text, repetition = self.text, self.repetition
        while True:
            if repetition is not None and repetition.repeat(self, block):
                continue
            first = text[self.position : self.position + 1]
            if first == "}" or first == "^" or not first:
                return
            block.append(self._operation())

    def _block(self, region: Region) -> None:
        match = self.expect(BLOCK, "a block")
        name = match.group(1)
        block = self.blocks.setdefault(name, Block(name=name))
        if block.region is not None:
            self.fail(f"block ^{name} is defined twice", match.start(), "redefinition")
        region.append(block)
        if self.accept("("):
            while not self.peek(")"):
                argument, type, location, place = self.argument()
                self._define_argument(block, argument, type, location, place)
                if not self.accept(","):
                    break
            self.literal(")")
        self.literal(":")
        self._operations(block)

    def _define_argument(self, block: Block, name: str, type: AnyType, location: Location, at: int) -> None:
        argument = block.add_argument(type, name, location)
        argument.span = Span(self.source, at, at + len(name) + 1)
        self.define(name, argument, at)

    def argument(self) -> tuple[str, AnyType, Location, int]:
        """`%name: type loc(...)`: name, type, location and offset of the name."""
        match = self.expect(VALUE, "the name of an argument")
        name = match.group(1)
        if "#" in name:
            self.fail("the name of an argument has no '#'", match.start())
        self.literal(":")
        type = self.type()
        return name, type, self.optional_location(), match.start()

    def optional_location(self) -> Location:
        """`loc(...)` if it stands here, else the unknown location."""
        return self.own_location() if self.peek("loc(") else UNKNOWN

    def own_location(self) -> Location:
        """`loc(...)` of an operation or argument. Printed by alias, so what its aliases stand for does not add up."""
        kept = self.expanded_size
        found = self.location()
        self.expanded_size = kept
        return found

    def short_array(self, element: ElementType) -> DenseArrayAttr:
        """`[0, 1]` as an `array<element: ...>`."""
        if element is I64:
            return DenseArrayAttr(element, self.integers())
        self.literal("[")
        values: list[Any] = []
        while not self.peek("]"):
            values.append(self._array_element(element))
            if not self.accept(","):
                break
        self.literal("]")
        return DenseArrayAttr(element, tuple(values))


def parse(text: str, name: str = "<input>", allow_unregistered: bool = False,
          limits: Limits = DEFAULT_LIMITS) -> Operation:
    """The module that an MLIR text describes. ParseError at the first fault; constraints are not checked.

    Operations of dialects that hloom does not know are an error unless `allow_unregistered`; then they are kept.
    """
    if len(text) > limits.text_size:
        raise ParseError(f"{name}: the text has {len(text)} characters, more than the limit of {limits.text_size}")
    with collector_paused():
        return Parser(Source(name, text), limits, allow_unregistered).module()
