"""Every program of tests/cases runs on both engines and checks itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import hloom
from hloom.cli.check import functions_to_run

CASES = sorted((Path(__file__).parent / "cases").rglob("*.mlir"))
#: Families whose operations compiled programs may leave to the evaluator.
NOT_COMPILED = {"collective", "communication", "linear_algebra", "random"}


def test_there_are_cases() -> None:
    assert len(CASES) > 40


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path, engine: str) -> None:
    module = hloom.load(path)
    module.verify()
    functions = functions_to_run(module)
    assert functions
    for function in functions:
        if engine == "reference":
            hloom.evaluate(module, function=function)
        else:
            executable = hloom.compile(module, function)
            executable()
            on_evaluator = {op.name for op in executable.fallbacks if op.dialect != "check"}
            assert not on_evaluator or path.parent.name in NOT_COMPILED, on_evaluator
