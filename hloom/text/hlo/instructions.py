"""Instructions: the head of a line, operands, attributes, and the operation that is made of them.

Most instructions are written on one line without comments, and those are read with a few matches of regular expressions; all
others token by token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr
from hloom.ir.core import Value, make_plain
from hloom.ir.types import AnyType, TupleType, leaf_types, logical_type
from hloom.ops.definition.constraints import compatible
from hloom.ops.hlo.computation import COMPUTATIONS
from hloom.support.source import make_span
from hloom.support.spelling import did_you_mean
from hloom.text.hlo import special
from hloom.text.hlo.literals import literal_type
from hloom.text.hlo.opcodes import COMMON_FORMATS, OPCODES, PARAMETER, Opcode, class_of
from hloom.text.hlo.scanner import DEEPEST
from hloom.text.hlo.unknown_opcodes import instead_of

if TYPE_CHECKING:
    from hloom.text.hlo.computations import Computation
    from hloom.text.hlo.parser import Parser

_SHAPE: Final = (r"[a-z][a-z0-9]*\[[^\]\[(){}]*+\](?:\{[^{}]*+\})?+"
                 r"|\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)")
#: `ROOT %name = shape opcode(`, on one line.
HEAD: Final = re.compile(r"\s*+(ROOT\s++)?+%?+([A-Za-z_][\w.-]*+)\s*+=\s++(?:(" + _SHAPE + r")\s*+)?+((?!b\()[a-z][a-z0-9-]*+)\(",
                         re.ASCII)
#: Operands that are nothing but names, up to the closing parenthesis.
_NAMES: Final = re.compile(r"((?:[\s,%A-Za-z0-9_.-]++|/\*index=\d+\*/)*+)\)", re.ASCII)
_INDEX: Final = re.compile(r"/\*index=\d+\*/")
#: An operand with its shape.
_SHAPED: Final = re.compile(r"\s*+(?:/\*index=\d+\*/)?+\s*+(" + _SHAPE + r")\s*+%?+([A-Za-z_][\w.-]*+)\s*+([,)])", re.ASCII)
_ATTRIBUTE: Final = re.compile(r"\s*+,\s*+([A-Za-z_][\w.-]*+)\s*+=\s*+", re.ASCII)
#: A value that ends where the pattern ends, whatever stands behind it.
_SIMPLE: Final = re.compile(r"(?:\{[0-9, :\[\]]*+\}|[A-Za-z0-9_]++)(?=\s*+(?:,\s*+[A-Za-z_][\w.-]*+=|\n|$))", re.ASCII)
_COMPUTATION: Final = re.compile(r"%?([A-Za-z_][\w.-]*+)", re.ASCII)
_NUMBER: Final = re.compile(r"\s*+(\d{1,18})\s*+\)")
_LITERAL: Final = re.compile(r"[^(){}\s]{1,40}(?=\))")
#: Values of attributes that are remembered at most, and the longest.
_MOST_KNOWN, _LONGEST_KNOWN = 20_000, 2000
#: Characters that one sharding may become when it is said of each part of a tuple.
_LONGEST_SHARDING: Final = 1 << 22


class Instructions:
    """Reads instructions for a parser of a whole text."""

    def __init__(self, parser: Parser) -> None:
        self.parser, self.scanner, self.source = parser, parser.scanner, parser.source
        self.text = parser.source.text
        self.types = parser.types
        self.depth = 0
        #: Values of attributes that were read, by form and text.
        self.known: dict[tuple[int, str], Any] = {}
        self.literals: dict[tuple[AnyType, str], Attribute] = {}

    def instruction(self, computation: Computation) -> tuple[Value, bool]:
        """Reads an instruction into `computation`; gives its value, and whether it is marked as the root."""
        scanner = self.scanner
        head = HEAD.match(self.text, scanner.at)
        if head is None or self.has_comment(head):
            return self.slow_instruction(computation)
        is_root, name, shape, opcode = head.groups()
        start = head.start(2)
        scanner.at = head.end()
        type = None
        if shape is not None:
            type = self.types.known.get(shape)
            if type is None:
                type = self.types.of_text(shape, self.source, head.start(3))
        return self.rest(computation, name, type, opcode, start), is_root is not None

    def has_comment(self, head: re.Match[str]) -> bool:
        """Whether something before the opcode is a comment that hides more than an index."""
        shape = head.group(3)
        return shape is not None and "/" in shape and "/" in _INDEX.sub("", shape)

    def slow_instruction(self, computation: Computation) -> tuple[Value, bool]:
        scanner = self.scanner
        scanner.skip()
        is_root = False
        if scanner.match(_ROOT):
            is_root = True
        scanner.skip()
        start = scanner.at
        name = scanner.name()
        scanner.expect("=", f"behind the name {name[:60]}")
        type, opcode = self.shape_and_opcode()
        return self.rest(computation, name, type, opcode, start), is_root

    def shape_and_opcode(self) -> tuple[AnyType | None, str]:
        """`f32[2] add(` or `add(`; the opening parenthesis is stepped over."""
        scanner = self.scanner
        scanner.skip()
        type = None
        if scanner.peek("(") or _TYPED.match(self.text, scanner.at):
            type = self.read_type()
        scanner.skip()
        start = scanner.at
        opcode = scanner.word("an opcode")
        if not scanner.take("("):
            scanner.fail(f"expects '(' behind the opcode, got {scanner.found()}" if opcode in OPCODES
                         else f"unknown opcode {opcode[:60]!r}{instead_of(opcode, OPCODES)}",
                         start if opcode not in OPCODES else None)
        return type, opcode

    def read_type(self) -> AnyType:
        from hloom.ir.hlo.shape_text import read_shape
        from hloom.text.hlo.types import make_type

        scanner = self.scanner
        scanner.skip()
        found, scanner.at = read_shape(self.source, scanner.at, make_type)
        return found

    def rest(self, computation: Computation, name: str | None, type: AnyType | None, opcode: str, start: int) -> Value:
        """What follows the opening parenthesis of an instruction; one without a name gets one behind its operands."""
        scanner = self.scanner
        span = make_span((self.source, start, scanner.at - 1))
        if name in computation.values:
            scanner.fail(f"instruction already exists: {name}; an instruction previously defined here has the name", start)
        if opcode == "parameter":
            return self.parameter(computation, name or self.parser.free_name(computation, "parameter.anon"), type, start)
        found = OPCODES.get(opcode)
        if found is None:
            return special.sugar(self, computation, name or self.parser.free_name(computation, f"{opcode}.anon"), type, opcode,
                                 start)
        if opcode == "constant":
            type = type and literal_type(type)
            operands, own = [], self.constant(type, start)
        else:
            operands, own = self.operands(computation), {}
        if not found.least <= len(operands) <= found.most:
            wanted = str(found.least) if found.least == found.most else f"{found.least} or more"
            scanner.fail(f"expects {wanted} operands of {opcode}, but sees {len(operands)} operands", start)
        values, attributes = self.attributes(computation, found, start)
        attributes.update(own)
        if name is None:
            name = self.parser.free_name(computation, f"{opcode}.anon")
        value = self.make(computation, found, name, type, operands, values, attributes, span)
        computation.values[name] = value
        computation.size += 1
        return value

    def constant(self, type: AnyType | None, start: int) -> dict[str, Attribute]:
        """The literal of a constant, up to the closing parenthesis."""
        scanner = self.scanner
        if type is None:
            scanner.fail("cannot infer shape for opcode: constant, which states its shape", start)
        short = _LITERAL.match(self.text, scanner.at)
        if short:
            known = self.literals.get((type, short.group()))
            if known is not None:
                scanner.at = short.end() + 1
                return {"value": known}
        if isinstance(type, TupleType) and special.tuple_depth(type) > self.parser.deepest:
            scanner.fail("maximum recursion depth exceeded: tuples are nested too deeply", start)
        found = special.read_literal(scanner, type)
        scanner.expect(")", "behind the literal")
        if short and len(self.literals) < _MOST_KNOWN:
            self.literals[type, short.group()] = found
        return {"value": found}

    # Operands.

    def operands(self, computation: Computation) -> list[Value]:
        """The operands up to the closing parenthesis."""
        scanner = self.scanner
        names = _NAMES.match(self.text, scanner.at)
        if names is not None:
            text = names.group(1)
            values = computation.values
            if "/" in text:
                text = _INDEX.sub("", text)
            try:
                found = [values[word.strip().lstrip("%")] for word in text.split(",")] if text and not text.isspace() else []
            except KeyError:
                pass  # read again, token by token, which says where the fault is
            else:
                scanner.at = names.end()
                return found
        return self.slow_operands(computation)

    def slow_operands(self, computation: Computation) -> list[Value]:
        scanner, found = self.scanner, []
        if scanner.take(")"):
            return found
        while True:
            shaped = _SHAPED.match(self.text, scanner.at)
            value = computation.values.get(shaped.group(2)) if shaped else None
            if shaped is not None and value is not None and "/" not in shaped.group(1):
                shape = shaped.group(1)
                type = self.types.known.get(shape) or self.types.of_text(shape, self.source, shaped.start(1))
                if value.stated_type is not type:
                    self.check_operand(type, value, shaped.start(1))
                found.append(value)
                scanner.at = shaped.end()
                if shaped.group(3) == ")":
                    return found
                continue
            found.append(self.operand(computation))
            if scanner.take(")"):
                return found
            if not scanner.take(","):
                scanner.expect(")", "at the end of operands")

    def check_operand(self, type: AnyType, value: Value, start: int) -> None:
        """That an operand has the shape that is stated, layouts apart."""
        from hloom.text.hlo.types import type_text

        if logical_type(type) is not value.type and not compatible(logical_type(type), value.type):
            self.scanner.fail(f"The declared operand shape {type_text(type)} is not compatible with the shape of the operand "
                              f"instruction {type_text(value.stated_type)}.", start)

    def operand(self, computation: Computation) -> Value:
        """A name, maybe with its shape; or an instruction without a name."""
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        type: AnyType | None = None
        if scanner.peek("(") or _TYPED.match(self.text, scanner.at):
            type = self.read_type()
            scanner.skip()
        if self.parser.is_single and type is not None and (scanner.peek(",") or scanner.peek(")")):
            return self.parser.implied_operand(computation, type, None)
        nested = _NESTED.match(self.text, scanner.at)
        if nested and not self.text.startswith("%", scanner.at):
            self.depth += 1
            if self.depth > min(DEEPEST, self.parser.deepest):
                scanner.fail("maximum recursion depth exceeded: operands are nested too deeply", start)
            scanner.at = nested.end()
            value = self.rest(computation, None, type, nested.group(1), start)
            self.depth -= 1
            return value
        at = scanner.at
        name = scanner.name()
        value = computation.values.get(name)
        if value is None:
            if self.parser.is_single:
                if type is None:
                    scanner.fail(f"Operand had no shape in HLO text: {name}; operands of a single instruction state theirs", at)
                return self.parser.implied_operand(computation, type, name)
            scanner.fail(f"instruction does not exist: {name}{did_you_mean(name, computation.values)}", at)
        if type is not None:
            self.check_operand(type, value, start)
        return value

    # Attributes.

    def attributes(self, computation: Computation, opcode: Opcode, start: int) -> tuple[dict[str, Any], dict[str, Attribute]]:
        """The values of an instruction's own attributes, and the attributes of the operation for what all instructions have."""
        scanner, text, known = self.scanner, self.text, self.known
        values: dict[str, Any] = {}
        common: dict[str, Any] = {}
        while True:
            found = _ATTRIBUTE.match(text, scanner.at)
            if found is None:
                scanner.skip()
                if not text.startswith(",", scanner.at) or self.depth:
                    break
                self.expect_attribute()
                key, at, begin = self.slow_key()
            else:
                key, at, begin = found.group(1), found.end(), found.start(1)
            format = opcode.formats.get(key)
            into = values
            if format is None:
                format, into = COMMON_FORMATS.get(key), common
            scanner.at = at
            if format is None:
                if key in opcode.regions:
                    if key in values:
                        scanner.fail(f"attribute {key} already exists", begin)
                    values[key] = self.computation(begin)
                    continue
                known = (*opcode.formats, *opcode.regions, *COMMON_FORMATS)
                scanner.fail(f'unexpected attribute "{key}"{did_you_mean(key, known)}', begin)
            if key in into:
                scanner.fail(f"attribute {key} already exists", begin)
            if format.pure:
                simple = _SIMPLE.match(text, at)
                if simple:
                    word = id(format), simple.group()
                    value = known.get(word)
                    if value is None:
                        value = format.read(scanner)
                        if scanner.at != simple.end():
                            into[key] = value
                            continue
                        if len(known) < _MOST_KNOWN and len(word[1]) < _LONGEST_KNOWN:
                            known[word] = value
                    else:
                        scanner.at = simple.end()
                    into[key] = value
                    continue
                into[key] = format.read(scanner)
            else:
                into[key] = special.read_names(self, computation, key, opcode)
        if opcode.required and not opcode.required <= values.keys():
            missing = ", ".join(sorted(opcode.required - values.keys()))
            scanner.fail(f"attribute {missing} is expected but not seen", start)
        attributes: dict[str, Attribute] = {}
        for key, value in common.items():
            if key == "control-predecessors":
                if value:
                    attributes["hlo.control_predecessors"] = ArrayAttr(tuple(map(StringAttr, value)))
            elif value:  # what says nothing is not there
                attributes[f"hlo.{key}"] = self.string(value)
        return values, attributes

    def string(self, value: str) -> Attribute:
        key = 0, value
        found = self.known.get(key)
        if found is None:
            found = StringAttr(value)
            if len(self.known) < _MOST_KNOWN and len(value) < _LONGEST_KNOWN:
                self.known[key] = found
        return found

    def expect_attribute(self) -> None:
        self.scanner.expect(",", "before an attribute")

    def slow_key(self) -> tuple[str, int, int]:
        scanner = self.scanner
        scanner.skip()
        begin = scanner.at
        key = scanner.word("the name of an attribute")
        scanner.expect("=", f"behind the attribute {key[:60]}")
        return key, scanner.at, begin

    def computation(self, start: int) -> Computation:
        """The computation that is named here, or written here in braces."""
        scanner = self.scanner
        if scanner.peek("{"):
            return self.parser.inline_computation(start)
        scanner.skip()
        at = scanner.at
        return self.parser.computation_named(scanner.name("the name of a computation"), at)

    # Parameters and operations.

    def parameter(self, computation: Computation, name: str, type: AnyType | None, start: int) -> Value:
        scanner = self.scanner
        if type is None:
            scanner.fail("cannot infer shape for opcode: parameter, which states its shape", start)
        number = _NUMBER.match(self.text, scanner.at)
        if number:
            scanner.at = number.end()
            index = int(number.group(1))
        else:
            index = scanner.integer("the number of the parameter")
            scanner.expect(")", "behind the number of the parameter")
        if index < 0 or index >= len(self.text):
            scanner.fail(f"parameter number must be >= 0, got {index}" if index < 0
                         else f"parameters are numbered from 0 without gaps, got {index}", start)
        if index in computation.parameters:
            scanner.fail(f"Duplicate parameter number {index}", start)
        values, attributes = self.attributes(computation, PARAMETER_OPCODE, start)
        for field in PARAMETER:
            attributes.update(field.read(values))
        self.check_replication(attributes, type, start)
        self.spread_sharding(attributes, type, start)
        value = self.parser.new_parameter(computation, index, name, type, attributes, start)
        computation.values[name] = value
        computation.size += 1
        return value

    def check_replication(self, attributes: dict[str, Attribute], type: AnyType, start: int) -> None:
        """That a parameter's replication says something of each of its parts."""
        stated: Any = attributes.get("hlo.parameter_replication")
        if stated is None:
            return
        count, entries = len(leaf_types(type)), stated.value.count("e")  # each is true or false
        if count != entries:
            self.scanner.fail(f"parameter has {count} leaf buffers, but parameter_replication has {entries} elements.", start)

    def spread_sharding(self, attributes: dict[str, Attribute], type: AnyType, start: int) -> None:
        """One sharding of a tuple is that of each of its parts."""
        stated: Any = attributes.get("hlo.sharding")
        if stated is None or not isinstance(type, TupleType) or stated.value.startswith("{{"):
            return
        count = max(len(leaf_types(type)), 1)
        if count * len(stated.value) > _LONGEST_SHARDING:
            self.scanner.fail(f"the shardings of {count} parts would take more than {_LONGEST_SHARDING} characters", start)
        attributes["hlo.sharding"] = self.string(f"{{{', '.join([stated.value] * count)}}}")

    def make(self, computation: Computation, opcode: Opcode, name: str, type: AnyType | None, operands: list[Value],
             values: dict[str, Any], attributes: dict[str, Attribute], span: Any) -> Value:
        """The operation of an instruction, at the end of the computation."""
        if opcode.fields:
            for field in opcode.fields:
                attributes.update(field.read(values))
        is_packed = isinstance(type, TupleType) if type is not None else opcode.single is None
        cls = class_of(opcode, is_packed, operands, attributes)
        if cls is None:
            self.scanner.fail(f"{opcode.name} gives {'an array' if is_packed else 'a tuple'}, not {type}", span.start)
        regions = ()
        if opcode.regions or opcode.branches:
            used = special.computations(self, opcode, operands, values, span)
            for c in used:
                self.parser.count(computation, c, span)
            regions = tuple([c.region() for c in used])
            attributes[COMPUTATIONS] = ArrayAttr(tuple([c.attribute for c in used if c.attribute is not None]))
        logical = logical_type(type) if type is not None else None
        if logical is None:
            op = special.inferred(self, opcode, cls, operands, attributes, regions, span, name)
        else:
            op = make_plain(cls, operands, logical, attributes, regions, span, name)
            if logical is not type:
                op.results[0].stated_type = type  # type: ignore[assignment]
        check = special.CHECKS.get(opcode.name)
        if check is not None:
            check(self, op, values, span)
        self.spread_sharding(attributes, op.results[0].type, span.start)
        location = attributes.get("hlo.metadata")
        if location is not None:
            op.location = self.parser.locations.of_metadata(location.value)  # type: ignore[attr-defined]
            if op.span is not None:
                op.span.source.locations[op.span.start] = op.location
        computation.block.append(op)
        return op.results[0]


_ROOT: Final = re.compile(r"ROOT(?![\w.-])", re.ASCII)
#: What a shape begins with.
_TYPED: Final = re.compile(r"[a-z][a-z0-9]*+\s*+\[|b\s*+\(\s*+[a-z][a-z0-9]*+\s*+\[", re.ASCII)
#: An instruction without a name.
_NESTED: Final = re.compile(r"([a-z][a-z0-9-]*+)\s*+\(", re.ASCII)
PARAMETER_OPCODE: Final = Opcode("parameter", None, None, 0, 0, PARAMETER, (),
                           {key: format for field in PARAMETER for key, format in field.formats.items()}, frozenset(), False)
