"""Assembly formats: one `syntax` string of an operation drives both its parser and its printer.

The language is that of MLIR's declarative assembly formats:

    $operand  $attribute  $region          a declared part of the operation; a variadic operand is a list with commas
    `literal`                              a word or punctuation; an empty one keeps the printer from adding a blank
    operands  results  type(...)           all operands; types of a part (type(operands), type(results): of all)
    functional-type(operands, results)     `(a, b) -> c`
    attr-dict                              the attributes that are written nowhere else, and only if there are any
    custom<Name>($a, type($b))             a directive of text.custom; without arguments it reads the whole operation
    ( ... )?    ( ... ) : ( ... )?         optional: printed if the element marked ^ is there, read if the first one is

Where it states the types of no result, the operation's inference (`infers`) gives them.

A string is compiled once (`format_compiler`), when the operation is first met, into closures that read and that print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hloom.ir.attributes import Attribute, DenseArrayAttr
from hloom.ir.core import Operation, Region, Value, make_plain
from hloom.ir.types import AnyType, FunctionType, results_text
from hloom.ops.definition.operation import Field, Op, ResultField, diagnostic_code, segments_fit
from hloom.support.diagnostics import InternalError
from hloom.support.source import Span

if TYPE_CHECKING:
    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer


class Draft:
    """An operation while it is read: what has been found so far."""

    __slots__ = ("attributes", "body", "cls", "counts", "field_types", "operand_types", "operands", "places", "regions",
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
        #: Makes the only region, where a short form stands in its place; the operations in it have the place given.
        self.body: Callable[[Span], Region] | None = None


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

    `fits(op)` tells whether the text says all that there is: other operations are printed in the generic form.
    """

    parse: Callable[..., None]
    text: Callable[..., str]
    fits: Callable[..., bool] | None = None


#: Elements that are read together get an expression of their own after so many uses: to compile it takes as long as some
#: forty uses save.
_RARE = 32


class Element(NamedTuple):
    """A compiled element of a format.

    `present(op)` is for anchors, `starts(parser)` for the first of an optional group. `pattern` is an expression for
    the element's usual spelling, by which it can be read together with its neighbours; its group is given to `take`.
    """

    parse: Callable[[Parser, Draft], None]
    text: Callable[[Printer, Any], str]
    present: Callable[[Any], bool] | None = None
    starts: Callable[[Parser], bool] | None = None
    pattern: str | None = None
    take: Callable[[Parser, Draft, str, int], None] | None = None


class Layout:
    """A compiled syntax."""

    __slots__ = ("conditions", "elided", "parse_steps", "states_results", "text_steps")

    def __init__(self, elements: list[Element], elided: Set[str], conditions: Sequence[Callable[[Any], bool]],
                 states_results: bool) -> None:
        #: Whether the types of results are written, or a directive may read them.
        self.states_results = states_results
        #: Names of the attributes that stand elsewhere than in the dictionary.
        self.elided = elided
        #: What must hold of an operation, besides its parts being as declared, to be printed in this form.
        self.conditions = conditions
        self.parse_steps = _fused(elements)
        self.text_steps = [element.text for element in elements]


