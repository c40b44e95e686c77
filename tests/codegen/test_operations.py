"""Every operation, compiled alone, does what `eval` and `element` do on random types, attributes and values.

The operands are arguments of the program, so that nothing is known before it runs. All cases of one operation are
compiled together, to compile less often. `tests/ops` shows that `eval` equals `element`.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pytest

from hloom.ops.common.decomposition import clone
from tests.harness import apart, compiled, run
from tests.ops.drawing.language import DRAW, Case, Rng, draw_elementwise, evaluate
from tests.ops.test_eval_equals_element import CONTRACTIONS, SIMPLE
from tests.passes.programs import FunctionBuilder

#: Functions that may be off in the last place, and by how many units against the evaluator, which may be off as well.
FUNCTIONS = dict.fromkeys(["atan2", "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one",
                           "logistic", "power", "rsqrt", "sine", "tan", "tanh"], 4)
#: Complex functions of more than a few roundings.
COMPLEX = {*FUNCTIONS, "sqrt", "sign", "abs", "divide", "multiply"}


def draw(name: str, rng: Rng) -> Case:
    return draw_elementwise(name, rng) if name in SIMPLE else DRAW[f"stablehlo.{name}"](rng)


def program(cases: list[Case]) -> Any:
    """A module whose function does all the cases: all operands are arguments, all results are returned."""
    builder = FunctionBuilder([v.type for op, _ in cases for v in op.operands])
    arguments = iter(builder.arguments)
    results = []
    for op, _ in cases:
        copy = clone(op, {v: next(arguments) for v in op.operands})
        results.extend(builder.block.append(copy).results)
    return builder.module(*results)


def check(name: str, rng: Rng, count: int) -> None:
    cases = [draw(name, rng) for _ in range(count)]
    executable = compiled(program(cases))
    assert not executable.fallbacks
    check_results(executable, cases)


def check_results(executable: Any, cases: list[Case]) -> None:
    found = iter(run(executable, *(np.array(x, order="C") for _, arrays in cases for x in arrays)))
    for op, arrays in cases:
        for expected in evaluate(op, arrays):
            a, b = next(found), np.asarray(expected)
            if op.mnemonic in CONTRACTIONS:  # sums may start from the first product or from +0
                a, b = (x + x.dtype.type(0) for x in (a, b))
            allowed = tolerance(op, arrays)
            different = apart(a, b, allowed)
            assert not different or is_free(op, a, b, allowed), f"{op} {op.attributes}\n{arrays}\n{different}"


def tolerance(op: Any, arrays: Any) -> float | np.ndarray:
    element = op.operands[0].type.element if op.operands else op.results[0].type.element
    if element.is_complex and op.mnemonic == "power":
        # Code computes e^(y log x), which makes the rounding error of y log x the relative error of the result.
        base, exponent = arrays
        with np.errstate(all="ignore"):
            sizes = np.abs(exponent * np.log(base.astype(np.complex128)))
            return 16 + 4 * np.nan_to_num(sizes)
    if element.is_complex:
        return 16 if op.mnemonic in COMPLEX else 0
    return FUNCTIONS.get(op.mnemonic, 0) if element.is_float else 0


def is_free(op: Any, a: np.ndarray, b: np.ndarray, allowed: float | np.ndarray) -> bool:
    """Complex functions: where a part of the result overflows or is not a number, conventions differ."""
    if op.mnemonic not in COMPLEX or a.dtype.kind != "c":
        return False
    limit = np.sqrt(np.finfo(a.dtype).max)
    ordinary = np.isfinite(a) & np.isfinite(b) & (np.abs(a) < limit) & (np.abs(b) < limit)
    return not apart(np.where(ordinary, a, 0), np.where(ordinary, b, 0), allowed)


NAMES = [*SIMPLE, *(name.removeprefix("stablehlo.") for name in sorted(DRAW))]


@pytest.mark.parametrize("name", NAMES)
def test_compiled_equals_evaluated(name: str) -> None:
    check(name, np.random.default_rng(zlib.crc32(name.encode())), 14)


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_many_more(name: str) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()) + 1)
    for _ in range(10):
        check(name, rng, 30)
