"""The table of what came out on both engines, and the page that gives reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.jax_suite import exclusions, table
from tests.jax_suite.exclusions import Exclusion
from tests.jax_suite.results import OUTCOMES, Outcome, Results

PAGE = """# Page

| test | other |
|---|---|
| `a` | `b` |

| test | reason |
|---|---|
| `lax_test::LaxTest::test_a[1]` | rounds another way |
| `pjit_test::*::test_text*` | XLA's text |

| `not in it` | because |
"""


def results(**outcomes: str) -> Results:
    tests = {f"f_test::T::{name}": Outcome(outcome, 1.0, "" if outcome == "passed" else f"Error: {name}")
             for name, outcome in outcomes.items()}
    return Results(len(tests), len(tests), tests)


def test_every_pair_of_outcomes_counts_in_one_column() -> None:
    def kind(xla: str, hloom: str) -> str:
        return table.kind_of(Outcome(xla), Outcome(hloom))

    for other in OUTCOMES[1:]:
        assert kind("passed", other) == "xla" and kind(other, "passed") == "hloom"
        for another in OUTCOMES[1:]:
            assert kind(other, another) == ("skipped" if other == another == "skipped" else "neither")
    assert kind("passed", "passed") == "both"


def test_a_row_counts_what_ran_on_both() -> None:
    xla = results(a="passed", b="passed", c="failed", d="skipped", e="passed", f="passed")
    hloom = results(a="passed", b="crashed", c="passed", d="skipped", e="skipped", g="passed")
    row = table.compare("f_test", xla, hloom, [Exclusion("f_test::T::e", "no such device")])
    assert row.ran == 5 and dict(row.counts) == {"both": 1, "xla": 2, "hloom": 1, "skipped": 1}
    assert row.share == pytest.approx(1 / 3)  # a reason does not make a failure a success
    assert [(one.name, one.outcome, one.reason) for one in row.lost] == [
        ("f_test::T::b", "crashed", None), ("f_test::T::e", "skipped", "no such device")]
    assert table.total([row, row]).counts["xla"] == 4 and table.total([row, row]).share == row.share
    assert table.compare("f_test", results(), results(), []).share is None


def test_what_is_missing_or_went_wrong_is_said() -> None:
    xla, hloom = results(a="passed", b="passed"), results(a="passed")
    hloom.problems.append("did not end")
    row = table.compare("f_test", xla, hloom, [])
    assert row.problems == ["hloom: did not end", "2 tests collected on XLA-CPU, 1 on hloom"]
    assert "- f_test: hloom: did not end" in table.markdown([row], "title", [])


def test_failures_of_one_cause_stand_together() -> None:
    xla = results(a="passed", b="passed", c="passed")
    hloom = Results(3, 3, {"f_test::T::a": Outcome("failed", 1, "JaxRuntimeError: INTERNAL: no 'x' (a[0]) at 0x12, 7 of 3.5e-07"),
                           "f_test::T::b": Outcome("failed", 1, "JaxRuntimeError: INTERNAL: no 'y.z' (b) at 0xab, 4 of 12"),
                           "f_test::T::c": Outcome("timeout", 1, "JaxRuntimeError: INTERNAL: no 'y.z' (b) at 0xab, 4 of 12")})
    groups = table.by_kind(table.compare("f_test", xla, hloom, []).lost)
    assert {kind: len(group) for kind, group in groups.items()} == {
        "failed: JaxRuntimeError: INTERNAL: no '...' (...) at N, N of N": 2,
        "timeout: JaxRuntimeError: INTERNAL: no '...' (...) at N, N of N": 1}


def test_reasons_are_read_from_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    found = exclusions.read(page)
    assert found == [Exclusion("lax_test::LaxTest::test_a[1]", "rounds another way"),
                     Exclusion("pjit_test::*::test_text*", "XLA's text")]
    assert exclusions.reason_for("lax_test::LaxTest::test_a[1]", found) == "rounds another way"  # brackets are no pattern
    assert exclusions.reason_for("pjit_test::ATest::test_text_2", found) == "XLA's text"
    assert exclusions.reason_for("pjit_test::ATest::test_other", found) is None
    for wrong in ("| lax_test::a | no quotes |", "| `lax_test::a` | |", "| `a` | b | c |"):
        page.write_text(PAGE.replace("| `lax_test::LaxTest::test_a[1]` | rounds another way |", wrong))
        with pytest.raises(ValueError, match=r"page.md:9: expected"):
            exclusions.read(page)
    assert exclusions.read(tmp_path / "absent.md") == []


def test_reasons_that_nothing_needs_are_named() -> None:
    passing, failing, skipped = Outcome("passed"), Outcome("failed"), Outcome("skipped")
    known = [Exclusion("a_test::*", "1"), Exclusion("b_test::x", "2"), Exclusion("c_test::x", "3"), Exclusion("d_test::x", "4")]
    tests = {"a_test::x": passing, "a_test::y": failing, "b_test::x": passing, "c_test::x": skipped}
    assert table.unused(known, tests) == [Exclusion("b_test::x", "2")]  # a: one still fails; d: did not run
    row = table.compare("f_test", Results(), Results(), known)
    assert "## Exclusions that pass\n\n- `b_test::x`: 2" in table.markdown([row], "title", table.unused(known, tests))


def test_the_page_of_this_project_can_be_read() -> None:
    assert all(exclusion.reason for exclusion in exclusions.read())
