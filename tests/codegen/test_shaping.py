"""The table of rewrites: each row rewrites kernels, and says of others why they stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import processors
from hloom.codegen.cpu.kernel_function import Chosen
from hloom.codegen.cpu.schedules import SCHEDULES
from hloom.codegen.cpu.shaping import OF_KERNELS, SHAPING
from hloom.driver.stages import stage_text, stages
from tests.codegen import test_short_rows
from tests.codegen.code_programs import PROGRAMS, module_text
from tests.harness import module_of

NAMES = [row.name for row in SHAPING]


def chosen(text: str) -> list[Chosen]:
    made = stages(module_of(text), workers=2, target=processors.processor("avx512"))
    return [parts[0].chosen for kernel, parts in made.emitter.emitted.items() if kernel.family is None and parts[0].chosen]


#: Kernels that no program has whose code is kept: short rows of several stages, and pixels of four bytes that change places.
OTHERS = (test_short_rows.program("variance", (100,), 8, "f32"), """(%x: tensor<60x70x4xi8>) -> tensor<70x60x4xi8> {
    %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<60x70x4xi8>) -> tensor<70x60x4xi8>
    return %0 : tensor<70x60x4xi8> }""")


@pytest.fixture(scope="module")
def of_programs() -> list[Chosen]:
    return [each for text in (*map(module_text, PROGRAMS), *OTHERS) for each in chosen(text)]


def test_rows_have_names_of_their_own_and_say_what_they_are() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(row.meaning[0].islower() and not row.meaning.endswith(".") for row in SHAPING)


@pytest.mark.unguarded
@pytest.mark.parametrize("name", NAMES)
def test_each_row_rewrites_kernels_and_leaves_others(name: str, of_programs: list[Chosen]) -> None:
    said = [each.told[name] for each in of_programs if name in each.told]
    assert "" in said and (any(said) or name == "offsets")
    for reason in filter(None, said):
        assert 10 < len(reason) < 130 and reason[0].islower() and not reason.endswith(".")


@pytest.mark.unguarded
def test_nests_are_shaped_when_a_schedule_asks_for_them(of_programs: list[Chosen]) -> None:
    """Rows come in the order of the table; those of a nest only where it is not by rows."""
    for each in of_programs:
        assert [*each.told] == NAMES[:len(OF_KERNELS) if each.name == "rows" else None]
        assert each.rewritten == [name for name in each.told if not each.told[name]]


MOVES = """func.func @main(%x: tensor<64x128x4xi8>) -> tensor<64x100x4xi8> {
    %0 = stablehlo.slice %x [0:64, 5:105, 0:4] : (tensor<64x128x4xi8>) -> tensor<64x100x4xi8>
    return %0 : tensor<64x100x4xi8> }"""


@pytest.mark.unguarded
def test_the_listing_is_that_of_what_was_made() -> None:
    """Bytes of rows that lie side by side are one loop."""
    (found,) = chosen(MOVES)
    listing = found.listing()
    assert "k in [0, 399]" in listing and listing in stage_text(module_of(MOVES), "main", "shape")
    assert listing.startswith(f"rewritten: {', '.join(found.rewritten)}\n") and "x[" in listing
    assert all(f"not {name}: {reason}" in listing for name, reason in found.told.items() if reason)


def test_the_page_has_both_tables() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-schedule.md").read_text(encoding="utf-8")
    for table in (SHAPING, SCHEDULES):
        assert "".join(f"| {row.name} | {row.meaning} |\n" for row in table) in page
