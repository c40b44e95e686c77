"""Custom directives for the operations of CHLO and of other dialects: arith, tensor, shape, sdy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hloom.ir.attributes import (
    UNIT,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    TypeAttr,
)
from hloom.ir.core import Block
from hloom.ir.literal_text import symbol_text
from hloom.ir.types import TensorType, results_text
from hloom.numbers.element_type import I32, I64, INDEX, PRED
from hloom.ops.dialect_arith import FLOAT_PREDICATES, INTEGER_PREDICATES
from hloom.ops.dialect_shape import SHAPE, SIZE, VALUE_SHAPE, AssumingYield
from hloom.ops.dialect_tensor_slices import DYNAMIC_SIZE
from hloom.ops.dynamic import WITNESS
from hloom.text.assembly import (
    DIRECTIVES,
    Directive,
    Draft,
    TypeOf,
    bracketed,
    functional_type_text,
    parse_attributes_into,
    parse_values,
)
from hloom.text.structured import dimensions

if TYPE_CHECKING:
    from hloom.ops.definition import AttributeField, OperandField
    from hloom.text.parser import Parser
    from hloom.text.printer import Printer

#: Types that the name of an operation fixes, by the words that stand for them in formats.
_FIXED_TYPES: Final[dict[str, Any]] = {"index": INDEX, "pred": PRED, "witness": WITNESS, "shape": SHAPE, "size": SIZE,
                                       "value_shape": VALUE_SHAPE}


# Types


def _parse_fixed_type(parser: Parser, draft: Draft, result: TypeOf, name: str) -> None:
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
    draft.attributes[field.key] = OpaqueAttr(f"#arith.{word}{bracketed(parser, '<') if parser.accept(word) else '<none>'}")


def _flags_text(printer: Printer, op: Any, field: AttributeField) -> str:
    found = op.attributes.get(field.key)
    text = str(found).removeprefix("#arith.") if found is not None else "<none>"
    return "" if text.endswith("<none>") else text


def _parse_flag(parser: Parser, draft: Draft, field: AttributeField, word: str) -> None:
    """A word for a unit attribute, or nothing."""
    if parser.accept(word):
        draft.attributes[field.key] = UNIT


def _flag_text(printer: Printer, op: Any, field: AttributeField, word: str) -> str:
    return word if field.key in op.attributes else ""


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
            sizes.append(DYNAMIC_SIZE)
        else:
            sizes.append(parser.integer())
        if not parser.accept(","):
            break
    parser.literal("]")
    draft.counts[operands.name] = len(draft.operands) - before
    declared = draft.cls.definition.operands  # type: ignore[attr-defined]
    if sum(field.is_variadic for field in declared) > 1:
        counts = [draft.counts.get(field.name, int(not field.is_variadic)) for field in declared]
        draft.attributes["operandSegmentSizes"] = DenseArrayAttr(I32, tuple(counts))
    draft.attributes[static.key] = DenseArrayAttr(I64, tuple(sizes))


def _mixed_sizes_text(printer: Printer, op: Any, operands: OperandField, static: AttributeField) -> str:
    values = iter(getattr(op, operands.name))
    sizes = [printer.value(next(values)) if n == DYNAMIC_SIZE else str(n) for n in op.attributes[static.key].values]
    return f"[{', '.join(sizes)}]"


def _parse_extents(parser: Parser, draft: Draft, field: AttributeField) -> None:
    found = dimensions(parser)
    is_splat = len(set(found)) == 1
    numbers = np.array(found[:1] if is_splat else found, np.int64)
    draft.attributes[field.key] = DenseElementsAttr(TensorType((len(found),), INDEX), numbers, is_splat)


def _extents_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return f"[{', '.join(map(str, op.attributes[field.key].array().tolist()))}]"


# ml_program.global


def _parse_global(parser: Parser, draft: Draft) -> None:
    """`private mutable @name(value) : type`."""
    draft.attributes["sym_visibility"] = StringAttr(parser.keyword("'private', 'public' or 'nested'"))
    if parser.accept("mutable"):
        draft.attributes["is_mutable"] = UNIT
    draft.attributes["sym_name"] = StringAttr(parser.symbol())
    if parser.accept("("):
        draft.attributes["value"] = parser.attribute()
        parser.literal(")")
    parser.literal(":")
    draft.attributes["type"] = TypeAttr(parser.type())
    if parser.peek("{"):
        parse_attributes_into(parser, draft)


def _global_text(printer: Printer, op: Any) -> str:
    mutable = "mutable " if op.is_mutable else ""
    value = f"({op.value})" if op.value is not None else ""
    others = printer.dictionary(op, ("sym_visibility", "is_mutable", "sym_name", "value", "type"))
    return f" {op.sym_visibility} {mutable}{symbol_text(op.sym_name)}{value} : {op.type_}{others}"


# shape.assuming


def _parse_assuming(parser: Parser, draft: Draft) -> None:
    parser.operand_into(draft)
    draft.result_types = []
    if parser.accept("->"):
        parser.literal("(")
        draft.result_types = parser.types()
        parser.literal(")")
    region = parser.region()
    if not region.blocks:
        region.append(Block())
    end = region.blocks[-1]
    if not end.operations or not end.operations[-1].is_terminator:
        end.append(AssumingYield(span=parser.span(draft.start)))
    draft.regions.append(region)
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)


def _assuming_text(printer: Printer, op: Any) -> str:
    types = f" -> ({', '.join(str(r.type) for r in op.results)})" if op.results else ""
    region = printer.region(op.regions[0], show_arguments=False, show_terminators=bool(op.results))
    attributes = printer.dictionary(op, (), " attributes")
    return f" {printer.value(op.operands[0])}{types} {region}{attributes}"


# shape.reduce


def _parse_shape_reduce(parser: Parser, draft: Draft) -> None:
    draft.counts["initVals"] = parse_values(parser, draft) - 1
    parser.literal(":")
    shape = parser.type()
    draft.result_types = parser.result_types() if parser.accept("->") else []
    draft.operand_types = [shape, *draft.result_types]
    draft.regions.append(parser.region())
    if parser.accept("attributes"):
        parse_attributes_into(parser, draft)


def _shape_reduce_text(printer: Printer, op: Any) -> str:
    types = f" -> {results_text(tuple(r.type for r in op.results))}" if op.results else ""
    return (f"({printer.values(op.operands)}) : {op.operands[0].type}{types} {printer.region(op.regions[0])}"
            f"{printer.dictionary(op, (), ' attributes')}")


# chlo.scan


def _parse_scan(parser: Parser, draft: Draft) -> None:
    inputs = parse_values(parser, draft)
    parser.literal("inits")
    inits = parse_values(parser, draft)
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


DIRECTIVES.update({
    "FixedType": Directive(_parse_fixed_type, _no_text),
    "ElementOf": Directive(_parse_element_of, _first_type_text),
    "SameType": Directive(_parse_same_type, _first_type_text),
    "ComparedType": Directive(_parse_compared_type, _first_type_text),
    "SelectedType": Directive(_parse_selected_type, _selected_type_text),
    "Flag": Directive(_parse_flag, _flag_text),
    "Flags": Directive(_parse_flags, _flags_text),
    "IntegerPredicate": _predicate([name for name, *_ in INTEGER_PREDICATES]),
    "FloatPredicate": _predicate([name for name, *_ in FLOAT_PREDICATES]),
    "Reassociation": Directive(_parse_reassociation, _reassociation_text),
    "MixedSizes": Directive(_parse_mixed_sizes, _mixed_sizes_text),
    "Extents": Directive(_parse_extents, _extents_text),
    "Global": Directive(_parse_global, _global_text),
    "Assuming": Directive(_parse_assuming, _assuming_text),
    "ShapeReduce": Directive(_parse_shape_reduce, _shape_reduce_text),
    "Scan": Directive(_parse_scan, _scan_text),
})
