"""Custom directives for the operations of the `sdy` dialect.

Its attributes are kept as their text; in the pretty form of an operation they stand without their name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from hloom.ir.attributes import IntegerAttr, OpaqueAttr, StringAttr
from hloom.ir.literal_text import string_text
from hloom.numbers.element_type import I32, I64
from hloom.text.mlir.assembly import (
    DIRECTIVES,
    Directive,
    Draft,
    bracketed,
    functional_type_text,
    parse_attributes_into,
    parse_values,
)
from hloom.text.mlir.sharding import sharding_attribute

if TYPE_CHECKING:
    from hloom.ops.definition.operation import AttributeField
    from hloom.text.mlir.parser import Parser
    from hloom.text.mlir.printer import Printer


#: What stands before and after the text of attributes that are written without their names; of others see `_around`.
_AROUND: Final = {"mesh": ("#sdy.mesh", ""), "sharding": ("#sdy.sharding", ""),
                  "sharding_per_value": ("#sdy.sharding_per_value<", ">")}


def _around(mnemonic: str) -> tuple[str, str]:
    """What stands before and after the text of an attribute that is written without its name."""
    return _AROUND.get(mnemonic, (f"#sdy<{mnemonic}", ">"))


def _attribute(parser: Parser, mnemonic: str) -> OpaqueAttr:
    """The attribute that stands here without its name."""
    before, after = _around(mnemonic)
    start, text = parser.position, bracketed(parser, "[{" if after else "<")
    return sharding_attribute(parser, f"{before}{parser.expanded(text)}{after}", start, len(before))


def _short(attribute: Any, mnemonic: str) -> str:
    """The text of an attribute without its name."""
    before, after = _around(mnemonic)
    return str(attribute).removeprefix(before).removesuffix(after)


def _parse_sdy(parser: Parser, draft: Draft, field: AttributeField, mnemonic: str) -> None:
    draft.attributes[field.key] = _attribute(parser, mnemonic)


def _sdy_text(printer: Printer, op: Any, field: AttributeField, mnemonic: str) -> str:
    return _short(op.attributes[field.key], mnemonic)


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
    draft.attributes[field.key] = IntegerAttr(_PROPAGATION.index(word), I32)


def _direction_text(printer: Printer, op: Any, field: AttributeField) -> str:
    return _PROPAGATION[op.attributes[field.key].value & 3]


def _parse_shardings(parser: Parser, draft: Draft) -> None:
    for name in ("in_shardings", "out_shardings"):
        if parser.accept(name):
            parser.literal("=")
            draft.attributes[name] = _attribute(parser, "sharding_per_value")


def _shardings_text(op: Any) -> str:
    parts = [f" {name}={_short(op.attributes[name], 'sharding_per_value')}"
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
    parse_values(parser, draft)
    _parse_shardings(parser, draft)
    parser.literal("manual_axes")
    parser.literal("=")
    draft.attributes["manual_axes"] = _attribute(parser, "manual_axes")
    _parse_sdy_body(parser, draft)


def _manual_computation_text(printer: Printer, op: Any) -> str:
    axes = _short(op.attributes["manual_axes"], "manual_axes")
    return (f"({printer.values(op.operands)}){_shardings_text(op)} manual_axes={axes}"
            f"{_sdy_body_text(printer, op, ('in_shardings', 'out_shardings', 'manual_axes'))}")


def _parse_named_computation(parser: Parser, draft: Draft) -> None:
    parser.literal("<")
    draft.attributes["name"] = StringAttr(parser.string())
    parser.literal(">")
    parse_values(parser, draft)
    _parse_shardings(parser, draft)
    _parse_sdy_body(parser, draft)


def _named_computation_text(printer: Printer, op: Any) -> str:
    return (f"<{string_text(op.attributes['name'].data)}>({printer.values(op.operands)}){_shardings_text(op)}"
            f"{_sdy_body_text(printer, op, ('in_shardings', 'out_shardings', 'name'))}")


DIRECTIVES.update({
    "Sdy": Directive(_parse_sdy, _sdy_text),
    "GroupNumber": Directive(_parse_group_number, _number_text),
    "PropagationDirection": Directive(_parse_direction, _direction_text),
    "ManualComputation": Directive(_parse_manual_computation, _manual_computation_text),
    "NamedComputation": Directive(_parse_named_computation, _named_computation_text),
})
