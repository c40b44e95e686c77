"""Rules that merge, drop or make conversions, for all types, at the ends of the types: these are where equations of them fail."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.passes import PASSES, Pass
from hloom.passes.rewriting import index, rewrite
from hloom.passes.rules import conversion
from tests.numbers.ends import TYPES, ends
from tests.passes.programs import FunctionBuilder, after, assert_same_meaning, mnemonics, run, same

_RULES = index(conversion.TABLE)
#: The rules of conversions alone: nothing is folded before they see it.
ALONE = Pass("rules of conversions", lambda module: rewrite(module, _RULES))
#: Numbers of elements of an iota: the last index is, or is just beyond, the end of a type, or of those that a float holds.
LENGTHS = (1, 2, 3, 4, 5, 8, 9, 16, 17, 128, 129, 256, 257, 258, 2049, 2050, 32769, 65536, 65537)


def converted(b: Any, x: Any, *types: ElementType) -> Any:
    for type in types:
        x = b("stablehlo.convert", x, result_types=[x.type.with_element(type)])
    return x


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_chains_of_two_conversions(source: ElementType) -> None:
    x = ends(source)
    changed = 0
    for middle in TYPES:
        b = FunctionBuilder([TensorType(x.shape, source)])
        between = converted(b, b.arguments[0], middle)
        module = b.module(*(converted(b, between, target) for target in TYPES))
        results = run(module, x)
        for rules in (ALONE, PASSES["canonicalize"]):
            rewritten = after(module, rules, PASSES["dce"])
            changed += len(mnemonics(rewritten)) < len(mnemonics(module))
            for target, wanted, got in zip(TYPES, results, run(rewritten, x), strict=True):
                assert same(wanted, got), (str(source), str(middle), str(target))
    assert changed


@pytest.mark.parametrize("source", [t for t in TYPES if t.kind != "pred"], ids=str)
def test_conversions_of_an_iota(source: ElementType) -> None:
    for length in LENGTHS:
        b = FunctionBuilder()
        count = b("stablehlo.iota", iota_dimension=0, result_types=[TensorType((length,), source)])
        module = b.module(*(converted(b, count, target) for target in TYPES))
        results = run(module)
        for rules in (ALONE, PASSES["canonicalize"]):
            for target, wanted, got in zip(TYPES, results, run(after(module, rules)), strict=True):
                assert same(wanted, got), (str(source), length, str(target))


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_conversions_of_constants(source: ElementType) -> None:
    x = ends(source)[::7]
    b = FunctionBuilder()
    given = b.constant(x, source)
    one = b.splat(x[-1], TensorType((5,), source))
    module = b.module(*(converted(b, v, target) for target in TYPES for v in (given, one)))
    assert_same_meaning(module, after(module, PASSES["canonicalize"]))


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_chains_of_bitcasts(source: ElementType) -> None:
    x = ends(source)
    same_width = [t for t in TYPES if t.width == source.width and t.is_complex == source.is_complex]
    for middle in same_width:
        b = FunctionBuilder([TensorType(x.shape, source)])
        between = b("stablehlo.bitcast_convert", b.arguments[0], result_types=[TensorType(x.shape, middle)])
        module = b.module(*(b("stablehlo.bitcast_convert", between, result_types=[TensorType(x.shape, t)]) for t in same_width))
        assert_same_meaning(module, after(module, ALONE), x)