class Format:
    """The layout of an operation class."""

    __slots__ = ("cls", "infers", "is_made_plainly", "layout", "parse_steps", "text_steps")

    def __init__(self, cls: type[Op], layout: Layout) -> None:
        self.cls, self.layout = cls, layout
        #: Whether operations are what they are made of: some classes take other attributes than programs write.
        self.is_made_plainly = cls.__init__ is Operation.__init__
        self.parse_steps, self.text_steps = layout.parse_steps, layout.text_steps
        #: Whether the types of the results follow from what is written.
        self.infers = bool(cls.definition.results) and not layout.states_results
        if self.infers and cls.definition.inference is None:
            raise InternalError(f"{cls.name}: its syntax states no types of results (type($result)), and no method is marked "
                                "@infers, which would give them")

    def parse(self, parser: Parser, draft: Draft) -> Operation:
        """The operation of which only the name, at offset `draft.start`, has been read."""
        for step in self.parse_steps:
            step(parser, draft)
        operands = draft.operands
        types = draft.operand_types
        if types is None and draft.field_types:
            types = self._stated(draft, self.cls.definition.operands)
        if types is not None:
            if len(types) != len(operands):
                parser.fail(f"{self.cls.name} has {len(operands)} operands, but {len(types)} operand types", draft.start)
            for k, value in enumerate(operands):
                if value.type is not types[k]:
                    parser.settle(value, types[k], draft.places[k])
        results = draft.result_types
        if self.infers:
            results = self._inferred(parser, draft)
        elif results is None:
            results = self._stated(draft, self.cls.definition.results) or ()
        if len(results) == 1 and self.is_made_plainly:
            return make_plain(self.cls, operands, results[0], draft.attributes, tuple(draft.regions), None, None)
        return self.cls(operands, results, draft.attributes, draft.regions)

    def _inferred(self, parser: Parser, draft: Draft) -> Sequence[AnyType]:
        """The types of the results that follow from the parts in a draft, which must be as the definition says."""
        for value, place in zip(draft.operands, draft.places):
            if value.type is None:
                parser.fail(f"a value must be defined before {self.cls.name} uses it, the results of which have types that "
                            "follow from it", place, "undefined")
        op: Op = self.cls(draft.operands, (), draft.attributes, draft.regions)
        if (fault := _fault_of_parts(op)) is not None:
            parser.fail(fault[1], draft.start, diagnostic_code(op, fault[0]))
        return op.inferred_types()

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
                and _right_segments(op, "operand", definition.operands, op.operands)
                and _right_segments(op, "result", definition.results, op.results)
                and _right_number(op.regions, definition.regions) and all(fit(op) for fit in self.layout.conditions)
                and (not self.infers or _has_inferred_types(op)))

    def text(self, printer: Printer, op: Operation) -> str:
        """What follows the operation's name."""
        return "".join([step(printer, op) for step in self.text_steps])


def _fault_of_parts(op: Op) -> tuple[str, str] | None:
    """The label and the message of the first constraint on operands and attributes that an operation breaks; None if its result
    types can be inferred."""
    definition = op.definition
    if not (_right_number(op.operands, definition.operands)
            and _right_segments(op, "operand", definition.operands, op.operands)):
        return "operands", f"{op.name} has {len(op.operands)} operands here, which are not as many as it declares"
    for field in definition.attributes:
        attribute = op.attributes.get(field.key)
        if field.constraint.is_required if attribute is None else not field.constraint.holds(attribute):
            return field.key, f"attribute {field.key} must be {field.constraint}, got {attribute or 'none'}"
    for field in definition.operands:
        for value in as_list(getattr(op, field.name)):
            if field.constraint is not None and not field.constraint.holds(value.type):
                return f"i{field.position + 1}", f"operand {field.name} must be {field.constraint}, got {value.type}"
    broken = next((check for check in op.checks if not check.only_warns and not check.holds(op)), None)
    return None if broken is None else (broken.label, broken.text(op))


def _has_inferred_types(op: Operation) -> bool:
    """Whether the results of an operation have the types that follow from its other parts."""
    assert isinstance(op, Op)
    return _fault_of_parts(op) is None and tuple(r.type for r in op.results) == op.inferred_types()


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


def _right_segments(op: Operation, sort: str, fields: Sequence[Field], items: Sequence[Any]) -> bool:
    """Whether the attribute that says how many operands or results each field has, where there is one, may say so."""
    sizes = op.attributes.get(f"{sort}SegmentSizes")
    return sizes is None or (isinstance(sizes, DenseArrayAttr) and segments_fit(sizes.values, fields, len(items)))


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
    takers = [e.take for e in elements if e.take is not None]
    steps = [e.parse for e in elements]
    pattern: re.Pattern[str] | None = None
    uses = 0

    def parse(parser: Parser, draft: Draft) -> None:
        nonlocal pattern, uses
        if pattern is None:
            uses += 1
            if uses > _RARE:
                pattern = re.compile("".join(f"{e.pattern}[ \n]*" for e in elements) + "(?!/)", re.ASCII)
        match = pattern.match(parser.text, parser.position) if pattern is not None else None
        if match is None:  # seldom used so far, a rarer spelling, or a fault that the single parsers will report
            for step in steps:
                step(parser, draft)
            return
        parser.position = match.end()
        group = 1
        for take in takers:
            take(parser, draft, match[group], match.start(group))
            group += 1

    return parse


