"""Numbers of the types that NumPy does not have, and strings with a type: read and printed as MLIR does, not computed with."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import hloom
from hloom.ir.attributes import OtherElementsAttr
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source
from hloom.text.mlir.parser import Parser
from tests.text.oracle import Oracle, oracles

WIDTHS = {"f80": 80, "f128": 128, "tf32": 19}


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


def attribute(text: str) -> Any:
    parser = Parser(Source("<test>", text))
    found = parser.attribute()
    assert parser.position == len(text)
    return found


@pytest.mark.parametrize("literal, expected", [
    ("1.0 : f80", None),
    ("-0.0 : f128", None),
    ("0.1 : f80", "0.100000000000000005551 : f80"),  # a decimal is a double first
    ("0.1 : f128", "0.100000000000000005551115123125782702 : f128"),
    ("0.1 : tf32", "9.997550e-02 : tf32"),
    ("1.0e5000 : f80", "0x7FFF8000000000000000 : f80"),
    ("0x1 : f128", "6.475180e-4966 : f128"),
    ("0x3FFF0000000000000000 : f80", "0x7FFF0000000000000000 : f80"),
    ("0x7FFEFFFFFFFFFFFFFFFF : f80", "1.18973149535723176502E+4932 : f80"),
    ("[127 : si8, -1 : si1, 1 : ui1, -64 : i7, 64 : i7, 18446744073709551616 : i128]", None),
    ("dense<[1.0, 0.1]> : tensor<2xf128>", None),
    ("dense<[[1.0], [1.0]]> : tensor<2x1xf80>", "dense<1.000000e+00> : tensor<2x1xf80>"),
    ("dense<0x7FFF8000000000000000> : tensor<2xf80>", None),
    ("dense<[]> : tensor<0xtf32>", "dense<> : tensor<0xtf32>"),
    ('dense<"0x0000000000000080FF3F0000000000000080FF4F"> : tensor<2xf80>', None),
    ('dense<"0x00FE0100FC01"> : tensor<2xtf32>', "dense<[1.500000e+00, 1.000000e+00]> : tensor<2xtf32>"),
    ('dense<"0x00FE01"> : tensor<2xtf32>', "dense<1.500000e+00> : tensor<2xtf32>"),
    ("dense<[1,  -2]> : tensor<2xsi8>", "dense<[1, -2]> : tensor<2xsi8>"),
    ("dense<[1, 64]> : tensor<2xi7>", "dense<[1, -64]> : tensor<2xi7>"),
    ("dense<[1, 0xFFFFFFFFFFFFFFFFFFFF]> : tensor<2xi128>", "dense<[1, 1208925819614629174706175]> : tensor<2xi128>"),
    ('dense<"0x0182"> : tensor<2xi7>', "dense<[1, 2]> : tensor<2xi7>"),
    ("dense<[1, 0]> : tensor<2xui1>", "dense<[true, false]> : tensor<2xui1>"),
    (f"dense<[{', '.join(f'{k}.5' for k in range(101))}]> : tensor<101xtf32>", None),
    (f"dense<[{', '.join(str(k - 50) for k in range(101))}]> : tensor<101xi17>", None),
    ("[dense<[(1.0,2.0), (3.0,0x7FFFF)]> : tensor<2xcomplex<tf32>>]", None),
    ("[dense<(1, -2)> : tensor<2xcomplex<i32>>, dense<(true, false)> : tensor<2xcomplex<i1>>]", None),
    ("[dense<(1.0, 2.0)> : tensor<2xcomplex<bf16>>]", None),
    (f"[dense<[{', '.join(f'({k}, 1)' for k in range(101))}]> : tensor<101xcomplex<i7>>]", None),
    ("[array<f80: 1.0, 0.1>, array<f128>, array<si8: -1, 5>, array<i24: 1, -5>]", None),
    ('["a" : i32, "b", "" : index, "c\\00" : tensor<2xf32>, "d" : (i32) -> i32]', None),
    ('"abc" : none', '"abc"'),
    ('{a = "b" : i32, c}', None),
], ids=lambda value: str(value)[:40])
def test_literals_are_spelled_as_mlir_does(literal: str, expected: str | None, readers: list[Oracle]) -> None:
    found = str(attribute(literal))
    assert found == readers[0].attribute(literal)
    assert found == expected if expected else True
    # What has more digits than a double is not the same number when it is read again, in MLIR neither.
    assert str(attribute(found)) == readers[0].attribute(found)


@pytest.mark.parametrize("name", WIDTHS)
def test_random_numbers_are_spelled_as_mlir_does(name: str, readers: list[Oracle]) -> None:
    source = random.Random(name)
    literals = [f"0x{source.getrandbits(WIDTHS[name]) | (1 << 63 if name == 'f80' else 0):X} : {name}" for _ in range(100)]
    for _ in range(100):
        digits, power = source.randrange(10 ** source.randint(1, 18)), source.randint(-320, 310)
        literals.append(f"{source.choice(['', '-'])}{digits}.{source.randrange(1000)}e{power} : {name}")
    for literal in literals:
        found = attribute(literal)
        assert str(found) == readers[0].attribute(literal)
        assert str(attribute(str(found))) == readers[0].attribute(str(found))


@pytest.mark.parametrize("literal, message", [
    ("0x80000 : tf32", "not a bit pattern of tf32"),
    ("-0x1 : f80", "not a bit pattern of f80"),
    ("1 : f80", "needs a decimal point: write 1.0"),
    ("200 : si8", "200 does not fit in si8"),
    ("0xFFFFFFFFFFFFFFFF : index", "does not fit in index"),
    ("dense<1> : tensor<2xf80>", "found '1'; write 1.0"),
    ("dense<true> : tensor<2xsi8>", "expected an element of type si8, found 'true'"),
    ("dense<[1, 200]> : tensor<2xsi8>", "200 does not fit in si8"),
    ("dense<0x80000> : tensor<1xtf32>", "does not fit in tf32"),
    ("dense<1.0> : tensor<2xcomplex<f80>>", "expected one element of type complex<f80>"),
    ("dense<[1.0, 2.0]> : tensor<3xf80>", "looks like 2"),
    ("dense<[1.0 2.0]> : tensor<1xf80>", "comma is missing"),
    ('dense<"0x00FE010000FC0100"> : tensor<2xtf32>', "2 elements of type tf32 take 6 bytes, but the string has 8"),
    ('dense<"0x00F"> : tensor<1xtf32>', "even number of the digits"),
    ("array<tf32: 1.0>", "whole bytes"),
    ("array<i7: 1>", "whole bytes"),
])
def test_faults(literal: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        attribute(literal)


def test_such_constants_are_kept_but_not_evaluated() -> None:
    kind = "tensor<2xf80>"
    module = hloom.parse(f"func.func @main() -> {kind} {{\n  %0 = arith.constant dense<1.0> : {kind}\n  return %0 : {kind}\n}}")
    module.verify()
    constant = module.functions["main"].body.block.operations[0].attributes["value"]
    assert isinstance(constant, OtherElementsAttr) and constant.is_splat and constant.elements == (0x3FFF8 << 60,)
    for run in (lambda: hloom.evaluate(module), lambda: hloom.compile(module)()):
        with pytest.raises(hloom.UserError, match="tensor<2xf80>, which can be read and printed but not evaluated"):
            run()
