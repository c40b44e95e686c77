"""Operations of every dialect, drawn as variations of their examples: meaning, formula, decomposition and code agree."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pytest

import hloom.ops
from hloom.numbers.difference import SAME_BITS, difference
from hloom.ops.definition.operation import REGISTRY
from hloom.passes import PASSES, run_passes
from hloom.reference.interpreter import Interpreter
from hloom.verify import verify
from tests.codegen.test_operations import program
from tests.fuzz.compiled_checks import difference as difference_in_code
from tests.harness import compiled
from tests.ops.drawing.language import Case
from tests.ops.drawing.varied import signature_of, varied, varied_names
from tests.ops.test_eval_equals_element import check

assert hloom.ops
NAMES = varied_names()


def cases(name: str, count: int) -> list[Case]:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    with np.errstate(all="ignore"):
        return [varied(name, rng) for _ in range(count)]


def arrays_of(drawn: list[Case]) -> list[Any]:
    return [np.array(x, order="C") for _, arrays in drawn for x in arrays]


@pytest.mark.parametrize("name", NAMES)
def test_examples_vary(name: str) -> None:
    assert len({signature_of(op) for op, _ in cases(name, 12)}) > 2


@pytest.mark.parametrize("name", [n for n in NAMES if REGISTRY[n].element is not None])
def test_meaning_is_formula(name: str) -> None:
    for op, arrays in cases(name, 8):
        with np.errstate(all="ignore"):
            check(op, arrays)


@pytest.mark.parametrize("name", [n for n in NAMES if REGISTRY[n].element is None])
def test_meaning_is_decomposition(name: str) -> None:
    drawn = cases(name, 4)
    module = program(drawn)
    verify(module)
    taken_apart: Any = run_passes(module, [PASSES["decompose"]], verify_each=True)
    arrays = arrays_of(drawn)
    with np.errstate(all="ignore"):
        rows = [Interpreter(m).call_function("main", *arrays) for m in (module, taken_apart)]
    for found, expected in zip(*rows, strict=True):
        different = difference(found, expected, SAME_BITS)
        assert not different, f"{module}\n{different}"


@pytest.mark.parametrize("name", NAMES)
def test_code_agrees(name: str) -> None:
    drawn = cases(name, 4)
    module = program(drawn)
    arrays = arrays_of(drawn)
    with np.errstate(all="ignore"):
        expected = Interpreter(module).call_function("main", *arrays)
    for number, (a, b) in enumerate(zip(compiled(module)(*arrays), expected, strict=True)):
        different = difference_in_code(module, number, np.asarray(a), np.asarray(b))
        assert different is None, f"{module}\n{arrays}\n{different}"
