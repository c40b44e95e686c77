"""Assembly formats: one `syntax` string of an operation drives both its parser and its printer.

The language is that of MLIR's declarative assembly formats:

    $operand  $attribute  $region          a declared part of the operation; a variadic operand is a list with commas
    `literal`                              a word or punctuation; an empty literal `` keeps the printer from adding a blank
    operands  results  type(...)           all operands; types of a part (type(operands), type(results): of all)
    functional-type(operands, results)     `(a, b) -> c`
    attr-dict                              the attributes that are written nowhere else, and only if there are any
    custom<Name>($a, type($b))             a directive of text.custom; without arguments it reads the whole operation
    ( ... )?    ( ... ) : ( ... )?         optional; the element marked ^ decides whether it is printed, the first whether it is read

A string is compiled once, when the operation is first met, into a list of closures that read and a list that print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hloom.ir.attributes import Attribute, DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr
from hloom.ir.core import Operation, Region, Value
from hloom.ir.literal_text import float_text, scalar_text
from hloom.ir.types import AnyType, FunctionType
from hloom.numbers.element_type import I64
from hloom.ops.definition import AttributeField, Field, Op, OperandField, RegionField, ResultField
from hloom.support.diagnostics import InternalError
from hloom.text.lexer import literal_expression

if TYPE_CHECKING:
    from hloom.text.parser import Parser
    from hloom.text.printer import Printer


class Draft:
    """An operation while it is read: what has been found so far."""

    __slots__ = ("attributes", "cls", "counts", "field_types", "operand_types", "operands", "places", "regions",
                 "result_types", "start")

    def __init__(self, cls: type[Operation], start: int) -> None:
        self.cls, self.start = cls, start
        self.operands: list[Value] = []
        #: Offset of each operand in the text.
        self.places: list[int] = []
        #: Number of operands of each variadic or optional field.
        self.counts: dict[str, int] = {}
        #: Types of all operands and all results, where they are stated together.
        self.operand_types: Sequence[AnyType] | None = None
        self.result_types: Sequence[AnyType] | None = None
        #: Types stated for single fields.
        self.field_types: dict[str, Sequence[AnyType]] = {}
        self.attributes: dict[str, Attribute] = {}
        self.regions: list[Region] = []


class TypeOf(NamedTuple):
    """The argument `type(...)` of a directive: a field, or all operands or results."""

    field: Field | str

    def of(self, op: Any) -> list[AnyType]:
        """The types on an operation."""
        if isinstance(self.field, str):
            return [value.type for value in getattr(op, self.field)]
        found = getattr(op, self.field.name)
        if isinstance(found, list | tuple):
            return [value.type for value in found]
        return [] if found is None else [found.type]

    def set(self, draft: Draft, types: Sequence[AnyType]) -> None:
        """States the types in a draft."""
        if self.field == "operands":
            draft.operand_types = types
        elif self.field == "results":
            draft.result_types = types
        else:
            draft.field_types[self.field.name] = types  # type: ignore[union-attr]

    @property
    def is_result(self) -> bool:
        return self.field == "results" or isinstance(self.field, ResultField)

    @property
    def takes_many(self) -> bool:
        return isinstance(self.field, str) or self.field.is_variadic

    def count(self, draft: Draft) -> int:
        """How many values a draft has for the argument; one for a result."""
        if self.field == "operands":
            return len(draft.operands)
        return draft.counts.get(self.field.name, 1) if isinstance(self.field, Field) else 1


class Directive(NamedTuple):
    """A custom directive: reads into a draft, and gives the text of an operation; all functions get the arguments.

    `fits(op)` tells whether the text says all that there is; an operation that is not as declared is printed generically.
    """

    parse: Callable[..., None]
    text: Callable[..., str]
    fits: Callable[..., bool] | None = None


#: Filled by text.custom.
DIRECTIVES: Final[dict[str, Directive]] = {}


class Element(NamedTuple):
    """A compiled element of a format.

    `present(op)` is for anchors, `starts(parser)` for the first of an optional group. `pattern` is an expression for the element's
    usual spelling, by which it can be read together with its neighbours; what its group holds is given to `take`.
    """

    parse: Callable[[Parser, Draft], None]
    text: Callable[[Printer, Any], str]
    present: Callable[[Any], bool] | None = None
    starts: Callable[[Parser], bool] | None = None
    pattern: str | None = None
    take: Callable[[Parser, Draft, str, int], None] | None = None


class Format:
    """The compiled syntax of an operation class."""

    __slots__ = ("cls", "conditions", "elided", "elements", "parse_steps", "text_steps")

    def __init__(self, cls: type[Op]) -> None:
        from hloom.text import custom, custom_dialects, custom_operations  # they fill DIRECTIVES, and import this module for that

        assert cls.syntax is not None and custom and custom_dialects and custom_operations
        self.cls = cls
        #: Names of the attributes that stand elsewhere than in the dictionary.
        self.elided: set[str] = set()
        #: What must hold of an operation, besides its parts being as declared, to be printed in this form.
        self.conditions: list[Callable[[Any], bool]] = []
        self.elements = _Compiler(self).compile(cls.syntax)
        self.parse_steps = _fused(self.elements)
        self.text_steps = [element.text for element in self.elements]

    def parse(self, parser: Parser, start: int) -> Operation:
        """The operation of which the name, at offset `start`, has just been read."""
        draft = Draft(self.cls, start)
        for step in self.parse_steps:
            step(parser, draft)
        operands = draft.operands
        types = draft.operand_types
        if types is None and draft.field_types:
            types = self._stated(draft, self.cls.definition.operands)
        if types is not None:
            if len(types) != len(operands):
                parser.fail(f"{self.cls.name} has {len(operands)} operands, but {len(types)} operand types", start)
            for k, value in enumerate(operands):
                if value.type is not types[k]:
                    parser.settle(value, types[k], draft.places[k])
        results = draft.result_types
        if results is None:
            results = self._stated(draft, self.cls.definition.results) or ()
        return self.cls(operands, results, draft.attributes, draft.regions)

    @staticmethod
    def _stated(draft: Draft, fields: Sequence[Field]) -> list[AnyType] | None:
        """The types of fields one after the other; None unless all are stated."""
        found: list[AnyType] = []
        for field in fields:
            types = draft.field_types.get(field.name)
            if types is None:
                if draft.counts.get(field.name) == 0:
                    continue
                return None
            found.extend(types)
        return found

    def fits(self, op: Operation) -> bool:
        """Whether the operation has the parts that its class declares, so that this form says everything about it."""
        definition = self.cls.definition
        for field in definition.attributes:
            attribute = op.attributes.get(field.key)
            if field.constraint.is_required if attribute is None else not field.constraint.holds(attribute):
                return False
        return (_right_number(op.operands, definition.operands) and _right_number(op.results, definition.results)
                and _right_number(op.regions, definition.regions) and all(fit(op) for fit in self.conditions))

    def text(self, printer: Printer, op: Operation) -> str:
        """What follows the operation's name."""
        return "".join([step(printer, op) for step in self.text_steps])


