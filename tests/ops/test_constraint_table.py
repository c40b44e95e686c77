"""Every numbered constraint of the specification stands in the code, and the code numbers none that is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hloom.ops
from hloom.cli.broken import ANY_OPERATION, broken_programs
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.verify.catalogue import TYPE_CONSTRAINTS, constraints_of
from tools.constraints_table import UNBREAKABLE

assert hloom.ops


def numbers(cls: type[Op]) -> set[int]:
    """The numbers of the constraints that a definition carries, wherever it checks them."""
    return {c.number for c in constraints_of(cls) if c.number is not None}


NUMBERS = json.loads(Path(__file__).with_name("constraint_numbers.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def table() -> dict[str, list[int]]:
    return NUMBERS["operations"]


def test_every_operation_of_the_specification_is_defined(table: dict[str, list[int]]) -> None:
    assert [name for name in table if f"stablehlo.{name}" not in REGISTRY] == []


def test_every_constraint_of_the_specification_is_checked(table: dict[str, list[int]]) -> None:
    missing = {name: sorted(set(wanted) - numbers(REGISTRY[f"stablehlo.{name}"])) for name, wanted in table.items()}
    assert {name: labels for name, labels in missing.items() if labels} == {}


def test_no_constraint_has_a_number_of_its_own(table: dict[str, list[int]]) -> None:
    beyond = {name: numbers(REGISTRY[f"stablehlo.{name}"]) - set(wanted) for name, wanted in table.items()}
    assert {name: labels for name, labels in beyond.items() if labels} == {}


def test_every_constraint_of_types_is_known() -> None:
    assert [int(label[1:]) for label in TYPE_CONSTRAINTS] == NUMBERS["types"]


def test_every_constraint_is_broken_by_a_program_or_by_none_for_a_reason() -> None:
    """Those of `hlo` are broken in HLO text, in `tests/text/test_hlo_constraints.py`.

    `python -m tools.constraints_table --programs` collects the programs from the tests."""
    rows = {(name, c.code) for name, cls in REGISTRY.items() for c in constraints_of(cls) if not name.startswith("hlo.")}
    rows |= {(ANY_OPERATION, f"type_{label.lower()}") for label in TYPE_CONSTRAINTS}
    assert {code for _, code in rows - set(broken_programs())} == set(UNBREAKABLE)


@pytest.mark.shared
def test_the_table_is_that_of_the_specification(shared: Path) -> None:
    facts = json.loads((shared / "facts" / "constraints.json").read_text(encoding="utf-8"))
    assert (NUMBERS["operations"], NUMBERS["types"]) == (facts["operations"], facts["types"]["Types"])


def test_every_operation_computes_in_exactly_one_way() -> None:
    ways = {name: [way for way in ("element", "decompose", "kernel", "control", "expand") if getattr(cls, way) is not None]
            for name, cls in REGISTRY.items()}
    unclear = {name: found for name, found in ways.items()
               if not found or (len(found) > 1 and found not in (["element", "kernel"], ["kernel", "control"])
                                and {"kernel", "control"} & {*found})}
    assert unclear == {}


def test_every_operation_has_a_meaning() -> None:
    """`eval` or `run`, or operations that it stands for (`decompose`, `expand`); terminators and declarations have none."""
    structural = {"builtin.module", "func.func"}
    without = [name for name, cls in REGISTRY.items()
               if not cls.is_terminator and name not in structural and cls.eval is None and cls.run is None
               and cls.decompose is None and cls.expand is None]
    assert without == []
