"""A short run of the mutation of bytecode, artifacts, VHLO texts and exported functions; and one file changed at every byte."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import mutate_bytecode
from tests.fuzz.bytecode_mutants import every_change, programs, written
from tests.fuzz.mutate_xla import finding


@pytest.mark.parametrize("count", [400, pytest.param(1200, marks=pytest.mark.exhaustive)])
def test_mutants_are_programs_or_errors_with_their_place(count: int) -> None:
    findings = {number: found for number in range(count) if (found := mutate_bytecode.iteration(5, number))}
    assert not findings


def test_an_artifact_changed_at_every_byte_is_a_program_or_error_with_its_place() -> None:
    number = next(number for number, text in enumerate(programs()) if '"stablehlo.reduce"' in text)
    for data in every_change(written(number, "1.0.0", True)):
        problem = finding(lambda rng, data=data: mutate_bytecode.try_bytecode(data, rng), random.Random(1), 2.0)
        assert problem is None, problem


def test_iterations_are_repeatable() -> None:
    first, second = ([mutate_bytecode.mutant(random.Random(f"1:{number}")) for number in range(50)] for _ in range(2))
    assert first == second