@cache
def _defaults(cls: type[Operation]) -> dict[str, Any]:
    """The kinds of a class's attributes that have a default value, by name."""
    if not issubclass(cls, Op):
        return {}
    kinds = {field.key: field.constraint for field in cls.definition.attributes}
    return {key: kind for key, kind in kinds.items() if not kind.is_required and kind.absent is not None}


def has_default_value(op: Operation, key: str) -> bool:
    """Whether an attribute that an operation has says no more than its absence would."""
    kind = _defaults(type(op)).get(key)
    return kind is not None and kind.holds(op.attributes[key]) and kind.get(op.attributes[key]) == kind.absent


def _right_number(items: Sequence[Any], fields: Sequence[Field]) -> bool:
    """Whether there are as many operands, results or regions as the fields declare."""
    several = sum(field.is_variadic or field.is_optional for field in fields)
    if not several:
        return len(items) == len(fields)
    return len(items) >= len(fields) - several and (any(f.is_variadic for f in fields) or len(items) <= len(fields))


def _fused(elements: list[Element]) -> list[Callable[[Parser, Draft], None]]:
    """The parsers of elements, neighbours that have patterns replaced by one that matches all of them at once."""
    steps: list[Callable[[Parser, Draft], None]] = []
    run: list[Element] = []
    for element in [*elements, None]:
        if element is not None and element.pattern is not None:
            run.append(element)
            continue
        if len(run) > 1:
            steps.append(_fused_step(run))
        else:
            steps.extend(e.parse for e in run)
        run = []
        if element is not None:
            steps.append(element.parse)
    return steps


def _fused_step(elements: list[Element]) -> Callable[[Parser, Draft], None]:
    pattern = re.compile("".join(f"{e.pattern}[ \n]*" for e in elements) + "(?!/)", re.ASCII)
    takers = [e.take for e in elements if e.take is not None]
    steps = [e.parse for e in elements]

    def parse(parser: Parser, draft: Draft) -> None:
        match = pattern.match(parser.text, parser.position)
        if match is None:  # a rarer spelling, or a fault that the single parsers will report
            for step in steps:
                step(parser, draft)
            return
        parser.position = match.end()
        group = 1
        for take in takers:
            take(parser, draft, match[group], match.start(group))
            group += 1

    return parse


