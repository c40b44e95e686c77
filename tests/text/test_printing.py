"""Text equal to MLIR's, character for character, in the pretty and in the generic form, with locations and without.

A seeded sample of the conformance programs is compared in every run; `ALL_PROGRAMS=1` compares all of them. Each is
read by the first library that reads it: jaxlib, then torch-mlir, which knows quantized types. Neither has the `check`
dialect: programs that check themselves are compared without those operations. Left are programs that are not valid, and
three of which the operations that check are not taken out so simply.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hloom.support.diagnostics import ParseError
from hloom.text.mlir import parse, print_module
from tests.text.oracle import FORMS, Oracle, oracles

#: Programs whose text differs, and why.
EXCEPTIONS = {
    "verify_while.1.mlir": "MLIR's text states only the operands' types, though those of the arguments differ: it is lost",
    "ops_stablehlo.510.mlir": "spells the storage type of a quantized type ui8, which MLIR keeps apart from u8",
}
SAMPLE = 60
#: An operation of the `check` dialect with the lines that continue it.
_CHECK = re.compile(r'^ *"?check\..*\n(?: *[^\s%}"a-z].*\n)*', re.MULTILINE)
_SEPARATOR = re.compile(r"^// -----.*$", re.MULTILINE)


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


def programs(shared: Path) -> list[Path]:
    """All bench programs, and conformance programs."""
    bench = sorted((shared / "bench" / "stablehlo").glob("*.mlir"))
    found = sorted((shared / "conformance").glob("*/*.mlir"))
    if not os.environ.get("ALL_PROGRAMS"):
        found = sorted({*random.Random(4).sample(found, SAMPLE), *(shared / "conformance" / "roundtrip").glob("*.mlir")})
    return bench + found


def readable(path: Path, readers: list[Oracle]) -> Iterator[tuple[str, list[str]]]:
    """The programs of a file that a library reads, each with its text in all forms."""
    for program in _SEPARATOR.split(path.read_text()):
        for text in dict.fromkeys((program, _CHECK.sub("", program))):
            expected = next((found for reader in readers if (found := reader.texts(text, FORMS)) is not None), None)
            if expected is not None:
                yield text, expected
                break


@pytest.mark.shared
def test_text_equals_mlir(shared: Path, readers: list[Oracle]) -> None:
    wrong, compared = [], 0
    for path in programs(shared):
        if path.name in EXCEPTIONS:
            continue
        for program, texts in readable(path, readers):
            compared += 1
            module = parse(program, "-")  # the name that the libraries give a text
            for (generic, debug_info), text in zip(FORMS, texts):
                printed = print_module(module, generic=generic, debug_info=debug_info).splitlines()
                expected = text.rstrip("\n").splitlines()
                if printed != expected:
                    pairs = zip(printed, expected)
                    wrong.append(next((f"{path.name}: {a!r} != {b!r}" for a, b in pairs if a != b), path.name))
    assert not wrong, f"{len(wrong)} texts of {compared} programs differ:\n" + "\n".join(wrong)
    assert compared > 80


@pytest.mark.shared
def test_printed_text_is_a_fixed_point(shared: Path) -> None:
    for path in programs(shared)[::3]:
        try:
            module = parse(path.read_text(), path.name)
        except ParseError:
            continue
        for generic in (False, True):
            text = print_module(module, generic=generic)
            again = parse(text, path.name)
            assert print_module(again, generic=generic) == text, path.name
            assert print_module(again) == print_module(module), path.name


@pytest.mark.parametrize("end", ["shape.assuming_yield", "func.return\n    shape.assuming_yield",
                                 "shape.assuming_yield {note = 1 : i32}", "shape.assuming_yield %w : !shape.witness"])
def test_an_end_that_is_not_implied_is_printed(end: str) -> None:
    """Also of regions that break constraints: who mends them wants to see what is there."""
    module: Any = parse(f"""func.func @f(%w: !shape.witness) {{
  shape.assuming %w {{
    {end}
  }}
  return
}}""", "-")
    region = module.functions["f"].body.block.operations[0].regions[0]
    for generic in (False, True):
        text = print_module(module, generic=generic)
        assert ("assuming_yield" in text) == (generic or end != "shape.assuming_yield")
        read: Any = parse(text, "-")
        again = read.functions["f"].body.block.operations[0].regions[0]
        for one, other in zip(region.blocks[0].operations, again.blocks[0].operations, strict=True):
            assert (one.name, len(one.operands), one.attributes) == (other.name, len(other.operands), other.attributes)


NAMES = """\
func.func @main(%input: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %pair:2 = stablehlo.optimization_barrier %input, %one : tensor<2xf32>, tensor<2xf32>
  return %pair#0, %pair#1 : tensor<2xf32>, tensor<2xf32>
}
"""


def test_names_are_numbered_or_kept() -> None:
    module = parse(NAMES)
    assert (
        print_module(module)
        == """\
module {
  func.func @main(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %0:2 = stablehlo.optimization_barrier %arg0, %cst : tensor<2xf32>, tensor<2xf32>
    return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
  }
}
"""
    )
    assert (
        print_module(module, names="keep")
        == """\
module {
  func.func @main(%input: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %one = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %pair:2 = stablehlo.optimization_barrier %input, %one : tensor<2xf32>, tensor<2xf32>
    return %pair#0, %pair#1 : tensor<2xf32>, tensor<2xf32>
  }
}
"""
    )


def test_kept_names_stay_apart() -> None:
    module = parse(NAMES)
    function = module.regions[0].block.operations[0]
    for op in function.regions[0].block.operations[:2]:
        for result in op.results:
            result.name = None
    text = print_module(module, names="keep")
    assert print_module(parse(text)) == print_module(module)


def test_unknown_choice_of_names() -> None:
    with pytest.raises(ValueError, match="'mlir' or 'keep'"):
        print_module(parse(NAMES), names="short")
