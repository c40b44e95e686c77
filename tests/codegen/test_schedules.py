"""The table of schedules: each row takes kernels, the first one that does has them, and the others say why they do not."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import processors
from hloom.codegen.cpu import schedules
from hloom.codegen.cpu.schedules import SCHEDULES
from hloom.driver.stages import stages
from tests.codegen.code_programs import PROGRAMS, module_text
from tests.codegen.test_golden import SHOWN
from tests.harness import module_of

NAMES = [row.name for row in SCHEDULES]
#: Programs whose only kernel of loops is of each kind, for AVX2 but for one.
OF_EACH = {
    "rows": "softmax", "transpose": "a transpose", "transpose of runs": "a transpose of runs",
    "boxes": "short rows with a margin", "tiles": "a transpose beside rows", "columns": "sums of columns in bands",
    "interleaved": "pairs", "packed rows": "short rows", "vectors": "square roots",
}


def chosen(name: str, processor: str) -> list[Any]:
    made = stages(module_of(module_text(name)), workers=2, target=processors.processor(processor))
    return [parts[0].chosen for kernel, parts in made.emitter.emitted.items() if kernel.family is None]


def test_rows_have_names_of_their_own_and_say_what_they_are() -> None:
    assert len(set(NAMES)) == len(NAMES) == len(OF_EACH)
    assert all(row.meaning[0].islower() and not row.meaning.endswith(".") for row in SCHEDULES)


@pytest.mark.unguarded
@pytest.mark.parametrize("name", NAMES)
def test_each_row_takes_a_program_of_which_the_texts_are_kept(name: str) -> None:
    processor = "avx512" if name == "packed rows" else "avx2"
    assert (OF_EACH[name], processor) in SHOWN
    (found,) = chosen(OF_EACH[name], processor)
    assert found.name == name
    assert [row for row, _ in found.passed] == NAMES[: NAMES.index(name)]


@pytest.mark.unguarded
def test_those_before_say_why_they_do_not() -> None:
    said = {reason for name in PROGRAMS for found in chosen(name, "avx512") for _, reason in found.passed}
    assert len(said) > 25
    for reason in said:
        assert 10 < len(reason) < 130 and reason[0].islower() and not reason.endswith(".") and "\n" not in reason


@pytest.mark.unguarded
def test_the_first_row_that_gives_a_schedule_has_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = SCHEDULES
    assert [found.name for found in chosen("a transpose", "avx2")] == ["transpose"]
    without = [row for row in others if row.name != "transpose"]
    monkeypatch.setattr(schedules, "SCHEDULES", (first, *without))
    (found,) = chosen("a transpose", "avx2")
    assert found.name != "transpose" and found.passed[0][0] == "rows"
    monkeypatch.setattr(schedules, "SCHEDULES", (first, SCHEDULES[-1], *others))
    assert [found.name for found in chosen("a transpose", "avx2")] == ["vectors"]
