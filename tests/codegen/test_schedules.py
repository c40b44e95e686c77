"""The table of schedules: each row takes kernels, the first one that does has them, and the others say why they do not."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import processors
from hloom.codegen.cpu import schedules
from hloom.codegen.cpu.contraction.matmul import KINDS
from hloom.codegen.cpu.schedules import SCHEDULES
from hloom.driver.stages import stages
from tests.codegen.code_programs import PROGRAMS, module_text
from tests.codegen.test_golden import SHOWN
from tests.harness import module_of, use_machine

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


def of_kinds(text: str, processor: str = "avx512") -> list[Any]:
    """What is said of the kernels of families that have several kinds."""
    made = stages(module_of(text), workers=2, target=processors.processor(processor))
    told = [made.emitter.chosen(kernel) for kernel in made.emitter.emitted if kernel.family is not None]
    return [found for found in told if found is not None]


@pytest.mark.unguarded
def test_kinds_of_products_say_what_they_are_and_why_not_those_before() -> None:
    found = [each for name in PROGRAMS for each in of_kinds(module_text(name))]
    assert {each.name for each in found} == {"dots", "row GEMV", "tiles"}
    for each in found:
        assert each.meaning == KINDS[each.name] and each.listing() and not each.rewritten
        before = list(KINDS)[: list(KINDS).index(each.name)]
        assert [name for name, _ in each.passed] in ([], before) and all(10 < len(why) < 130 for _, why in each.passed)
    assert any("copied in windows" in each.listing() for each in found)


@pytest.mark.unguarded
@pytest.mark.parametrize("type, shape, line, kind, why", [
    ("complex<f32>", (64, 64), "dot_general %x, %x, contracting_dims = [1] x [0] : (T, T) -> T", "tiles",
     "its right operand is computed as it is packed"),
    ("f32", (64, 64), "dot_general %x, %x, contracting_dims = [0] x [0] : (T, T) -> T", "tiles",
     "its operands do not both lie along the terms"),
])
def test_products_of_one_kind_only(type: str, shape: tuple[int, ...], line: str, kind: str, why: str) -> None:
    given = f"tensor<{'x'.join(map(str, shape))}x{type}>"
    text = f"func.func @main(%x: {given}) -> {given} {{ %0 = stablehlo.{line.replace('T', given)} return %0 : {given} }}"
    (found,) = of_kinds(text)
    assert (found.name, dict(found.passed)["dots"]) == (kind, why)


@pytest.mark.unguarded
def test_convolutions_whose_windows_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, windows={"largest_window_bytes": 1})
    made = stages(module_of(module_text("a convolution")), workers=2)
    (found,) = [each for kernel in made.emitter.emitted if (each := made.emitter.chosen(kernel)) is not None]
    assert (found.name, found.listing()) == ("directly", "windows would take too much memory")


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
