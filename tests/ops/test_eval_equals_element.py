"""Every operation's `eval` and `element`, written independently, agree on random operations."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

import hloom.ops.builtin.module
import hloom.ops.stablehlo.control
import hloom.ops.stablehlo.conversion
import hloom.ops.stablehlo.convolution
import hloom.ops.stablehlo.creation
import hloom.ops.stablehlo.einsum
import hloom.ops.stablehlo.gather
import hloom.ops.stablehlo.sorting
from hloom.numbers.difference import SAME_BITS, difference
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo import elementwise
from hloom.verify.operations import diagnose_operation
from tests.ops.drawing.language import DRAW, draw_elementwise, evaluate
from tests.ops.element_evaluation import evaluate_element

assert hloom

SIMPLE = sorted({c.name.removeprefix("stablehlo.") for c in vars(elementwise).values() if isinstance(c, type)
                 and issubclass(c, Op) and c.name}
                | {"is_finite", "real", "imag", "complex"})


#: Their sums may start from the first product or from +0, which tells zeros of either sign apart.
CONTRACTIONS = ("dot_general", "dot", "einsum", "unary_einsum", "convolution")


def check(op, arrays) -> None:
    assert diagnose_operation(op) == []
    results = evaluate(op, arrays)
    by_formula = evaluate_element(op, arrays)
    assert len(results) == len(op.results)
    for number, (result, declared) in enumerate(zip(results, op.results)):
        assert result.shape == declared.type.shape and result.dtype == declared.type.storage.dtype
        if by_formula is not None:
            message = (f"{op.name} {[str(v.type) for v in op.operands]} {op.attributes}\n{arrays}\neval {result}\n"
                       f"element {by_formula[number]}")
            by_meaning, by_element = np.asarray(result), by_formula[number]
            if op.mnemonic in CONTRACTIONS:
                by_meaning, by_element = (x + x.dtype.type(0) for x in (by_meaning, by_element))
            assert not difference(by_element, by_meaning, SAME_BITS), message


@pytest.mark.parametrize("name", SIMPLE)
def test_elementwise(name: str) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(12):
        check(*draw_elementwise(name, rng))


@pytest.mark.parametrize("name", sorted(DRAW))
def test_drawn(name: str) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(30):
        check(*DRAW[name](rng))
