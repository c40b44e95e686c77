"""The programs that `hloom explain` shows break what they stand for, and the table of constraints is made from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hloom.cli.broken import Broken, broken_programs, parse_programs, render_programs
from hloom.cli.derived import derived_programs
from hloom.cli.explain import explain, known_words
from hloom.cli.facts import Facts
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.operation import REGISTRY, operation_called
from hloom.verify.catalogue import constraints_of
from tools import constraints_table

REPOSITORY = Path(__file__).resolve().parents[2]


def test_each_program_breaks_its_constraint_and_no_other() -> None:
    found = {program.code: [d.code for d in program.diagnose()] for program in broken_programs().values()}
    assert {code: codes for code, codes in found.items() if codes != [code]} == {}


def test_each_program_has_the_operation_that_it_stands_for() -> None:
    for program in broken_programs().values():
        assert program.operation == constraints_table.ANY_OPERATION or program.operation.partition(".")[2] in program.text


def test_each_program_comes_from_a_test_that_exists() -> None:
    for test in {program.test for program in broken_programs().values()}:
        path, _, function = test.partition("::")
        assert f"def {function}(" in (REPOSITORY / path).read_text(encoding="utf-8"), test


def test_the_file_of_programs_is_written_as_it_is_read() -> None:
    programs = [Broken("a_c1", "x.a", "t.py::f", "module {\n}\n"), Broken("a_c2", "-", "t.py::g", "// comment\nmodule {\n}\n")]
    assert list(parse_programs(render_programs(programs)).values()) == programs


def test_the_table_of_constraints_has_a_test_or_a_reason_for_each() -> None:
    table = constraints_table.render_table(broken_programs())
    test = "`tests/ops/test_declared_parts.py::test_constraints`"
    assert f"| C8 | collapsed_slice_dims must lie in [0, the rank of operand) | checks | {test}" in table
    assert table.count("\n## ") == len({c.operation for op in REGISTRY.values() for c in constraints_of(op)}) + 1
    # Those of `hlo` that no program is made for are broken in HLO text, in `tests/text/test_hlo_constraints.py`.
    assert not [section for section in table.split("\n## ") if "**none**" in section and not section.startswith("hlo.")]


#: Parts of the operations, of which `make test` takes the first: all together take as long as a thousand other tests.
PARTS = [0, *(pytest.param(part, marks=pytest.mark.exhaustive) for part in range(1, 4))]


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_collected_that_can_be_made_and_what_is_made_is_up_to_date(part: int) -> None:
    made = derived_programs(list(REGISTRY.values())[part::4])
    assert len(made) > 200 and made.keys() & constraints_table.kept_programs().keys() == set()
    stored = {key: broken_programs().get(key) for key in made}
    assert {key: program for key, program in made.items() if program != stored[key]} == {}, "python -m tools.constraints_table"


def test_everything_that_has_a_name_is_explained_without_format_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Facts, "native", lambda facts: [])  # what it compiles for is the next test's
    words = {operation_called(word) or word: word for word in known_words()}  # names of one operation lead to one text
    assert len(words) > 2000
    for word in words.values():
        text = explain(word)
        assert text, word
        stated = text.partition("A program that breaks it")[0].partition("\nSyntax:\n")[0]
        assert "{" not in stated, stated


@pytest.mark.parametrize("part", PARTS)
def test_the_types_that_an_operation_takes_are_found(part: int) -> None:
    """Also of those that take none in the place of their example's."""
    for op in list(REGISTRY.values())[part::4]:
        found = [native.type for native in Facts(op).native()]
        assert found == [type for type in ELEMENT_TYPES if type in found]


@pytest.mark.parametrize("word", ["gather_c99", "gather_", "_c1", "", "stablehlo.", "no such thing", "{0}"])
def test_what_has_no_meaning_is_not_explained(word: str) -> None:
    assert explain(word) is None
