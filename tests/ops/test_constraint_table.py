"""Every numbered constraint of the specification stands in the code, and the code numbers none that is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hloom.ops
from hloom.ops.definition import REGISTRY, Op

assert hloom.ops


def numbers(cls: type[Op]) -> set[int]:
    """The numbers of the constraints that a definition carries: in checks, in inference, and in checks of symbols."""
    labels = {check.label for check in (*cls.checks, *cls.result_checks)}
    inference = cls.definition.inference
    if inference is not None:
        labels |= {*inference.labels, *inference.parts.values()}
    labels |= set(getattr(cls, "symbol_labels", ()))
    return {int(label[1:]) for label in labels if label[:1] == "C" and label[1:].isdigit()}


@pytest.fixture(scope="module")
def table(shared: Path) -> dict[str, list[int]]:
    return json.loads((shared / "facts" / "constraints.json").read_text())["operations"]


@pytest.mark.shared
def test_every_operation_of_the_specification_is_defined(table: dict[str, list[int]]) -> None:
    assert [name for name in table if f"stablehlo.{name}" not in REGISTRY] == []


@pytest.mark.shared
def test_every_constraint_of_the_specification_is_checked(table: dict[str, list[int]]) -> None:
    missing = {name: sorted(set(wanted) - numbers(REGISTRY[f"stablehlo.{name}"])) for name, wanted in table.items()}
    assert {name: labels for name, labels in missing.items() if labels} == {}


@pytest.mark.shared
def test_no_constraint_has_a_number_of_its_own(table: dict[str, list[int]]) -> None:
    beyond = {name: numbers(REGISTRY[f"stablehlo.{name}"]) - set(wanted) for name, wanted in table.items()}
    assert {name: labels for name, labels in beyond.items() if labels} == {}


def test_every_operation_computes_in_exactly_one_way() -> None:
    ways = {name: [way for way in ("element", "decompose", "kernel", "control") if getattr(cls, way) is not None]
            for name, cls in REGISTRY.items()}
    unclear = {name: found for name, found in ways.items()
               if not found or (len(found) > 1 and ("kernel" in found or "control" in found))}
    assert unclear == {}


def test_every_operation_has_a_meaning() -> None:
    """`eval` or `run`, or operations that it stands for; terminators and declarations have none."""
    structural = {"builtin.module", "func.func"}
    without = [name for name, cls in REGISTRY.items()
               if not cls.is_terminator and name not in structural and cls.eval is None and cls.run is None
               and cls.decompose is None]
    assert without == []
