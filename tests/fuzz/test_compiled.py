"""A short run of the fuzzer of compiled code, and what it relies on: faults are noticed, and failing cases made small."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import hloom
from tests.fuzz.compiled import isolated_problem, reduced, search
from tests.fuzz.compiled_checks import Setting, problem_of
from tests.fuzz.compiled_programs import Case, draw
from tests.harness import between_pages

pytestmark = [pytest.mark.long, pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fork and mprotect as on Linux")]

SETTING = Setting("needed", "host", 1)
SECONDS = 5.0


def test_random_programs_hold() -> None:
    """`python -m tests.fuzz.compiled --case SEED` repeats a finding and makes it small."""
    events = list(search(SECONDS, 0))
    assert sum(word == "case" for word, _, _ in events) > 3
    assert [(seed, what) for word, seed, what in events if word == "problem"] == []


PROGRAM = """
func.func @main(%x: tensor<40x33xf32>, %y: tensor<40x33xf32>) -> (tensor<40x33xf32>, tensor<33x40xf32>) {
  %0 = stablehlo.add %x, %y : tensor<40x33xf32>
  %1 = stablehlo.exponential %0 : tensor<40x33xf32>
  %2 = stablehlo.reverse %1, dims = [1] : tensor<40x33xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<40x33xf32>) -> tensor<33x40xf32>
  return %2, %3 : tensor<40x33xf32>, tensor<33x40xf32>
}
"""


def case() -> Case:
    rng = np.random.default_rng(0)
    return Case("program", hloom.parse(PROGRAM), [rng.standard_normal((40, 33)).astype(np.float32) for _ in range(2)])


def test_failing_cases_are_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the operation that fails alone, on one element."""
    def problem(c: Case, setting: Setting) -> str | None:
        return "mismatch: 3" if any(op.name == "stablehlo.exponential" for op in c.module.functions["main"].walk()) else None

    monkeypatch.setattr("tests.fuzz.compiled.isolated_problem", problem)
    small = reduced(case(), SETTING)
    block = small.module.functions["main"].body.block
    assert [op.mnemonic for op in block.operations if op.mnemonic != "constant"] == ["exponential", "return"]
    assert {r.type.shape for op in block.operations for r in op.results} == {(1, 1)}
    assert problem_of(small, SETTING) is None


def test_wrong_values_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any) -> Any:
        for found in between_pages(*given):
            yield [np.where(np.arange(x.shape[-1]) == 3, x.dtype.type(7), x) for x in found]

    monkeypatch.setattr("tests.fuzz.compiled_checks.between_pages", wrong)
    message = problem_of(case(), SETTING)
    assert message is not None
    assert message.startswith("mismatch: result 0 (page after): 40 of 1320 elements differ, first at [0, 3]: expected")


@pytest.mark.unguarded
def test_accesses_outside_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is one element off ends the process that runs it."""
    from hloom.codegen.llvm.scalars import Emitter

    store = Emitter.store

    def beside(self: Emitter, a: Any, type: Any, address: Any, streamed: int | None = None) -> None:
        store(self, a, type, self.f.address(address, 1, "float"), streamed)

    monkeypatch.setattr(Emitter, "store", beside)
    assert isolated_problem(case(), SETTING) == "crash: signal 11 (SIGSEGV)"


@pytest.mark.parametrize("seed", [3, 7, 11])
def test_a_seed_repeats_its_case(seed: int) -> None:
    first, second = draw(seed), draw(seed)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert str(first.module) == str(second.module)
        assert [x.tobytes() for x in first.arrays] == [x.tobytes() for x in second.arrays]
