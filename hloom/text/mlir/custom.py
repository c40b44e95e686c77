"""The custom directives of assembly formats: types that are stated once, and attributes with a notation of their own.

Each directive is a pair of functions, one that reads into a draft and one that prints, under the name that `syntax`
strings use (`custom<SliceRanges>(...)`). Those that read a whole operation are in `custom_operations`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
)
from hloom.ir.literal_text import keyword_text, scalar_text, symbol_text
from hloom.ir.types import FunctionType, QuantizedType, TensorType, TupleType, tensor
from hloom.numbers.element_type import ELEMENT_TYPES, I64, PRED, ElementType
from hloom.ops.common.attributes import ConvDimensionNumbers, DotAlgorithm, DotDimensionNumbers
from hloom.text.mlir.assembly import (
    DIRECTIVES,
    Directive,
    Draft,
    TypeOf,
    as_list,
    parse_same,
    parse_signature,
    same_text,
    signature_text,
)
from hloom.text.mlir.lexer import token_pattern
from hloom.text.mlir.structured import convolution_dimensions, structured

if TYPE_CHECKING:
    from hloom.ops.definition.operation import AttributeField, OperandField
    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer

_RANGE: Final = token_pattern(r"(-?[0-9]{1,19}) *: *(-?[0-9]{1,19})(?: *: *(-?[0-9]{1,19}))?")
_FLOAT_FORMAT: Final = token_pattern(r"e(-?[0-9]{1,9})m(-?[0-9]{1,9})")
_PAIR: Final = token_pattern(r"\[ *(-?[0-9]{1,19}) *, *(-?[0-9]{1,19}) *\]")
_PRECISION_WORDS: Final = re.compile(r",\s*(?:precision|algorithm)\s*=")


# Types that are stated once


def _parse_variadic_same(parser: Parser, draft: Draft, _values: Any, operands: TypeOf, result: TypeOf) -> None:
    parse_same(parser, draft, operands, result)


def _variadic_same_text(printer: Printer, op: Any, _values: Any, operands: TypeOf, result: TypeOf) -> str:
    return same_text(printer, op, operands, result)


def _parse_pairwise(parser: Parser, draft: Draft, operands: TypeOf, results: TypeOf) -> None:
    types = parser.types()
    operands.set(draft, types)
    results.set(draft, types)


def _pairwise_fits(op: Any, operands: TypeOf, results: TypeOf) -> bool:
    return operands.of(op) == results.of(op)


def _pairwise_text(printer: Printer, op: Any, operands: TypeOf, results: TypeOf) -> str:
    return ", ".join(map(str, operands.of(op)))


def _parse_tuple(parser: Parser, draft: Draft, operands: TypeOf, result: TypeOf) -> None:
    at = parser.position
    type = parser.type()
    if isinstance(type, FunctionType):
        operands.set(draft, type.inputs)
        result.set(draft, type.outputs)
    elif isinstance(type, TupleType):
        operands.set(draft, type.elements)
        result.set(draft, [type])
    else:
        parser.fail(f"expected a tuple type, found {type}", at)


def _tuple_text(printer: Printer, op: Any, operands: TypeOf, result: TypeOf) -> str:
    outputs = result.of(op)
    if isinstance(outputs[0], TupleType) and list(outputs[0].elements) == operands.of(op):
        return str(outputs[0])
    return signature_text(operands.of(op), outputs)


def _parse_complex(parser: Parser, draft: Draft, lhs: TypeOf, rhs: TypeOf, result: TypeOf) -> None:
    at = parser.position
    if parser.peek("("):
        parse_signature(parser, draft, (lhs, rhs), result)
        return
    type = parser.type()
    if not isinstance(type, TensorType) or not isinstance(type.element, ElementType) or not type.element.is_complex:
        parser.fail(f"expected a tensor of complex numbers, found {type}", at)
    draft.operand_types = [type.with_element(type.element.part)] * 2
    result.set(draft, [type])


def _complex_text(printer: Printer, op: Any, lhs: TypeOf, rhs: TypeOf, result: TypeOf) -> str:
    (output,) = result.of(op)
    parts = [*lhs.of(op), *rhs.of(op)]
    if isinstance(output, TensorType) and isinstance(output.element, ElementType) and output.element.is_complex and all(
            part is output.with_element(output.element.part) for part in parts):
        return str(output)
    return signature_text(parts, [output])


def _parse_select(parser: Parser, draft: Draft, pred: TypeOf, on_true: TypeOf, on_false: TypeOf,
                  result: TypeOf) -> None:
    if parser.peek("("):
        parse_signature(parser, draft, (pred, on_true, on_false), result)
        return
    condition = parser.type()
    parser.literal(",")
    type = parser.type()
    draft.operand_types = (condition, type, type)
    result.set(draft, [type])


def _select_text(printer: Printer, op: Any, pred: TypeOf, on_true: TypeOf, on_false: TypeOf, result: TypeOf) -> str:
    (condition,), (a,), (b,), (output,) = (argument.of(op) for argument in (pred, on_true, on_false, result))
    return f"{condition}, {output}" if a is b is output else signature_text([condition, a, b], [output])


# Attributes


def _integers(op: Any, field: AttributeField) -> tuple[Any, ...]:
    attribute = op.attributes.get(field.key)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else ()


def _numbers(parser: Parser, match: re.Match[str], absent: str = "0") -> tuple[int, ...]:
    """The groups of a match as integers of 64 bits; `absent` stands for one that is missing."""
    found = tuple([int(group or absent) for group in match.groups()])
    if not all(-(1 << 63) <= n < 1 << 63 for n in found):
        parser.fail("the integer does not fit in 64 bits", match.start(), "range")
    return found


def _parse_ranges(parser: Parser, draft: Draft, *declared: AttributeField) -> None:
    parser.literal("[")
    ranges = []
    while not parser.peek("]"):
        match = parser.expect(_RANGE, "start:limit or start:limit:stride")
        ranges.append(_numbers(parser, match, "1"))
        if not parser.accept(","):
            break
    parser.literal("]")
    for k, field in enumerate(declared):  # starts, limits, strides
        draft.attributes[field.key] = DenseArrayAttr(I64, tuple(r[k] for r in ranges))


def _ranges_fit(op: Any, *declared: AttributeField) -> bool:
    return len({len(_integers(op, field)) for field in declared}) == 1


def _ranges_text(printer: Printer, op: Any, *declared: AttributeField) -> str:
    ranges = zip(*(_integers(op, field) for field in declared))
    return f"[{', '.join(f'{a}:{b}' if step == 1 else f'{a}:{b}:{step}' for a, b, step in ranges)}]"


def _parse_operands_with_comma(parser: Parser, draft: Draft, field: OperandField) -> None:
    before = len(draft.operands)
    parser.accept(",")  # MLIR prints a comma after no operands too, which it does not read itself
    while parser.peek("%"):
        parser.operand_into(draft)
        parser.literal(",")
    draft.counts[field.name] = len(draft.operands) - before


def _operands_with_comma_text(printer: Printer, op: Any, field: OperandField) -> str:
    values = as_list(getattr(op, field.name))
    return printer.values(values) + "," if values else ""


def _parse_convolution_dimensions(parser: Parser, draft: Draft, field: AttributeField) -> None:
    draft.attributes[field.key] = convolution_dimensions(parser)


def _convolution_dimensions_text(printer: Printer, op: Any, field: AttributeField) -> str:
    value: ConvDimensionNumbers = op.attributes[field.key]
    return value.labels


def _convolution_dimensions_fit(op: Any, field: AttributeField) -> bool:
    return op.attributes[field.key].has_labels


#: What the entries of a convolution's window are called, in the order of the directive's arguments.
_WINDOW: Final = ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse")


def _parse_window(parser: Parser, draft: Draft, *declared: AttributeField) -> None:
    fields = dict(zip(_WINDOW, declared))
    while not parser.peek("}"):
        at = parser.position
        word = parser.keyword(f"one of {', '.join(_WINDOW)}")
        if word not in fields:
            parser.fail(f"a window has no '{word}'; it has {', '.join(_WINDOW)}", at)
        if fields[word].key in draft.attributes:
            parser.fail(f"'{word}' is given twice", at)
        parser.literal("=")
        draft.attributes[fields[word].key] = _parse_padding(parser) if word == "pad" else parser.short_array(
            PRED if word == "reverse" else I64)
        if not parser.accept(","):
            break


def _parse_padding(parser: Parser) -> DenseElementsAttr:
    parser.literal("[")
    pairs = []
    while not parser.peek("]"):
        match = parser.expect(_PAIR, "a pair [low, high]")
        pairs.append(_numbers(parser, match))
        if not parser.accept(","):
            break
    parser.literal("]")
    data = np.array(pairs, np.int64).reshape(len(pairs), 2)
    return DenseElementsAttr.of(data, tensor(data.shape, I64))


def _window_fits(op: Any, *declared: AttributeField) -> bool:
    padding = op.attributes.get(declared[1].key)
    return padding is None or (padding.type.rank == 2 and padding.type.shape[1] == 2 and padding.is_short)


def _window_text(printer: Printer, op: Any, *declared: AttributeField) -> str:
    parts = []
    for word, field in zip(_WINDOW, declared):
        value = op.attributes.get(field.key)
        if isinstance(value, DenseElementsAttr):
            pairs = ", ".join(f"[{low}, {high}]" for low, high in value.array().reshape(-1, 2).tolist())
            parts.append(f"{word} = [{pairs}]")
        elif isinstance(value, DenseArrayAttr):
            parts.append(f"{word} = [{', '.join(scalar_text(v, value.element) for v in value.values)}]")
    return ", ".join(parts)


def _parse_dot_dimensions(parser: Parser, draft: Draft, field: AttributeField) -> None:
    lhs_batch: tuple[int, ...] = ()
    rhs_batch: tuple[int, ...] = ()
    lhs: tuple[int, ...] = ()
    rhs: tuple[int, ...] = ()
    if parser.accept("batching_dims"):
        lhs_batch, rhs_batch = _parse_dimension_pair(parser)
        parser.literal(",")
    parser.literal("contracting_dims")
    lhs, rhs = _parse_dimension_pair(parser)
    draft.attributes[field.key] = DotDimensionNumbers(lhs_batch, rhs_batch, lhs, rhs)


def _parse_dimension_pair(parser: Parser) -> tuple[tuple[int, ...], tuple[int, ...]]:
    parser.literal("=")
    lhs = parser.integers()
    parser.literal("x")
    return lhs, parser.integers()


def _dot_dimensions_text(printer: Printer, op: Any, field: AttributeField) -> str:
    value: DotDimensionNumbers = op.attributes[field.key]
    batch = ""
    if value.lhs_batching_dimensions or value.rhs_batching_dimensions:
        batch = f"batching_dims = {list(value.lhs_batching_dimensions)} x {list(value.rhs_batching_dimensions)}, "
    lhs, rhs = value.lhs_contracting_dimensions, value.rhs_contracting_dimensions
    return f"{batch}contracting_dims = {list(lhs)} x {list(rhs)}"


def _parse_precision(parser: Parser, draft: Draft, precision: AttributeField,
                     algorithm: AttributeField | None = None) -> None:
    """Each setting after a comma."""
    while _PRECISION_WORDS.match(parser.text, parser.position):
        parser.literal(",")
        field = algorithm if parser.peek("algorithm") else precision
        if field is None or field.key in draft.attributes:
            parser.fail_expected("':'" if field is None else "no second setting")
        if parser.accept("algorithm"):
            parser.literal("=")
            draft.attributes[field.key] = structured(parser, DotAlgorithm, "dot_algorithm")
        else:
            parser.keyword()
            parser.literal("=")
            draft.attributes[field.key] = _parse_precisions(parser)


def _parse_precisions(parser: Parser) -> ArrayAttr:
    parser.literal("[")
    found = []
    while not parser.peek("]"):
        found.append(EnumAttr("stablehlo", "precision", parser.keyword("a precision")))
        if not parser.accept(","):
            break
    parser.literal("]")
    return ArrayAttr(tuple(found))


def _precision_text(printer: Printer, op: Any, precision: AttributeField,
                    algorithm: AttributeField | None = None) -> str:
    text = ""
    value = op.attributes.get(precision.key)
    if value is not None:
        text += f", precision = [{', '.join(v.value for v in value)}]"
    if algorithm is not None and algorithm.key in op.attributes:
        text += f", algorithm = <{op.attributes[algorithm.key].body}>"
    return text


def _parse_float_format(parser: Parser, draft: Draft, exponent: AttributeField, mantissa: AttributeField) -> None:
    match = parser.expect(_FLOAT_FORMAT, "a format such as e8m23")
    for field, bits in ((exponent, match.group(1)), (mantissa, match.group(2))):
        draft.attributes[field.key] = IntegerAttr(int(bits), ELEMENT_TYPES["i32"])


def _float_format_text(printer: Printer, op: Any, exponent: AttributeField, mantissa: AttributeField) -> str:
    return f"e{op.attributes[exponent.key].value}m{op.attributes[mantissa.key].value}"


def _parse_symbol_name(parser: Parser, draft: Draft, field: AttributeField) -> None:
    draft.attributes[field.key] = StringAttr(parser.symbol())


def _symbol_name_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return symbol_text(op.attributes[field.key].value)


def storage_type(type: TensorType) -> TensorType:
    """The type that the elements of a constant of type `type` have."""
    return type.with_element(type.element.storage) if isinstance(type.element, QuantizedType) else type


DIRECTIVES.update({
    "VariadicSameOperandsAndResultType": Directive(_parse_variadic_same, _variadic_same_text),
    "PairwiseOpType": Directive(_parse_pairwise, _pairwise_text, _pairwise_fits),
    "TupleOpType": Directive(_parse_tuple, _tuple_text),
    "ComplexOpType": Directive(_parse_complex, _complex_text),
    "SelectOpType": Directive(_parse_select, _select_text),
    "SliceRanges": Directive(_parse_ranges, _ranges_text, _ranges_fit),
    "VariadicOperandWithAttribute": Directive(_parse_operands_with_comma, _operands_with_comma_text),
    "ConvolutionDimensions": Directive(_parse_convolution_dimensions, _convolution_dimensions_text,
                                       _convolution_dimensions_fit),
    "WindowAttributes": Directive(_parse_window, _window_text, _window_fits),
    "DotDimensionNumbers": Directive(_parse_dot_dimensions, _dot_dimensions_text),
    "PrecisionConfig": Directive(_parse_precision, _precision_text),
    "PrecisionConfigAndAlgorithm": Directive(_parse_precision, _precision_text),
    "ExponentMantissa": Directive(_parse_float_format, _float_format_text),
    "CustomCallTarget": Directive(_parse_symbol_name, _symbol_name_text),
    "SymbolName": Directive(_parse_symbol_name, _symbol_name_text),
})

__all__ = ["keyword_text", "storage_type"]
