"""Directives that read and print whole operations: module, function, constant, while, reduce."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DictionaryAttr,
    StringAttr,
    TypeAttr,
)
from hloom.ir.core import Block, Operation, Region, make_plain
from hloom.ir.literal_text import symbol_text
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import AnyType, FunctionType, TensorType, results_text
from hloom.numbers.element_type import I64, PRED
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op, operation_class
from hloom.ops.stablehlo.control import Return
from hloom.ops.stablehlo.creation import Constant
from hloom.support.source import Span
from hloom.text.mlir.assembly import (
    DIRECTIVES,
    Directive,
    Draft,
    functional_type_text,
    parse_attributes_into,
    take_operand,
)
from hloom.text.mlir.format_compiler import format_of
from hloom.text.mlir.lexer import VALUE, token_pattern

if TYPE_CHECKING:
    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer

_COMPACT_REDUCE = token_pattern(
    r"\(%([\w$.-]+(?:#[0-9]+)?) init: %([\w$.-]+(?:#[0-9]+)?)\) applies ([a-z][\w.]*) across dimensions = "
    r"\[((?:[0-9]{1,9}(?:, [0-9]{1,9})*+)?)\]")
_VISIBILITIES = ("private", "public", "nested")


# builtin.module


def _parse_module(parser: Parser, draft: Draft) -> None:
    if parser.peek("@"):
        draft.attributes["sym_name"] = StringAttr(parser.symbol())
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)
    region = parser.region(isolated=True, default_dialect=Module.default_dialect)
    if not region.blocks:
        region.append(Block())
    draft.regions.append(region)


def _module_text(printer: Printer, op: Any) -> str:
    name = f" {symbol_text(op.attributes['sym_name'].value)}" if "sym_name" in op.attributes else ""
    attributes = printer.dictionary(op, ("sym_name",), " attributes")
    return f"{name}{attributes} {printer.region(op.regions[0], show_arguments=False)}"


def _module_fits(op: Any) -> bool:
    return len(op.regions[0].blocks) == 1 and not op.regions[0].arguments


# func.func


def _parse_function(parser: Parser, draft: Draft) -> None:
    attributes = draft.attributes
    for visibility in _VISIBILITIES:
        if parser.accept(visibility):
            attributes["sym_visibility"] = StringAttr(visibility)
            break
    attributes["sym_name"] = StringAttr(parser.symbol())
    names, types, extras = _parse_function_arguments(parser)
    result_types, result_extras = _parse_function_results(parser)
    attributes["function_type"] = TypeAttr(FunctionType(tuple(types), tuple(result_types)))
    if any(extras):
        attributes["arg_attrs"] = _dictionaries(extras)
    if any(result_extras):
        attributes["res_attrs"] = _dictionaries(result_extras)
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)
    if not parser.peek("{"):
        draft.regions.append(Region())
        return
    if len(names) != len(types):
        parser.fail("the arguments of a function with a body need names")
    draft.regions.append(parser.region(names, isolated=True, default_dialect=Function.default_dialect))


def _dictionaries(values: list[dict[str, Attribute]]) -> ArrayAttr:
    return ArrayAttr(tuple(DictionaryAttr(value) for value in values))


def _parse_function_arguments(parser: Parser) -> tuple[
        list[tuple[str, AnyType, Location, int]], list[AnyType], list[dict[str, Attribute]]]:
    """`(%a: type {attributes} loc(...), ...)`, or types alone where the function has no body."""
    names: list[tuple[str, AnyType, Location, int]] = []
    types: list[AnyType] = []
    extras: list[dict[str, Attribute]] = []
    parser.literal("(")
    while not parser.peek(")"):
        if parser.peek("%"):
            name, type, location, place = parser.argument()
            extras.append(parser.dictionary() if parser.peek("{") else {})
            names.append((name, type, parser.optional_location() if location is UNKNOWN else location, place))
            types.append(type)
        else:
            types.append(parser.type())
            extras.append(parser.dictionary() if parser.peek("{") else {})
        if not parser.accept(","):
            break
    parser.literal(")")
    return names, types, extras


def _parse_function_results(parser: Parser) -> tuple[list[AnyType], list[dict[str, Attribute]]]:
    """`-> type`, `-> (type {attributes}, ...)`, or nothing."""
    if not parser.accept("->"):
        return [], []
    if not parser.peek("("):
        return [parser.type()], [{}]
    types: list[AnyType] = []
    extras: list[dict[str, Attribute]] = []
    parser.literal("(")
    while not parser.peek(")"):
        types.append(parser.type())
        extras.append(parser.dictionary() if parser.peek("{") else {})
        if not parser.accept(","):
            break
    parser.literal(")")
    return types, extras


#: The attributes of a function that its text states otherwise.
_FUNCTION_SIGNATURE = ("sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs")


def _function_text(printer: Printer, op: Any) -> str:
    attributes = op.attributes
    type: FunctionType = attributes["function_type"].type
    visibility = f"{attributes['sym_visibility'].value} " if "sym_visibility" in attributes else ""
    extras = _entry_texts(attributes.get("arg_attrs"), len(type.inputs))
    body: Region = op.regions[0]
    if body.blocks:
        arguments = [f"{printer.value(a)}: {a.type}{extra}{printer.trailing_location(a)}"
                     for a, extra in zip(body.arguments, extras)]
    else:
        arguments = [f"{t}{extra}" for t, extra in zip(type.inputs, extras)]
    result_extras = _entry_texts(attributes.get("res_attrs"), len(type.outputs))
    arrow = ""
    if any(result_extras):
        arrow = f" -> ({', '.join(f'{t}{extra}' for t, extra in zip(type.outputs, result_extras))})"
    elif type.outputs:
        arrow = f" -> {results_text(type.outputs)}"
    others = printer.dictionary(op, _FUNCTION_SIGNATURE, " attributes")
    block = f" {printer.region(body, show_arguments=False)}" if body.blocks else ""
    return f" {visibility}{symbol_text(attributes['sym_name'].value)}({', '.join(arguments)}){arrow}{others}{block}"


def _function_fits(op: Any) -> bool:
    type: FunctionType = op.function_type
    body: Region = op.regions[0]
    extras = (op.arg_attrs, len(type.inputs)), (op.res_attrs, len(type.outputs))
    return ((not body.blocks or [a.type for a in body.arguments] == list(type.inputs))
            and op.sym_visibility in (None, *_VISIBILITIES)
            and all(values is None or (len(values) == count and all(isinstance(v, DictionaryAttr) for v in values))
                    for values, count in extras))


def _entry_texts(values: Any, count: int) -> list[str]:
    """What stands after each argument or result: its dictionary of attributes, or nothing."""
    if values is None:
        return [""] * count
    return [f" {value}" if value.entries else "" for value in values]


# constants


def _parse_constant(parser: Parser, draft: Draft) -> None:
    if parser.accept("("):  # as the generic form has it: `() {value = ...} : () -> type`
        parser.literal(")")
        if parser.accept("<"):
            parse_attributes_into(parser, draft)
            parser.literal(">")
        if parser.peek("{"):
            parse_attributes_into(parser, draft)
        parser.literal(":")
        type = parser.function_type()
        draft.operand_types, draft.result_types = type.inputs, type.outputs
        return
    if parser.peek("{"):
        parse_attributes_into(parser, draft)
    at = parser.position
    value: Any = parser.attribute()
    draft.attributes["value"] = value
    found = PRED if isinstance(value, BoolAttr) else getattr(value, "type", None)
    if isinstance(value, TypeAttr) or found is None:
        parser.fail("expected a constant with its type", at)
    draft.result_types = [found]


def _constant_text(printer: Printer, op: Any) -> str:
    value = op.attributes["value"]
    type = op.results[0].type
    if getattr(value, "type", type) is not type and isinstance(op, Constant):
        return f"() <{{value = {value}}}>{printer.dictionary(op, ('value',))} : () -> {results_text((type,))}"
    return f"{printer.dictionary(op, ('value',))} {value}"


def _constant_fits(op: Any) -> bool:
    value = op.attributes["value"]
    if isinstance(op, Constant):
        return True
    return (PRED if isinstance(value, BoolAttr) else getattr(value, "type", None)) is op.results[0].type


# stablehlo.while


def _parse_while(parser: Parser, draft: Draft) -> None:
    parser.literal("(")
    names: list[tuple[str, int]] = []
    while not parser.peek(")"):
        at = parser.position
        names.append((_argument_name(parser), at))
        parser.literal("=")
        parser.operand_into(draft)
        if not parser.accept(","):
            break
    parser.literal(")")
    types: list[AnyType] = []
    if names:
        parser.literal(":")
        at = parser.position
        types = parser.types()
        if len(types) != len(names):
            parser.fail(f"{len(names)} operands are given, but {len(types)} types", at)
    draft.operand_types = draft.result_types = types
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)
    arguments: list[tuple[str, AnyType, Location, int]] = [
        (name, type, UNKNOWN, at) for (name, at), type in zip(names, types)]
    parser.literal("cond")
    draft.regions.append(parser.region(arguments))
    parser.literal("do")
    draft.regions.append(parser.region(arguments))


def _argument_name(parser: Parser) -> str:
    return parser.expect(VALUE, "the name of an argument").group(1)


def _while_text(printer: Printer, op: Any) -> str:
    pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(op.regions[0].arguments, op.operands)]
    types = f" : {', '.join(str(v.type) for v in op.operands)}" if op.operands else ""
    cond, body = (printer.region(region, show_arguments=False) for region in op.regions)
    attributes = printer.dictionary(op, (), " attributes")
    return f"({', '.join(pairs)}){types}{attributes}{printer.line('cond')} {cond} do {body}"


def _while_fits(op: Any) -> bool:
    types = [v.type for v in op.operands]
    return [r.type for r in op.results] == types and all(
        region.blocks and [a.type for a in region.arguments] == types for region in op.regions)


# stablehlo.reduce


def _parse_reduce(parser: Parser, draft: Draft) -> None:
    inner, at = "", parser.position
    match = parser.take(_COMPACT_REDUCE)
    if match is not None:
        for group in (1, 2):
            take_operand(parser, draft, match[group], match.start(group))
        inner, at = match[3], match.start(3)
        dims = tuple(map(int, match[4].split(","))) if match[4] else ()
    else:
        _parse_reduced_pairs(parser, draft)
        if parser.accept("applies"):
            at = parser.position
            inner = parser.keyword("the name of an operation")
        parser.literal("across")
        parser.literal("dimensions")
        parser.literal("=")
        dims = parser.integers()
    draft.attributes["dimensions"] = DenseArrayAttr(I64, dims)
    if parser.peek("{"):
        parse_attributes_into(parser, draft)
    parser.literal(":")
    type = parser.function_type()
    draft.operand_types, draft.result_types = type.inputs, type.outputs
    if inner:
        draft.body = _applied(parser, draft, inner, at)
        draft.regions.append(draft.body(parser.span(draft.start)))
    else:
        draft.regions.append(_parse_reducer(parser))


def _parse_reduced_pairs(parser: Parser, draft: Draft) -> None:
    """`(%a init: %b), ...`: all inputs come before all initial values among the operands."""
    pairs = Draft(draft.cls, draft.start)
    while True:
        parser.literal("(")
        parser.operand_into(pairs)
        parser.literal("init")
        parser.literal(":")
        parser.operand_into(pairs)
        parser.literal(")")
        if not parser.accept(","):
            break
    draft.operands = pairs.operands[::2] + pairs.operands[1::2]
    draft.places = pairs.places[::2] + pairs.places[1::2]


def _applied(parser: Parser, draft: Draft, name: str, at: int) -> Callable[[Span], Region]:
    """What makes the body that the compact form stands for: one operation on both arguments, and a return."""
    dialect = draft.cls.spelling.partition(".")[0]  # type: ignore[attr-defined]
    cls, end = operation_class(name), operation_class(f"{dialect}.return")
    if cls is None or end is None or not cls.is_commutative or not name.startswith(f"{dialect}."):
        parser.fail(f"'{name}' is not an operation that a reduction can apply: it takes a commutative operation of two operands "
                    f"of {dialect}, such as {dialect}.add", at)
    assert draft.operand_types is not None
    last = draft.operand_types[-1] if draft.operand_types else None
    if not isinstance(last, TensorType):
        parser.fail("a reduction takes tensors", at)
    scalar = TensorType((), last.element)

    def body(span: Span) -> Region:
        block = Block([scalar, scalar])
        for argument in block.arguments:
            argument.span = span
        op = block.append(make_plain(cls, [*block.arguments], scalar, {}, (), span, None))
        block.append(end(op.results, (), None, (), UNKNOWN, span))
        return Region([block])

    return body


def _parse_reducer(parser: Parser) -> Region:
    parser.literal("reducer")
    left: list[Any] = []
    right: list[Any] = []
    while parser.accept("("):
        left.append(parser.argument())
        parser.literal(",")
        right.append(parser.argument())
        parser.literal(")")
    return parser.region(left + right)


def _reduce_text(printer: Printer, op: Any) -> str:
    half = len(op.operands) // 2
    pairs = ", ".join(f"({printer.value(a)} init: {printer.value(b)})"
                      for a, b in zip(op.operands[:half], op.operands[half:]))
    inner = _compact_body(op)
    applies = f" applies {inner.spelling}" if inner is not None else ""  # type: ignore[attr-defined]
    head = (f"{pairs}{applies} across dimensions = {list(op.attributes['dimensions'].values)}"
            f"{printer.dictionary(op, ('dimensions',))} : {functional_type_text(op.operands, op.results)}")
    if inner is not None:
        return head
    arguments = op.regions[0].arguments
    count = len(arguments) // 2
    reducers = " ".join(f"({_argument_text(printer, a)}, {_argument_text(printer, b)})"
                        for a, b in zip(arguments[:count], arguments[count:]))
    return f"{head}{printer.line(' reducer')}{reducers}  {printer.region(op.regions[0], show_arguments=False)}"


def _reduce_fits(op: Any) -> bool:
    body: Region = op.regions[0]
    return len(op.operands) % 2 == 0 < len(op.operands) == len(body.arguments)


def _argument_text(printer: Printer, argument: Any) -> str:
    return f"{printer.value(argument)}: {argument.type}{printer.trailing_location(argument)}"


def _compact_body(op: Any) -> Operation | None:
    """The only operation of the body if the compact form says all that there is to say."""
    region: Region = op.regions[0]
    if len(region.blocks) != 1 or not len(op.operands) == len(region.arguments) == len(region.block.operations) == 2:
        return None
    inner, end = region.block.operations
    a, b = region.arguments
    is_plain = (inner.operands == [a, b] and end.operands == list(inner.results) and len(inner.results) == 1
                and not inner.attributes and not inner.regions
                and not end.attributes and isinstance(end, Return))
    if not is_plain or not isinstance(inner, Op) or not inner.is_commutative or inner.dialect != op.dialect:
        return None
    if format_of(type(inner)) is None:
        return None
    initial = op.operands[1].type
    if not isinstance(initial, TensorType):
        return None
    return inner if a.type is b.type is inner.results[0].type is TensorType((), initial.element) else None


DIRECTIVES.update({

    "Module": Directive(_parse_module, _module_text, _module_fits),
    "Function": Directive(_parse_function, _function_text, _function_fits),
    "Constant": Directive(_parse_constant, _constant_text, _constant_fits),
    "While": Directive(_parse_while, _while_text, _while_fits),
    "ReduceOp": Directive(_parse_reduce, _reduce_text, _reduce_fits),
})
