"""Compiles the `syntax` strings of operations (see `assembly` for the language) into formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from hloom.ir.attributes import Attribute, DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr, StringAttr
from hloom.ir.literal_text import scalar_text
from hloom.numbers.element_type import I64
from hloom.ops.definition.operation import AttributeField, Field, Op, OperandField, RegionField
from hloom.support.diagnostics import InternalError
from hloom.text.mlir.assembly import (
    DIRECTIVES,
    Draft,
    Element,
    Format,
    Layout,
    TypeOf,
    as_list,
    functional_type_text,
    has_default_value,
    parse_attributes_into,
    take_operand,
)
from hloom.text.mlir.lexer import literal_expression

if TYPE_CHECKING:

    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer

#: Results of the next operation, which are not operands of one that ends without any.
_RESULTS: Final = re.compile(r"(?:%[\w$.-]+(?::[0-9]+)?[ ]*,?[ ]*)++=", re.ASCII)
_WORDS: Final = re.compile(
    r"\s*(?:`(?P<literal>[^`]*)`|\$(?P<field>\w+)|custom<(?P<custom>\w+)>|(?P<word>[a-z][a-z_-]*)|(?P<mark>[()?:,^]))")


@cache
def format_of(cls: type[Op]) -> Format | None:
    """The compiled syntax of a class; None if it has only the generic form."""
    if cls.syntax is None:
        return None
    key = (cls.syntax, *map(_looks, cls.definition.fields))
    layout = _layouts.get(key)
    if layout is None:
        layout = _layouts[key] = _Compiler(cls).compile(cls.syntax)
    return Format(cls, layout)


#: Layouts by syntax and fields: those of the many operations that only differ in name are one.
_layouts: Final[dict[tuple[Any, ...], Layout]] = {}


def _looks(field: Field) -> tuple[Any, ...]:
    """What of a field matters to how it is written."""
    kind = field.constraint if isinstance(field, AttributeField) else None
    return type(field), field.name, kind, field.is_variadic, field.is_optional


class _Compiler:
    """Turns a syntax string into a format; follows where the printer must put blanks."""

    def __init__(self, cls: type[Op]) -> None:
        self.name = cls.name
        self.fields = {field.name: field for field in cls.definition.fields}
        several = sum(field.is_variadic or field.is_optional for field in cls.definition.operands) > 1
        self.elided: set[str] = {"operandSegmentSizes"} if several else set()
        self.conditions: list[Callable[[Any], bool]] = []
        #: How many optional groups are open here.
        self.open_groups = 0
        #: What is left to read, last word first.
        self.words: list[tuple[str, str]] = []
        #: Whether the types of results have been met, or a directive that may read them.
        self.states_results = False
        self.blank = True
        self.after_punctuation = False

    def compile(self, syntax: str) -> Layout:
        at = 0
        for match in _WORDS.finditer(syntax):
            if match.start() != at:
                break
            at = match.end()
            self.words.append((match.lastgroup, match[match.lastgroup]))  # type: ignore[arg-type]
        if syntax[at:].strip():
            raise InternalError(f"{self.name}: cannot read its syntax at {syntax[at:]!r}")
        self.words.reverse()
        found = [element for element, _ in self._sequence()]
        if self.words:
            raise InternalError(f"{self.name}: a parenthesis of its syntax is closed twice")
        return Layout(found, self.elided, self.conditions, self.states_results)

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
            return Element(_parse_dictionary, _DictionaryText(self.elided), pattern=r"(?!\{)")
        if sort == "custom":
            return self._custom(word)
        lead = " " if self.blank or not self.after_punctuation else ""
        self.blank, self.after_punctuation = True, False
        if sort == "field":
            return self._field(self.fields[word], lead)
        if word == "operands":
            return _operands_element(None, lead)
        if word == "type":
            argument = self._argument_of_type()
            self.states_results |= argument.is_result
            if argument.is_result and argument.takes_many and not self.open_groups:
                self.conditions.append(lambda op: bool(argument.of(op)))  # no types cannot be read
            return _types_element(argument, lead)
        if word == "functional-type":
            self._arguments()
            self.states_results = True
            return Element(_parse_functional_type,
                           lambda printer, op: f"{lead}{functional_type_text(op.operands, op.results)}")
        raise InternalError(f"{self.name}: its syntax has the unknown word {word!r}")

    def _literal(self, word: str) -> Element | None:
        if not word.strip():
            self.blank, self.after_punctuation = False, not word
            return Element(_parse_nothing, _blank) if word else None
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
        self.open_groups += 1
        inner = self._sequence()
        self.open_groups -= 1
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
        anchors = [element.present for element, is_anchor in inner if is_anchor]
        first = _start([element for element, _ in inner if element.text is not _blank])
        if len(anchors) != 1 or anchors[0] is None or first is None:
            raise InternalError(f"{self.name}: an optional group needs an anchor and a first element to know it by")
        present, starts = anchors[0], first
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
            self.elided.add(field.key)
            return _attribute_element(field, lead)
        if isinstance(field, RegionField):
            return _regions_element(field, lead)
        raise InternalError(f"{self.name}: a result cannot stand in its syntax")

    def _custom(self, name: str) -> Element:
        directive = DIRECTIVES.get(name)
        if directive is None:
            raise InternalError(f"{self.name}: its syntax has the unknown directive custom<{name}>")
        arguments = self._arguments() if self._at("(") else []
        lead = " " if self.blank or not self.after_punctuation else ""
        self.blank, self.after_punctuation = True, False
        self.elided.update(argument.key for argument in arguments if isinstance(argument, AttributeField))
        self.states_results = True
        parse, text, fits = directive
        if fits is not None:
            self.conditions.append(lambda op: fits(op, *arguments))

        def with_lead(printer: Printer, op: Any) -> str:
            found = text(printer, op, *arguments)
            return found if not found or found[0] == "," else lead + found

        attributes = [a for a in arguments if isinstance(a, AttributeField)]
        present = (lambda op: attributes[0].key in op.attributes) if attributes else None
        return Element(lambda parser, draft: parse(parser, draft, *arguments), with_lead if arguments else text,
                       present, lambda parser: not parser.peek(":"))


def _blank(printer: Printer, op: Any) -> str:
    return " "


def _start(elements: list[Element]) -> Callable[[Parser], bool] | None:
    """How an optional group is known: by its first element; by the word after it too if the first is a comma.

    Groups that begin with a comma may follow each other, and the first ones may be absent.
    """
    first = elements[0].starts if elements else None
    second = elements[1].starts if len(elements) > 1 else None
    if first is None or second is None or elements[0].pattern != literal_expression(","):
        return first

    def starts(parser: Parser) -> bool:
        if not first(parser):
            return False
        comma = parser.position
        parser.literal(",")
        found = second(parser)
        parser.position = comma
        return found

    return starts


def _parse_nothing(parser: Parser, draft: Draft) -> None:
    """What a blank of the format reads."""


def _parse_dictionary(parser: Parser, draft: Draft) -> None:
    if parser.peek("{"):
        parse_attributes_into(parser, draft)


class _DictionaryText:
    """Prints the attributes that stand nowhere else; which do is known only when the format is complete."""

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
        if parser.peek("%") and not _RESULTS.match(parser.text, parser.position):
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


def _regions_element(field: RegionField, lead: str) -> Element:
    def parse(parser: Parser, draft: Draft) -> None:
        draft.regions.append(parser.region())
        while field.is_variadic and parser.accept(","):
            draft.regions.append(parser.region())

    def text(printer: Printer, op: Any) -> str:
        return lead + ", ".join([printer.region(region) for region in as_list(getattr(op, field.name))])

    return Element(parse, text, lambda op: bool(as_list(getattr(op, field.name))), lambda parser: parser.peek("{"))


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


def _attribute_element(field: AttributeField, lead: str) -> Element:
    key = field.key
    sort, detail = field.constraint.short or (None, None)
    element: Any = detail

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
            return parser.short_array(element)
        if detail is I64:
            pattern = r"\[((?:-?[0-9]{1,18}(?:, ?-?[0-9]{1,18})*+)?)\]"
    elif sort == "enum":
        dialect, mnemonic = detail or ("", "")

        def read(parser: Parser) -> Attribute:
            return EnumAttr(dialect, mnemonic, parser.keyword(mnemonic))
    else:
        def read(parser: Parser) -> Attribute:
            # A colon after a string begins the types of the operation, not the string's.
            return StringAttr(parser.string()) if parser.peek('"') else parser.attribute()
    return Element(parse, text, lambda op: key in op.attributes and not has_default_value(op, key),
                   lambda parser: not parser.peek(":") and not parser.peek("("), pattern, take if pattern else None)


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
    return str(attribute)
