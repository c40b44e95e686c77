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
from hloom.ir.types import AnyType, TensorType, results_text
from hloom.numbers.element_type import ELEMENT_TYPES, I32, I64, INDEX, PRED
from hloom.ops.others.arith import FLOAT_PREDICATES, INTEGER_PREDICATES
from hloom.ops.others.ml_program import TOKEN
from hloom.ops.others.shape import SHAPE, SIZE, VALUE_SHAPE, AssumingYield
from hloom.ops.others.tensor_slices import DYNAMIC_SIZE
from hloom.ops.stablehlo.dimension_sizes import WITNESS
from hloom.text.mlir.assembly import (
    DIRECTIVES,
    Directive,
    Draft,
    TypeOf,
    bracketed,
    functional_type_text,
    parse_attributes_into,
    parse_values,
)

if TYPE_CHECKING:
    from hloom.ops.definition.operation import AttributeField, OperandField
    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer

#: Types that the name of an operation fixes, by the words that stand for them in formats.
_FIXED_TYPES: Final[dict[str, Any]] = {
    "index": INDEX, "pred": PRED, "witness": WITNESS, "shape": SHAPE, "size": SIZE, "value_shape": VALUE_SHAPE,
    "ml_token": TOKEN, "rng_state": TensorType((2,), ELEMENT_TYPES["ui64"])}


# Types


def _parse_fixed_type(parser: Parser, draft: Draft, result: TypeOf, name: str) -> None:
    result.set(draft, [_FIXED_TYPES[name]])


def _no_text(printer: Printer, op: Any, *arguments: Any) -> str:
    return ""


def _is_fixed_type(op: Any, result: TypeOf, name: str) -> bool:
    return all(type is _FIXED_TYPES[name] for type in result.of(op))


def _parse_element_of(parser: Parser, draft: Draft, tensor: TypeOf, result: TypeOf) -> None:
    at = parser.position
    type = parser.type()
    if not isinstance(type, TensorType):
        parser.fail(f"expected a tensor type, found {type}", at)
    result.set(draft, [type.element])


def _is_element_of(op: Any, tensor: TypeOf, result: TypeOf) -> bool:
    (type,) = tensor.of(op)
    return isinstance(type, TensorType) and result.of(op) == [type.element]


def _parse_same_type(parser: Parser, draft: Draft, operand: TypeOf, result: TypeOf) -> None:
    result.set(draft, [parser.type()])


def _is_same_type(op: Any, operand: TypeOf, result: TypeOf) -> bool:
    return operand.of(op)[:1] == result.of(op)


def _parse_compared_type(parser: Parser, draft: Draft, operand: TypeOf, result: TypeOf) -> None:
    type = parser.type()
    draft.operand_types = [type] * len(draft.operands)
    result.set(draft, [_compared(type)])


def _compared(type: AnyType) -> AnyType:
    return type.with_element(PRED) if isinstance(type, TensorType) else PRED


def _is_compared_type(op: Any, operand: TypeOf, result: TypeOf) -> bool:
    types = {value.type for value in op.operands}
    return len(types) == 1 and result.of(op) == [_compared(*types)]


def _first_type_text(printer: Printer, op: Any, operand: TypeOf, *others: Any) -> str:
    return str(operand.of(op)[0])


def _parse_carried_types(parser: Parser, draft: Draft, operands: TypeOf, results: TypeOf) -> None:
    """The type of the numbers, and that of the carry."""
    type = parser.type()
    parser.literal(",")
    operands.set(draft, [type] * len(draft.operands))
    results.set(draft, [type, parser.type()])


def _carried_types_text(printer: Printer, op: Any, operands: TypeOf, results: TypeOf) -> str:
    return ", ".join(map(str, results.of(op)))


def _are_carried_types(op: Any, operands: TypeOf, results: TypeOf) -> bool:
    types = results.of(op)
    return len(types) == 2 and set(operands.of(op)) == {types[0]}


def _parse_pair_of_types(parser: Parser, draft: Draft, operands: TypeOf, results: TypeOf) -> None:
    """One type for all operands and both results."""
    type = parser.type()
    operands.set(draft, [type] * len(draft.operands))
    results.set(draft, [type, type])


def _are_pair_of_types(op: Any, operands: TypeOf, results: TypeOf) -> bool:
    types = results.of(op)
    return len(types) == 2 and set(operands.of(op)) == set(types) and types[0] is types[1]


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


def _is_selected_type(op: Any, condition: TypeOf, value: TypeOf, result: TypeOf) -> bool:
    _, *types = [operand.type for operand in op.operands]
    return len({*types, *result.of(op)}) == 1


# Attributes


def _parse_flags(parser: Parser, draft: Draft, field: AttributeField) -> None:
    """`overflow<nsw>` or `fastmath<fast>`; nothing stands for `none`."""
    word = "fastmath" if field.key == "fastmath" else "overflow"
    draft.attributes[field.key] = OpaqueAttr(f"#arith.{word}{bracketed(parser, '<') if parser.accept(word) else '<none>'}")


def _parse_flags_if_any(parser: Parser, draft: Draft, field: AttributeField) -> None:
    if parser.peek("fastmath"):
        _parse_flags(parser, draft, field)


def _flags_if_any_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return str(op.attributes.get(field.key, "")).removeprefix("#arith.")


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
        groups.append(ArrayAttr(tuple(IntegerAttr(d, I64) for d in parser.integers())))
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


