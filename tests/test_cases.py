"""Every program of tests/cases runs on both engines and checks itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import hloom
from hloom.cli.check import functions_to_run

CASES = sorted((Path(__file__).parent / "cases").rglob("*.mlir"))
#: Families, and single operations, that compiled programs may leave to the evaluator.
NOT_COMPILED = {
    "arith", "check", "collective", "communication", "dynamic", "linear_algebra", "random", "shape", "tensor", "chlo/bessel_i1e",
    "chlo/broadcast_next_after", "chlo/broadcast_polygamma", "chlo/broadcast_zeta", "chlo/dynamic_reshape",
    "chlo/minimum_broadcast_shapes", "chlo/next_after", "chlo/polygamma", "chlo/scan", "chlo/zeta",
    "reduction/select_and_scatter", "sdy/manual_computation", "sdy/named_computation", "structure/custom_call"}


def test_there_are_cases() -> None:
    assert len(CASES) > 250


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path, engine: str) -> None:
    family = path.parent.name
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
            assert not on_evaluator or not NOT_COMPILED.isdisjoint((family, f"{family}/{path.stem}")), on_evaluator