@cache
def format_of(cls: type[Op]) -> Format | None:
    """The compiled syntax of a class; None if it has only the generic form."""
    return Format(cls) if cls.syntax is not None else None


_WORDS: Final = re.compile(
    r"\s+|`(?P<literal>[^`]*)`|\$(?P<field>\w+)|custom<(?P<custom>\w+)>|(?P<word>[a-z][a-z-]*)|(?P<mark>[()?:,^])")


class _Compiler:
    """Turns a syntax string into elements; follows where the printer must put blanks."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.name = format.cls.name
        definition = format.cls.definition
        self.fields = {field.name: field for field in definition.fields}
        self.words: list[tuple[str, str]] = []
        self.blank = True
        self.after_punctuation = False

    def compile(self, syntax: str) -> list[Element]:
        at = 0
        while at < len(syntax):
            match = _WORDS.match(syntax, at)
            if match is None:
                raise InternalError(f"{self.name}: cannot read its syntax at {syntax[at:]!r}")
            at = match.end()
            if match.lastgroup:
                self.words.append((match.lastgroup, match.group(match.lastgroup)))
        self.words.reverse()
        found = [element for element, _ in self._sequence()]
        if self.words:
            raise InternalError(f"{self.name}: a parenthesis of its syntax is closed twice")
        return found

    def _next(self, wanted: str | None = None) -> tuple[str, str]:
        if not self.words or (wanted is not None and self.words[-1] != ("mark", wanted)):
            raise InternalError(f"{self.name}: its syntax needs {wanted or 'more'} before {self.words[-1:]}")
        return self.words.pop()

    def _at(self, mark: str) -> bool:
        return bool(self.words) and self.words[-1] == ("mark", mark)

    def _sequence(self) -> list[tuple[Element, bool]]:
        """Elements up to the end or a closing parenthesis, each with whether it is marked as the anchor."""
        found = []
        while self.words and not self._at(")"):
            element = self._element()
            is_anchor = self._at("^")
            if is_anchor:
                self._next()
            if element is not None:
                found.append((element, is_anchor))
        return found

    def _element(self) -> Element | None:
        sort, word = self._next()
        if sort == "literal":
            return self._literal(word)
        if sort == "mark" and word == "(":
            return self._group()
        if word == "attr-dict":
            self.after_punctuation = False
            return Element(_parse_dictionary, _DictionaryText(self.format.elided), pattern=r"(?!\{)")
        if sort == "custom":
            return self._custom(word)
        lead = " " if self.blank or not self.after_punctuation else ""
        self.blank, self.after_punctuation = True, False
        if sort == "field":
            return self._field(self.fields[word], lead)
        if word == "operands":
            return _operands_element(None, lead)
        if word == "type":
            return _types_element(self._argument_of_type(), lead)
        if word == "functional-type":
            self._arguments()
            return Element(_parse_functional_type, lambda printer, op: f"{lead}{functional_type_text(op.operands, op.results)}")
        raise InternalError(f"{self.name}: its syntax has the unknown word {word!r}")

    def _literal(self, word: str) -> Element | None:
        if not word.strip():
            self.blank, self.after_punctuation = False, not word
            return Element(_parse_nothing, lambda printer, op: word) if word else None
        before = self.blank and (word not in tuple("<>(){}[],") if len(word) == 1 else True)
        if self.blank and self.after_punctuation and word in tuple("<({["):
            before = True
        text = f" {word}" if before else word
        self.blank = len(word) != 1 or word not in "<({["
        self.after_punctuation = not (word[0].isalpha() or word[0] == "_")
        return Element(lambda parser, draft: parser.literal(word), lambda printer, op: text,
                       starts=lambda parser: parser.peek(word), pattern=literal_expression(word))

    def _group(self) -> Element:
        state = self.blank, self.after_punctuation
        inner = self._sequence()
        self._next(")")
        otherwise: list[tuple[Element, bool]] = []
        after = self.blank, self.after_punctuation
        if self._at(":"):
            self._next()
            self._next("(")
            self.blank, self.after_punctuation = state
            otherwise = self._sequence()
            self._next(")")
            self.blank, self.after_punctuation = after
        self._next("?")
        anchors = [element for element, is_anchor in inner if is_anchor]
        if len(anchors) != 1 or anchors[0].present is None or inner[0][0].starts is None:
            raise InternalError(f"{self.name}: an optional group needs one anchor, and a first element that shows it is there")
        present, starts = anchors[0].present, inner[0][0].starts
        elements, others = [e for e, _ in inner], [e for e, _ in otherwise]

        skipped = [e.parse.absent for e in elements if isinstance(e.parse, _OperandParser)]  # type: ignore[union-attr]

        def parse(parser: Parser, draft: Draft) -> None:
            if starts(parser):
                for element in elements:
                    element.parse(parser, draft)
                return
            for absent in skipped:
                absent(draft)
            for element in others:
                element.parse(parser, draft)

        def text(printer: Printer, op: Any) -> str:
            return "".join([element.text(printer, op) for element in (elements if present(op) else others)])

        return Element(parse, text)

    def _arguments(self) -> list[Any]:
        """`(a, b)` after a directive: fields, `TypeOf`, or words."""
        found: list[Any] = []
        self._next("(")
        while not self._at(")"):
            sort, word = self._next()
            if sort == "field":
                found.append(self.fields[word])
            elif word == "type":
                found.append(self._argument_of_type())
            elif word == "ref":
                found.extend(self._arguments())
            else:
                found.append(word)
            if self._at(","):
                self._next()
        self._next(")")
        return found

    def _argument_of_type(self) -> TypeOf:
        return TypeOf(self._arguments()[0])

    def _field(self, field: Field, lead: str) -> Element:
        if isinstance(field, OperandField):
            return _operands_element(field, lead)
        if isinstance(field, AttributeField):
            self.format.elided.add(field.key)
            return _attribute_element(field, lead)
        if isinstance(field, RegionField):
            return Element(lambda parser, draft: draft.regions.append(parser.region()),
                           lambda printer, op: f"{lead}{printer.region(getattr(op, field.name))}", starts=lambda parser: parser.peek("{"))
        raise InternalError(f"{self.name}: a result cannot stand in its syntax")

    def _custom(self, name: str) -> Element:
        directive = DIRECTIVES.get(name)
        if directive is None:
            raise InternalError(f"{self.name}: its syntax has the unknown directive custom<{name}>")
        arguments = self._arguments() if self._at("(") else []
        lead = " " if self.blank or not self.after_punctuation else ""
        self.blank, self.after_punctuation = True, False
        self.format.elided.update(argument.key for argument in arguments if isinstance(argument, AttributeField))
        parse, text, fits = directive
        if fits is not None:
            self.format.conditions.append(lambda op: fits(op, *arguments))

        def with_lead(printer: Printer, op: Any) -> str:
            found = text(printer, op, *arguments)
            return found if not found or found[0] == "," else lead + found

        attributes = [a for a in arguments if isinstance(a, AttributeField)]
        present = (lambda op: attributes[0].key in op.attributes) if attributes else None
        return Element(lambda parser, draft: parse(parser, draft, *arguments), with_lead if arguments else text, present,
                       lambda parser: not parser.peek(":"))


def _parse_nothing(parser: Parser, draft: Draft) -> None:
    """What a blank of the format reads."""


def _parse_dictionary(parser: Parser, draft: Draft) -> None:
    if parser.peek("{"):
        parse_attributes_into(parser, draft)


def parse_attributes_into(parser: Parser, draft: Draft) -> None:
    """Reads an attribute dictionary; none of its names may have been given already."""
    at = parser.position
    for name, value in parser.dictionary().items():
        if name in draft.attributes:
            parser.fail(f"attribute '{name}' is given twice", at)
        draft.attributes[name] = value


class _DictionaryText:
    """Prints the attributes that stand nowhere else; the names of those that do are known when the format is complete."""

    __slots__ = ("elided",)

    def __init__(self, elided: set[str]) -> None:
        self.elided = elided

    def __call__(self, printer: Printer, op: Any) -> str:
        return printer.dictionary(op, self.elided) if op.attributes else ""


class _OperandParser:
    """Reads the operands of a field, or all operands, into a draft."""

    __slots__ = ("field", "is_single")

    def __init__(self, field: OperandField | None) -> None:
        self.field = field
        self.is_single = field is not None and not field.is_variadic and not field.is_optional

    def __call__(self, parser: Parser, draft: Draft) -> None:
        if self.is_single:
            parser.operand_into(draft)
            return
        before = len(draft.operands)
        if parser.peek("%"):
            parser.operand_into(draft)
            while (self.field is None or self.field.is_variadic) and parser.accept(","):
                parser.operand_into(draft)
        if self.field is not None:
            draft.counts[self.field.name] = len(draft.operands) - before

    def absent(self, draft: Draft) -> None:
        """States that the field has no operands."""
        if self.field is not None:
            draft.counts[self.field.name] = 0


def _operands_element(field: OperandField | None, lead: str) -> Element:
    def starts(parser: Parser) -> bool:
        return parser.peek("%")

    parse = _OperandParser(field)
    if field is None:
        return Element(parse, lambda printer, op: lead + printer.values(op.operands) if op.operands else "",
                       lambda op: bool(op.operands), starts)
    name = field.name
    if parse.is_single:
        return Element(parse, lambda printer, op: lead + printer.value(getattr(op, name)), starts=starts,
                       pattern=r"%([\w$.-]+(?:#[0-9]+)?)", take=take_operand)

    def text(printer: Printer, op: Any) -> str:
        return lead + printer.values(as_list(getattr(op, name)))

    return Element(parse, text, lambda op: bool(as_list(getattr(op, name))), starts)


def take_operand(parser: Parser, draft: Draft, name: str, place: int) -> None:
    """Adds the operand `%name` to a draft; `place` is the offset of the name."""
    draft.operands.append(parser.values.get(name) or parser.unknown_value(name, place - 1))
    draft.places.append(place - 1)


def as_list(values: Any) -> Sequence[Any]:
    """The values of a field: many, one, or none."""
    return values if isinstance(values, list | tuple) else [] if values is None else [values]


def _types_element(argument: TypeOf, lead: str) -> Element:
    def parse(parser: Parser, draft: Draft) -> None:
        if not argument.takes_many:
            if argument.count(draft):
                argument.set(draft, [parser.type()])
        elif argument.is_result:
            argument.set(draft, parser.types())
        else:
            argument.set(draft, parser.types() if argument.count(draft) else [])

    def text(printer: Printer, op: Any) -> str:
        types = argument.of(op)
        return f"{lead}{', '.join(map(str, types))}" if types else ""

    return Element(parse, text, lambda op: bool(argument.of(op)))


def _parse_functional_type(parser: Parser, draft: Draft) -> None:
    type = parser.function_type()
    draft.operand_types, draft.result_types = type.inputs, type.outputs


def functional_type_text(operands: Sequence[Value], results: Sequence[Value]) -> str:
    """`(a, b) -> c` of the types of values."""
    outputs = [value.type for value in results]
    right = str(outputs[0]) if len(outputs) == 1 and not isinstance(outputs[0], FunctionType) else f"({', '.join(map(str, outputs))})"
    return f"({', '.join([str(value.type) for value in operands])}) -> {right}"


def _attribute_element(field: AttributeField, lead: str) -> Element:
    key = field.key
    sort, detail = field.constraint.short or (None, None)

    def parse(parser: Parser, draft: Draft) -> None:
        draft.attributes[key] = read(parser)

    def text(printer: Printer, op: Any) -> str:
        return lead + short_text(op.attributes[key], sort)

    def take(parser: Parser, draft: Draft, found: str, place: int) -> None:
        draft.attributes[key] = DenseArrayAttr(I64, tuple(map(int, found.split(","))) if found else ())

    pattern = None
    if sort in ("integer", "float"):
        def read(parser: Parser) -> Attribute:
            return parser.number(detail)
    elif sort == "dense_array":
        def read(parser: Parser) -> Attribute:
            return parser.short_array(detail)
        if detail is I64:
            pattern = r"\[((?:-?[0-9]{1,18}(?:, ?-?[0-9]{1,18})*+)?)\]"
    elif sort == "enum":
        def read(parser: Parser) -> Attribute:
            return EnumAttr(*detail, parser.keyword(detail[1]))
    else:
        def read(parser: Parser) -> Attribute:
            return parser.attribute()
    return Element(parse, text, lambda op: key in op.attributes and not has_default_value(op, key), lambda parser: not parser.peek(":") and not parser.peek("("),
                   pattern, take if pattern else None)


def short_text(attribute: Attribute, sort: str | None) -> str:
    """An attribute without what its kind says already."""
    if sort == "dense_array" and isinstance(attribute, DenseArrayAttr):
        return f"[{', '.join([scalar_text(v, attribute.element) for v in attribute.values])}]"
    if sort == "enum" and isinstance(attribute, EnumAttr):
        return attribute.value
    if sort == "integer" and isinstance(attribute, IntegerAttr):
        return str(attribute.value)
    if sort == "float" and isinstance(attribute, FloatAttr):
        return str(attribute).partition(" : ")[0]
    if sort == "float" and isinstance(attribute, FloatAttr):
        return float_text(attribute.bits, attribute.type)
    return str(attribute)