def _mixed_sizes_fit(op: Any, operands: OperandField, static: AttributeField) -> bool:
    return op.attributes[static.key].values.count(DYNAMIC_SIZE) == len(getattr(op, operands.name))


def _mixed_sizes_text(printer: Printer, op: Any, operands: OperandField, static: AttributeField) -> str:
    values = iter(getattr(op, operands.name))
    sizes = [printer.value(next(values)) if n == DYNAMIC_SIZE else str(n) for n in op.attributes[static.key].values]
    return f"[{', '.join(sizes)}]"


def _parse_extents(parser: Parser, draft: Draft, field: AttributeField) -> None:
    found = parser.integers()
    draft.attributes[field.key] = DenseElementsAttr.of(np.array(found, np.int64), TensorType((len(found),), INDEX))


def _extents_fit(op: Any, field: AttributeField) -> bool:
    return op.attributes[field.key].is_short and op.attributes[field.key].type.rank == 1


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
    return f" {op.sym_visibility or 'public'} {mutable}{symbol_text(op.sym_name)}{value} : {op.type_}{others}"


# Loads and stores of ml_program in the order of tokens


def _parse_token_ordering(parser: Parser, draft: Draft, tokens: OperandField, produced: TypeOf) -> None:
    """`ordering(%a, %b -> type)`; `()` stands for no operands."""
    draft.counts[tokens.name] = 0
    if not parser.accept("ordering"):
        return
    parser.literal("(")
    if parser.accept("("):
        parser.literal(")")
    else:
        before = len(draft.operands)
        parser.operand_into(draft)
        while parser.accept(","):
            parser.operand_into(draft)
        draft.counts[tokens.name] = len(draft.operands) - before
    parser.literal("->")
    type = parser.type()
    produced.set(draft, [type])
    draft.field_types[tokens.name] = [type] * draft.counts[tokens.name]
    parser.literal(")")


def _token_ordering_text(printer: Printer, op: Any, tokens: OperandField, produced: TypeOf) -> str:
    operands = printer.values(getattr(op, tokens.name)) or "()"
    return f" ordering({operands} -> {produced.of(op)[0]})"


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
    *others, end = op.regions[0].blocks[0].operations
    is_implied = not (op.results or end.operands or end.attributes or (others and others[-1].is_terminator))
    region = printer.region(op.regions[0], show_arguments=False, show_terminators=not is_implied)
    attributes = printer.dictionary(op, (), " attributes")
    return f" {printer.value(op.operands[0])}{types} {region}{attributes}"


def _assuming_fits(op: Any) -> bool:
    blocks = op.regions[0].blocks
    if len(blocks) != 1 or blocks[0].arguments or not blocks[0].operations:
        return False
    return bool(op.results) or blocks[0].terminator.name == "shape.assuming_yield"


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


def _shape_reduce_fits(op: Any) -> bool:
    return bool(op.operands) and [v.type for v in op.operands[1:]] == [r.type for r in op.results]


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


# mhlo.convolution


def _parse_window_of_numbers(parser: Parser, draft: Draft, *declared: AttributeField) -> None:
    DIRECTIVES["WindowAttributes"].parse(parser, draft, *declared)


def _window_of_numbers_text(printer: Printer, op: Any, *declared: AttributeField) -> str:
    """The window, in which 0 and 1 say what is reversed."""
    text = DIRECTIVES["WindowAttributes"].text(printer, op, *declared)
    return text.replace("false", "0").replace("true", "1")


DIRECTIVES.update({
    "WindowOfNumbers": Directive(_parse_window_of_numbers, _window_of_numbers_text),
    "FixedType": Directive(_parse_fixed_type, _no_text, _is_fixed_type),
    "ElementOf": Directive(_parse_element_of, _first_type_text, _is_element_of),
    "SameType": Directive(_parse_same_type, _first_type_text, _is_same_type),
    "ComparedType": Directive(_parse_compared_type, _first_type_text, _is_compared_type),
    "CarriedTypes": Directive(_parse_carried_types, _carried_types_text, _are_carried_types),
    "PairOfTypes": Directive(_parse_pair_of_types, _first_type_text, _are_pair_of_types),
    "SelectedType": Directive(_parse_selected_type, _selected_type_text, _is_selected_type),
    "Flag": Directive(_parse_flag, _flag_text),
    "Flags": Directive(_parse_flags, _flags_text),
    "FlagsIfAny": Directive(_parse_flags_if_any, _flags_if_any_text),
    "IntegerPredicate": _predicate([name for name, *_ in INTEGER_PREDICATES]),
    "FloatPredicate": _predicate([name for name, *_ in FLOAT_PREDICATES]),
    "Reassociation": Directive(_parse_reassociation, _reassociation_text),
    "MixedSizes": Directive(_parse_mixed_sizes, _mixed_sizes_text, _mixed_sizes_fit),
    "Extents": Directive(_parse_extents, _extents_text, _extents_fit),
    "Global": Directive(_parse_global, _global_text),
    "TokenOrdering": Directive(_parse_token_ordering, _token_ordering_text),
    "Assuming": Directive(_parse_assuming, _assuming_text, _assuming_fits),
    "ShapeReduce": Directive(_parse_shape_reduce, _shape_reduce_text, _shape_reduce_fits),
    "Scan": Directive(_parse_scan, _scan_text),
})
