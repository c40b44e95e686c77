"""The table of XLA's words stands beside the constraints of the definitions: each row names one."""

from __future__ import annotations

import pytest

from hloom.ops.definition.operation import REGISTRY, Op
from hloom.xla.inference.definitions import _NOT, _ORDER
from hloom.xla.inference.words import ARRAYS, WORDS

DIALECTS = ("stablehlo", "chlo", "hlo")


def _codes() -> set[str]:
    found: set[str] = set()
    for name, cls in REGISTRY.items():
        dialect, _, word = name.partition(".")
        if dialect in DIALECTS and issubclass(cls, Op):
            found |= {f"{word}_{c.label.lower()}" for c in cls.checks}
            found |= {f"{word}_i{field.position + 1}" for field in cls.definition.operands}
    return found


@pytest.mark.parametrize("table", [WORDS, ARRAYS], ids=["words", "arrays"])
def test_every_row_names_a_constraint(table: dict[str, object]) -> None:
    assert set(table) <= _codes()


def test_constraints_that_are_left_out_or_come_first_exist() -> None:
    named = {f"{word}_{label.lower()}" for word, labels in _NOT.items() for label in labels.split()}
    named |= {f"{word}_{label.lower()}" for word, pair in _ORDER.items() for text in pair for label in text.split()}
    assert named <= _codes()
