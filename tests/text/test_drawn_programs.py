"""Random operations, with the attributes that the property tests draw and some more: text equal to MLIR's."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from hloom.ir.attributes import UNIT, IntegerAttr, StringAttr
from hloom.ir.core import Block, Region
from hloom.ir.types import FunctionType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.text.mlir import parse, print_module
from tests.ops.drawing.language import DRAW
from tests.ops.drawing.varied import drawn as drawn_case
from tests.ops.drawing.varied import varied_names
from tests.ops.operations import PROGRAMS
from tests.text.oracle import FORMS, Oracle, oracles

_ELEMENTWISE = sorted(cls.name for cls in REGISTRY.values()
                      if cls.name.startswith("stablehlo.") and cls.is_elementwise and not cls.definition.regions
                      and len(cls.definition.attributes) <= 1 and len(cls.definition.results) == 1
                      and cls.name not in DRAW and "quantize" not in cls.name)
#: Those of sdy name a mesh of the module, which is not drawn.
_VARIED = [name for name in varied_names() if not name.startswith("sdy.")]
#: Attributes that belong to no operation, with and without a dialect.
_OTHERS = {"note": UNIT, "mhlo.layout_mode": StringAttr("default"), "x.y": IntegerAttr(7, ELEMENT_TYPES["i32"])}


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


def program(op: Op) -> Any:
    """A module with a function around a copy of an operation."""
    block = Block([value.type for value in op.operands])
    made = block.append(type(op)(block.arguments, [r.type for r in op.results], op.attributes, op.regions))
    block.append(REGISTRY["func.return"].create(list(made.results), result_types=()))
    signature = FunctionType(tuple(v.type for v in op.operands), tuple(r.type for r in op.results))
    function = REGISTRY["func.func"].create(sym_name="main", function_type=signature, regions=[Region([block])], result_types=())
    return REGISTRY["builtin.module"].create(regions=[Region([Block()])], result_types=()), function


def compare(op: Op, readers: list[Oracle]) -> bool:
    """Whether a library reads the operation; its text then is the library's."""
    module, function = program(op)
    module.regions[0].block.append(function)
    text = print_module(module, generic=True)
    expected = next((found for reader in readers if (found := reader.texts(text, FORMS)) is not None), None)
    if expected is None:
        return False
    # MLIR does not read what it prints for a scalar: `dynamic_slice %arg0, , sizes = []`.
    expected = [wanted.replace(", , sizes", ", sizes") for wanted in expected]
    again = parse(text, "-")
    for (generic, debug_info), wanted in zip(FORMS, expected):
        assert print_module(again, generic=generic, debug_info=debug_info).splitlines() == wanted.rstrip("\n").splitlines()
    assert print_module(parse(expected[0], "-")).splitlines() == expected[0].rstrip("\n").splitlines()
    return True


def drawn(name: str, rng: np.random.Generator) -> Op:
    op: Any = drawn_case(name, rng)[0]
    for key, value in _OTHERS.items():
        if rng.integers(2):
            op.attributes[key] = value
    return op


@pytest.mark.parametrize("name", sorted({*DRAW, *_ELEMENTWISE, *_VARIED}))
def test_drawn_operations_are_printed_as_mlir_does(name: str, readers: list[Oracle]) -> None:
    if name in _VARIED and all(reader.text(PROGRAMS[name]) is None for reader in readers):
        pytest.skip("an operation that no library knows")
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    found = Counter(compare(drawn(name, rng), readers) for _ in range(6))
    assert found[True], "no library reads any"
