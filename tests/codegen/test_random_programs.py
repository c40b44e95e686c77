"""Random programs give the same results compiled and evaluated: at every vector width, with one and several workers.

They run in memory that is full of NaN before (see `execution`), so that reading what was never written shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.codegen.target import Target
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.pipeline import stages
from hloom.reference.interpreter import Interpreter
from tests.codegen.random_programs import RandomProgram
from tests.harness import apart, compiled, run, targets, workers
from tests.passes.programs import arguments

TARGETS = targets()
#: What functions may be off, moved about afterwards; see `random_programs`.
LOOSE = 4


def check(seed: int, count: int = 24, target: Target | None = None, workers: int = 2) -> None:
    program = RandomProgram(seed, count)
    if target is TARGETS.get("sse") and ELEMENT_TYPES["f16"] in program.elements:
        pytest.skip("processors this old convert f16 in a library that may not be there")
    module = program.module()
    arrays = inputs(module, seed)
    executable = compiled(module, target, workers)
    assert not executable.fallbacks
    compare(program, run(executable, *arrays), Interpreter(module).run_function("main", *arrays), seed)


def inputs(module: Any, seed: int) -> list[np.ndarray]:
    with np.errstate(all="ignore"):
        return [np.array(x, order="C") for x in arguments(module, seed)]


def compare(program: RandomProgram, found: Any, expected: Any, seed: int) -> None:
    for number, (a, b, is_loose) in enumerate(zip(found, expected, program.is_loose, strict=True)):
        different = apart(a, b, LOOSE * is_loose)
        assert not different, f"seed {seed}, result {number} of {program.results[number].owner}: {different}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(60))
def test_compiled_equals_evaluated(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("name", [n for n in TARGETS if n != "host"])
@pytest.mark.parametrize("seed", range(100, 115))
def test_every_width(seed: int, name: str) -> None:
    check(seed, target=TARGETS[name])


@pytest.mark.parametrize("count", [1, 5])
def test_every_number_of_workers(count: int) -> None:
    with workers(count):
        for seed in range(200, 212):
            check(seed, workers=count)


@pytest.mark.parametrize("seed", range(300, 310))
def test_after_all_passes(seed: int) -> None:
    """The whole pipeline changes nothing either."""
    program = RandomProgram(seed)
    module = program.module()
    arrays = inputs(module, seed)
    optimised = stages(module).module
    compare(program, run(compiled(optimised), *arrays), Interpreter(module).run_function("main", *arrays), seed)


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_many_more(name: str, count: int) -> None:
    with workers(count):
        for seed in range(1000 * count, 1000 * count + 150):
            if not (name == "sse" and ELEMENT_TYPES["f16"] in RandomProgram(seed).elements):
                check(seed, target=TARGETS[name], workers=count)


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(30))
def test_long_programs(seed: int) -> None:
    check(5000 + seed, count=120)
