"""Programs, attributes, types and locations drawn at random: what is printed reads back as what it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, given, settings

from hloom.ir.attributes import Attribute
from hloom.ir.core import Operation, Value
from hloom.ir.location import Location
from hloom.ir.types import AnyType
from hloom.support.source import Source
from hloom.text.mlir import parse, print_module
from hloom.text.mlir.parser import Parser
from tests.fuzz import strategies
from tests.text.oracle import FORMS

pytestmark = pytest.mark.long


def parser(text: str) -> Parser:
    return Parser(Source("<drawn>", text))


def said(module: Operation, debug_info: bool) -> list[Any]:
    """All that a program says but the names of its values, an entry an operation."""
    numbers: dict[Value, int] = {}
    found: list[Any] = []
    for op in module.walk():
        found.append([op.name, [numbers[v] for v in op.operands], [str(r.type) for r in op.results],
                      {name: str(attribute) for name, attribute in sorted(op.attributes.items())}])
        values: list[Any] = [*op.results, *(a for region in op.regions for a in region.arguments)]
        for value in values:
            numbers[value] = len(numbers)
        found.append([str(value.type) for value in values])
        if debug_info:
            found.append([str(op.location), *(str(value.location) for value in values if hasattr(value, "location"))])
    return found


@pytest.mark.parametrize("generic, debug_info", FORMS)
@settings(max_examples=15, phases=[Phase.generate])
@given(module=strategies.programs())
def test_programs_read_back(module: Any, generic: bool, debug_info: bool) -> None:
    module.verify()
    text = print_module(module, generic=generic, debug_info=debug_info)
    again = parse(text, "<drawn>")
    assert said(again, debug_info) == said(module, debug_info)
    assert print_module(again, generic=generic, debug_info=debug_info) == text


@given(attribute=strategies.attributes)
def test_attributes_read_back(attribute: Attribute) -> None:
    text = str(attribute)
    reader = parser(text)
    again = reader.attribute()
    assert reader.position == len(text) and str(again) == text
    assert again == attribute or "array<" in text  # NaN within arrays is not equal to itself


@given(type=strategies.types)
def test_types_read_back(type: AnyType) -> None:
    reader = parser(str(type))
    assert reader.type() is type and reader.position == len(str(type))


@given(location=strategies.locations)
def test_locations_read_back(location: Location) -> None:
    reader = parser(str(location))
    assert reader.location_body() == location and reader.position == len(str(location))
