"""Custom directives for the operations of CHLO and of other dialects: arith, tensor, shape, sdy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
)
from hloom.ir.literal_text import string_text, symbol_text
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, I32, I64, INDEX, PRED
from hloom.ops.dialect_arith import FLOAT_PREDICATES, INTEGER_PREDICATES
from hloom.ops.dialect_shape import SHAPE, SIZE
from hloom.ops.dynamic import WITNESS
from hloom.text.assembly import DIRECTIVES, Directive, Draft, TypeOf, functional_type_text, parse_attributes_into
from hloom.text.structured import dimensions

if TYPE_CHECKING:
    from hloom.ops.definition import AttributeField, OperandField
    from hloom.text.parser import Parser
    from hloom.text.printer import Printer

#: Result types that the name of an operation fixes, by the words that stand for them in formats.
_FIXED_TYPES: Final[dict[str, Any]] = {"index": INDEX, "pred": PRED, "witness": WITNESS, "shape": SHAPE, "size": SIZE}
#: What an operand marks in `static_output_shape`: MLIR's dynamic size.
_DYNAMIC_SIZE: Final = -(1 << 63)


# Types


def _parse_result_type(parser: Parser, draft: Draft, result: TypeOf, name: str) -> None:
    result.set(draft, [_FIXED_TYPES[name]])


def _no_text(printer: Printer, op: Any, *arguments: Any) -> str:
    return ""


def _parse_element_of(parser: Parser, draft: Draft, tensor: TypeOf, result: TypeOf) -> None:
    at = parser.position
    type = parser.type()
    if not isinstance(type, TensorType):
        parser.fail(f"expected a tensor type, found {type}", at)
    result.set(draft, [type.element])


def _parse_same_type(parser: Parser, draft: Draft, operand: TypeOf, result: TypeOf) -> None:
    result.set(draft, [parser.type()])


def _parse_compared_type(parser: Parser, draft: Draft, operand: TypeOf, result: TypeOf) -> None:
    type = parser.type()
    draft.operand_types = [type] * len(draft.operands)
    result.set(draft, [type.with_element(PRED) if isinstance(type, TensorType) else PRED])


def _first_type_text(printer: Printer, op: Any, operand: TypeOf, *others: Any) -> str:
    return str(operand.of(op)[0])


def _parse_selected_type(parser: Parser, draft: Draft, condition: TypeOf, value: TypeOf, result: TypeOf) -> None:
    """The type of the values, after that of the condition unless it is i1."""
    type = parser.type()
    first: Any = PRED
    if parser.accept(","):
        first, type = type, parser.type()
    draft.operand_types = [first, type, type]
    result.set(draft, [type])


def _selected_type_text(printer: Printer, op: Any, condition: TypeOf, value: TypeOf, result: TypeOf) -> str:
    (first,), type = condition.of(op), value.of(op)[0]
    return str(type) if first is PRED else f"{first}, {type}"


# Attributes


def _parse_flags(parser: Parser, draft: Draft, field: AttributeField) -> None:
    """`overflow<nsw>` or `fastmath<fast>`; nothing stands for `none`."""
    word = "fastmath" if field.key == "fastmath" else "overflow"
    draft.attributes[field.key] = OpaqueAttr(f"#arith.{word}{_bracketed(parser) if parser.accept(word) else '<none>'}")


def _flags_text(printer: Printer, op: Any, field: AttributeField) -> str:
    found = op.attributes.get(field.key)
    text = str(found).removeprefix("#arith.") if found is not None else "<none>"
    return "" if text.endswith("<none>") else text


def _bracketed(parser: Parser) -> str:
    """The text from the bracket here to the one that closes it."""
    start, end = parser.position, parser.balanced()
    parser.skip_to(end)
    return parser.text[start:end]


def _predicate(names: list[str]) -> Directive:
    def parse(parser: Parser, draft: Draft, field: AttributeField) -> None:
        at = parser.position
        word = parser.keyword("a predicate")
        if word not in names:
            parser.fail(f"unknown predicate '{word}'; there are {', '.join(names)}", at)
        draft.attributes[field.key] = IntegerAttr(names.index(word), I64)

    def text(printer: Printer, op: Any, field: AttributeField) -> str:
        number = op.attributes[field.key].value
        return names[number] if 0 <= number < len(names) else str(number)

    return Directive(parse, text)


def _parse_reassociation(parser: Parser, draft: Draft, field: AttributeField) -> None:
    groups: list[Attribute] = []
    parser.literal("[")
    while not parser.peek("]"):
        groups.append(ArrayAttr(tuple(IntegerAttr(d, I64) for d in dimensions(parser))))
        if not parser.accept(","):
            break
    parser.literal("]")
    draft.attributes[field.key] = ArrayAttr(tuple(groups))


def _reassociation_text(printer: Printer, op: Any, field: AttributeField) -> str:
    groups = [", ".join(str(d.value) for d in group) for group in op.attributes[field.key]]
    return f"[{', '.join(f'[{group}]' for group in groups)}]"


def _parse_mixed_sizes(parser: Parser, draft: Draft, operands: OperandField, static: AttributeField) -> None:
    """`[4, %n]`: numbers and operands."""
    sizes = []
    before = len(draft.operands)
    parser.literal("[")
    while not parser.peek("]"):
        if parser.peek("%"):
            parser.operand_into(draft)
            sizes.append(_DYNAMIC_SIZE)
        else:
            sizes.append(parser.integer())
        if not parser.accept(","):
            break
    parser.literal("]")
    draft.counts[operands.name] = len(draft.operands) - before
    draft.attributes[static.key] = DenseArrayAttr(I64, tuple(sizes))


def _mixed_sizes_text(printer: Printer, op: Any, operands: OperandField, static: AttributeField) -> str:
    values = iter(getattr(op, operands.name))
    sizes = [printer.value(next(values)) if n == _DYNAMIC_SIZE else str(n) for n in op.attributes[static.key].values]
    return f"[{', '.join(sizes)}]"


def _parse_extents(parser: Parser, draft: Draft, field: AttributeField) -> None:
    found = dimensions(parser)
    draft.attributes[field.key] = DenseElementsAttr(TensorType((len(found),), INDEX), np.array(found, np.int64))


def _extents_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return f"[{', '.join(map(str, op.attributes[field.key].array().tolist()))}]"


# shape.assuming


def _parse_assuming(parser: Parser, draft: Draft) -> None:
    parser.operand_into(draft)
    draft.result_types = []
    if parser.accept("->"):
        parser.literal("(")
        draft.result_types = parser.types()
        parser.literal(")")
    draft.regions.append(parser.region())
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)


def _assuming_text(printer: Printer, op: Any) -> str:
    types = f" -> ({', '.join(str(r.type) for r in op.results)})" if op.results else ""
    region, attributes = printer.region(op.regions[0]), printer.dictionary(op, (), " attributes")
    return f" {printer.value(op.operands[0])}{types} {region}{attributes}"


# chlo.scan


def _parse_values(parser: Parser, draft: Draft) -> int:
    """`(%a, %b)`; how many."""
    before = len(draft.operands)
    parser.literal("(")
    while not parser.peek(")"):
        parser.operand_into(draft)
        if not parser.accept(","):
            break
    parser.literal(")")
    return len(draft.operands) - before


def _parse_scan(parser: Parser, draft: Draft) -> None:
    inputs = _parse_values(parser, draft)
    parser.literal("inits")
    inits = _parse_values(parser, draft)
    parser.literal("dimension")
    parser.literal("=")
    draft.attributes["dimension"] = IntegerAttr(parser.integer(), I64)
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)
    draft.regions.append(parser.region())
    parser.literal(":")
    at = parser.position
    type = parser.function_type()
    draft.operand_types, draft.result_types = type.inputs, type.outputs
    if len(type.outputs) < inits:
        parser.fail(f"needs a result for each of the {inits} initial values, got {len(type.outputs)}", at)
    draft.attributes["operandSegmentSizes"] = DenseArrayAttr(I32, (inputs, inits))
    draft.attributes["resultSegmentSizes"] = DenseArrayAttr(I32, (len(type.outputs) - inits, inits))


def _scan_text(printer: Printer, op: Any) -> str:
    elided = ("dimension", "operandSegmentSizes", "resultSegmentSizes")
    attributes = printer.dictionary(op, elided, " attributes")
    return (f"({printer.values(op.inputs)}) inits ({printer.values(op.inits)}) dimension={op.dimension} {attributes}"
            f" {printer.region(op.regions[0])} : {functional_type_text(op.operands, op.results)}")


# sdy


def _parse_symbol_name(parser: Parser, draft: Draft, field: AttributeField) -> None:
    draft.attributes[field.key] = StringAttr(parser.symbol())


def _symbol_name_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return symbol_text(op.attributes[field.key].value)


def _parse_sdy(parser: Parser, draft: Draft, field: AttributeField) -> None:
    draft.attributes[field.key] = OpaqueAttr(f"#sdy.{field.key}{_bracketed(parser)}")


def _sdy_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return str(op.attributes[field.key]).removeprefix(f"#sdy.{field.key}")


def _parse_group_number(parser: Parser, draft: Draft, field: AttributeField) -> None:
    draft.attributes[field.key] = IntegerAttr(parser.integer(), I64)


def _number_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return str(op.attributes[field.key].value)


_PROPAGATION: Final = ("NONE", "FORWARD", "BACKWARD", "BOTH")


def _parse_direction(parser: Parser, draft: Draft, field: AttributeField) -> None:
    at = parser.position
    word = parser.keyword("a direction")
    if word not in _PROPAGATION:
        parser.fail(f"unknown direction '{word}'; there are {', '.join(_PROPAGATION)}", at)
    draft.attributes[field.key] = IntegerAttr(_PROPAGATION.index(word), ELEMENT_TYPES["i32"])


def _direction_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return _PROPAGATION[op.attributes[field.key].value & 3]


def _parse_shardings(parser: Parser, draft: Draft) -> None:
    for name in ("in_shardings", "out_shardings"):
        if parser.accept(name):
            parser.literal("=")
            draft.attributes[name] = OpaqueAttr(f"#sdy.sharding_per_value<{_bracketed(parser)}>")


def _shardings_text(op: Any) -> str:
    parts = [f" {name}={str(op.attributes[name]).removeprefix('#sdy.sharding_per_value<').removesuffix('>')}"
             for name in ("in_shardings", "out_shardings") if name in op.attributes]
    return "".join(parts)


def _parse_sdy_body(parser: Parser, draft: Draft) -> None:
    """`(%a: type) { ... } : (types) -> types`."""
    arguments = []
    parser.literal("(")
    while not parser.peek(")"):
        arguments.append(parser.argument())
        if not parser.accept(","):
            break
    parser.literal(")")
    draft.regions.append(parser.region(arguments))
    if parser.peek("{"):
        parse_attributes_into(parser, draft)
    parser.literal(":")
    type = parser.function_type()
    draft.operand_types, draft.result_types = type.inputs, type.outputs


def _sdy_body_text(printer: Printer, op: Any, elided: Sequence[str]) -> str:
    region = op.regions[0]
    return (f" ({printer.arguments(region.block)}) "
            f"{printer.region(region, show_arguments=False)}{printer.dictionary(op, elided)} : "
            f"{functional_type_text(op.operands, op.results)}")


def _parse_manual_computation(parser: Parser, draft: Draft) -> None:
    _parse_values(parser, draft)
    _parse_shardings(parser, draft)
    parser.literal("manual_axes")
    parser.literal("=")
    draft.attributes["manual_axes"] = OpaqueAttr(f"#sdy<manual_axes{_bracketed(parser)}>")
    _parse_sdy_body(parser, draft)


def _manual_computation_text(printer: Printer, op: Any) -> str:
    axes = str(op.attributes["manual_axes"]).removeprefix("#sdy<manual_axes").removesuffix(">")
    return (f"({printer.values(op.operands)}){_shardings_text(op)} manual_axes={axes}"
            f"{_sdy_body_text(printer, op, ('in_shardings', 'out_shardings', 'manual_axes'))}")


def _parse_named_computation(parser: Parser, draft: Draft) -> None:
    parser.literal("<")
    draft.attributes["name"] = StringAttr(parser.string())
    parser.literal(">")
    _parse_values(parser, draft)
    _parse_shardings(parser, draft)
    _parse_sdy_body(parser, draft)


def _named_computation_text(printer: Printer, op: Any) -> str:
    return (f"<{string_text(op.attributes['name'].data)}>({printer.values(op.operands)}){_shardings_text(op)}"
            f"{_sdy_body_text(printer, op, ('in_shardings', 'out_shardings', 'name'))}")


DIRECTIVES.update({
    "ResultType": Directive(_parse_result_type, _no_text),
    "ElementOf": Directive(_parse_element_of, _first_type_text),
    "SameType": Directive(_parse_same_type, _first_type_text),
    "ComparedType": Directive(_parse_compared_type, _first_type_text),
    "SelectedType": Directive(_parse_selected_type, _selected_type_text),
    "Flags": Directive(_parse_flags, _flags_text),
    "IntegerPredicate": _predicate([name for name, *_ in INTEGER_PREDICATES]),
    "FloatPredicate": _predicate([name for name, *_ in FLOAT_PREDICATES]),
    "Reassociation": Directive(_parse_reassociation, _reassociation_text),
    "MixedSizes": Directive(_parse_mixed_sizes, _mixed_sizes_text),
    "Extents": Directive(_parse_extents, _extents_text),
    "Assuming": Directive(_parse_assuming, _assuming_text),
    "Scan": Directive(_parse_scan, _scan_text),
    "SymbolName": Directive(_parse_symbol_name, _symbol_name_text),
    "Sdy": Directive(_parse_sdy, _sdy_text),
    "GroupNumber": Directive(_parse_group_number, _number_text),
    "PropagationDirection": Directive(_parse_direction, _direction_text),
    "ManualComputation": Directive(_parse_manual_computation, _manual_computation_text),
    "NamedComputation": Directive(_parse_named_computation, _named_computation_text),
})
