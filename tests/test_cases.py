"""Every program of tests/cases runs on both engines and checks itself."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import hloom
from hloom.cli.check import functions_to_run
from hloom.runtime.cache import Cache
from tests.harness import machine_with
from tests.ops.expected.language import EXPECTED
from tools.make_cases import path_of, text_of

ROOT = Path(__file__).parent / "cases"
#: The cache of programs that are compiled as if they took long.
OPTIMISED = Cache(None, 0)
CASES = sorted(ROOT.rglob("*.mlir"))
#: Folders, and single files, of programs of which compiled ones may leave something to the evaluator.
NOT_COMPILED = {
    "operations/arith", "operations/chlo/dynamic_reshape", "operations/stablehlo/real_dynamic_slice",
    *(f"operations/stablehlo/dynamic_{name}" for name in ("broadcast_in_dim", "conv", "gather", "iota", "pad", "reshape")),
    "operations/tensor/bitcast", "operations/tensor/concat", "programs/check", "programs/collective", "programs/communication",
    "programs/dynamic/compute_reshape_shape", "programs/sdy", "programs/shape", "programs/tensor"}


def test_there_are_cases() -> None:
    """One file of each operation that `tests/ops/expected` knows, and programs written by hand."""
    assert {p for p in CASES if p.is_relative_to(ROOT / "operations")} == set(map(path_of, EXPECTED))
    assert len(CASES) > 200


def is_compiled(path: Path) -> bool:
    name = path.relative_to(ROOT).with_suffix("").as_posix()
    return NOT_COMPILED.isdisjoint((name, name.rpartition("/")[0]))


def run_compiled(module: Any) -> set[str]:
    """Runs the functions of a module; gives what is left to the evaluator."""
    found = set()
    for function in functions_to_run(module):
        executable = hloom.compile(module, function)
        executable()
        found.update(op.name for op in executable.fallbacks if op.dialect != "check")
    return found


@pytest.mark.parametrize("engine", ["reference", "cpu", "cpu optimised"])
@pytest.mark.parametrize("path", CASES, ids=lambda p: str(p.relative_to(ROOT).with_suffix("")))
def test_case(path: Path, engine: str) -> None:
    module = hloom.load(path)
    module.verify()
    assert functions_to_run(module)
    if engine == "reference":
        for function in functions_to_run(module):
            hloom.evaluate(module, function=function)
        return
    with contextlib.ExitStack() as stack:
        if engine == "cpu optimised":  # what takes next to no time, as nearly all of these, would not be
            stack.enter_context(machine_with(baseline_tier={"work": 0, "most_work": 0}))
            stack.enter_context(mock.patch.object(Cache, "_process", OPTIMISED))
        left = run_compiled(module)
        assert not left or not is_compiled(path), left


@pytest.mark.exhaustive
def test_what_is_said_to_be_left_to_the_evaluator_is() -> None:
    assert [path for path in CASES if not is_compiled(path) and not run_compiled(hloom.load(path))] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted(name for name, entry in EXPECTED.items() if not entry.units and not entry.absolute))
def test_files_are_what_is_drawn(name: str) -> None:
    """Those of exact operations, whose expected values are the same on every machine."""
    assert path_of(name).read_text(encoding="utf-8") == text_of(name)
