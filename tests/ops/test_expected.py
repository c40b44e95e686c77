"""What operations compute is what NumPy, Python's integers and mpmath say (`tests/ops/expected`)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom.ops
from hloom.numbers.difference import Tolerance, difference
from hloom.ops.definition.operation import REGISTRY
from hloom.reference.interpreter import Interpreter
from tests.codegen.test_operations import program
from tests.harness import compiled
from tests.ops import expected as entries
from tests.ops.drawing.known import known_cases
from tests.ops.expected.language import EXPECTED, expected

assert hloom.ops


def tolerance(name: str) -> Tolerance:
    return Tolerance(units=EXPECTED[name].units, absolute=EXPECTED[name].absolute)


def check(name: str, count: int, seed: int, run: Callable[..., Any]) -> None:
    """That `run(module, *arrays)` gives what is expected of operations drawn."""
    cases = known_cases(name, count, seed)
    assert cases
    arrays: list[Any] = [np.array(x, order="C") for _, operands in cases for x in operands]
    with np.errstate(all="ignore"):
        results = iter(run(program(cases), *arrays))
    for op, operands in cases:
        for wanted in expected(op, operands):
            different = difference(np.asarray(next(results)), wanted, tolerance(name))
            assert not different, f"{op} {op.attributes}\n{operands}\n{different}"


def interpreted(module: Any, *arrays: Any) -> Any:
    return Interpreter(module).call_function("main", *arrays)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_meaning_is_what_is_expected(name: str) -> None:
    check(name, 6, 1, interpreted)


@pytest.mark.exhaustive
@pytest.mark.parametrize("run", [interpreted, lambda module, *arrays: compiled(module)(*arrays)], ids=["reference", "cpu"])
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_many_give_what_is_expected(name: str, run: Callable[..., Any]) -> None:
    for seed in range(2, 8):
        check(name, 12, seed, run)


def test_entries_are_of_operations() -> None:
    assert set(EXPECTED) <= set(REGISTRY)


def test_expected_values_do_not_come_from_hloom() -> None:
    imported = set()
    for path in Path(entries.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    ours = {name for name in imported if name.startswith("tests.") and not name.startswith("tests.ops.expected")}
    assert not ours and not {name for name in imported if name.split(".")[0] == "hloom"}
