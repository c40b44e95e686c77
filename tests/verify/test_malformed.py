"""Operations that lack parts, or have too many: the verifier reports something, and fails on none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hloom.ir.attributes import DenseArrayAttr, IntegerAttr, UnitAttr
from hloom.ir.core import Block
from hloom.numbers.element_type import I32
from hloom.verify import diagnose
from tests.ops.operations import PROGRAMS, program

Change = Callable[[Any], None]


def set_blocks(op: Any, *blocks: Block) -> None:
    for region in op.regions:
        region.blocks = []
        for block in blocks:
            region.append(block)


def drop_last_of_blocks(op: Any, what: str) -> None:
    for region in op.regions:
        for block in region.blocks:
            setattr(block, what, getattr(block, what)[:-1])


def return_nothing(op: Any) -> None:
    for region in op.regions:
        for block in region.blocks:
            for terminator in block.operations[-1:]:
                terminator.operands = []


def set_attributes(op: Any, **attributes: Any) -> None:
    op.attributes.update(attributes)


def set_integers(op: Any, value: int) -> None:
    for key, attribute in op.attributes.items():
        if isinstance(attribute, IntegerAttr):
            op.attributes[key] = IntegerAttr(value, attribute.type)
        elif isinstance(attribute, DenseArrayAttr) and attribute.element.is_integer:
            op.attributes[key] = DenseArrayAttr(attribute.element, tuple(value for _ in attribute.values))


#: Most are faults of most operations.
CHANGES: dict[str, Change] = {
    "no operands": lambda op: setattr(op, "operands", []),
    "one operand twice": lambda op: setattr(op, "operands", [*op.operands[:1], *op.operands]),
    "no results": lambda op: setattr(op, "results", ()),
    "no regions": lambda op: setattr(op, "regions", []),
    "one region": lambda op: setattr(op, "regions", op.regions[:1]),
    "no blocks": set_blocks,
    "an empty block": lambda op: set_blocks(op, Block([])),
    "no terminator": lambda op: drop_last_of_blocks(op, "operations"),
    "no last argument": lambda op: drop_last_of_blocks(op, "arguments"),
    "nothing returned": return_nothing,
    "no attributes": lambda op: op.attributes.clear(),
    "segments of another kind": lambda op: set_attributes(op, operandSegmentSizes=UnitAttr(), resultSegmentSizes=UnitAttr()),
    "no segments": lambda op: set_attributes(op, operandSegmentSizes=DenseArrayAttr(I32, ()),
                                             resultSegmentSizes=DenseArrayAttr(I32, ())),
    "negative segments": lambda op: set_attributes(op, operandSegmentSizes=DenseArrayAttr(I32, (-1, 2)),
                                                   resultSegmentSizes=DenseArrayAttr(I32, (-1, 2))),
    "zeros": lambda op: set_integers(op, 0),
    "negative numbers": lambda op: set_integers(op, -1),
    "large numbers": lambda op: set_integers(op, 2**62),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_that_is_missing_stops_the_verifier(change: str) -> None:
    for name in PROGRAMS:
        module, op = program(name)
        CHANGES[change](op)
        diagnose(module)


@pytest.mark.parametrize("change", ["no operands", "no regions", "no results", "no terminator"])
def test_what_is_missing_is_reported(change: str) -> None:
    name = "stablehlo.reduce"
    module, op = program(name)
    CHANGES[change](op)
    assert diagnose(module)