def bracketed(parser: Parser, opening: str) -> str:
    """The text from the bracket here, one of those in `opening`, to the one that closes it."""
    if parser.text.startswith("<=", parser.position):
        parser.fail("'<=' is not an opening bracket")
    if parser.text[parser.position : parser.position + 1] not in tuple(opening):
        parser.fail_expected(" or ".join(f"'{c}'" for c in opening))
    start, end = parser.position, parser.balanced()
    parser.skip_to(end)
    return parser.text[start:end]


def parse_values(parser: Parser, draft: Draft) -> int:
    """`(%a, %b)`; how many."""
    before = len(draft.operands)
    parser.literal("(")
    while not parser.peek(")"):
        parser.operand_into(draft)
        if not parser.accept(","):
            break
    parser.literal(")")
    return len(draft.operands) - before


def parse_attributes_into(parser: Parser, draft: Draft) -> None:
    """Reads an attribute dictionary; none of its names may have been given already."""
    at = parser.position
    for name, value in parser.dictionary().items():
        if name in draft.attributes:
            parser.fail(f"attribute '{name}' is given twice", at)
        draft.attributes[name] = value


def take_operand(parser: Parser, draft: Draft, name: str, place: int) -> None:
    """Adds the operand `%name` to a draft; `place` is the offset of the name."""
    draft.operands.append(parser.values.get(name) or parser.unknown_value(name, place - 1))
    draft.places.append(place - 1)


def as_list(values: Any) -> Sequence[Any]:
    """The values of a field: many, one, or none."""
    return values if isinstance(values, list | tuple) else [] if values is None else [values]


def functional_type_text(operands: Sequence[Value], results: Sequence[Value]) -> str:
    """`(a, b) -> c` of the types of values."""
    outputs = tuple([value.type for value in results])
    return f"({', '.join([str(value.type) for value in operands])}) -> {results_text(outputs)}"


# -- types that are stated once ------------------------------------------------------------------------------------------------
def parse_signature(parser: Parser, draft: Draft, operands: Sequence[TypeOf], result: TypeOf) -> None:
    """A function type in place of the short form."""
    at = parser.position
    type = parser.function_type()
    if len(type.inputs) != len(draft.operands):
        parser.fail(f"{draft.cls.name} has {len(draft.operands)} operands, but {len(type.inputs)} operand types", at)
    draft.operand_types = type.inputs
    result.set(draft, type.outputs)


def signature_text(operands: Sequence[AnyType], results: Sequence[AnyType]) -> str:
    return str(FunctionType(tuple(operands), tuple(results)))


def parse_same(parser: Parser, draft: Draft, *arguments: TypeOf) -> None:
    *operands, result = arguments
    if parser.peek("("):
        parse_signature(parser, draft, operands, result)
        return
    type = parser.type()
    draft.operand_types = [type] * len(draft.operands)
    result.set(draft, [type])


def same_text(printer: Printer, op: Any, *arguments: TypeOf) -> str:
    *operands, result = arguments
    inputs = [type for argument in operands for type in argument.of(op)]
    outputs = result.of(op)
    if len(outputs) == 1 and all(type is outputs[0] for type in inputs):
        return str(outputs[0])
    return signature_text(inputs, outputs)


#: By name; more of them in the modules `custom*` of this package.
DIRECTIVES: Final[dict[str, Directive]] = {"SameOperandsAndResultType": Directive(parse_same, same_text)}
