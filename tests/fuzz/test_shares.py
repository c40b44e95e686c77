"""A short share of each part of the fuzzing, as `make fuzz` runs it, with fixed seeds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from benchmarks.jax import sides
from tests import forks
from tests.fuzz import grids, jax_life, life_cycle, mutate_hlo, mutate_xla
from tests.fuzz.__main__ import PARTS

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="fork, signals and FIFOs of POSIX")]


def run(repository: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-m", *arguments], capture_output=True, text=True,
                          cwd=repository, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.kept
def test_states_of_the_cache(repository: Path) -> None:
    status, said = run(repository, "tests.fuzz.cache_states", "--iterations", "60", "--seconds", "60", "--seed", "3")
    assert status == 0 and "0 findings" in said, said


@pytest.mark.slow
@pytest.mark.parametrize("category", life_cycle.CATEGORIES)
def test_the_life_of_a_process(repository: Path, category: str) -> None:
    status, said = run(repository, "tests.fuzz.life_cycle", "--category", category, "--seconds", "1", "--seed", "5")
    assert status == 0 and said.startswith(f"{category}: "), said


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.exhaustive) for part in (1, 2))])
def test_compiled_grids(repository: Path, part: int) -> None:
    _draw_grids(repository, 7, part)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(20))
def test_many_compiled_grids(repository: Path, part: int) -> None:
    _draw_grids(repository, 8, part)


def _draw_grids(repository: Path, seed: int, part: int) -> None:
    status, said = run(repository, "tests.fuzz.grids", "--iterations", "100", "--seed", str(seed), "--first", str(100 * part))
    assert status == 0 and "100 drawn, 0 findings" in said, said


def test_a_grid_that_computes_something_else_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = hloom.evaluate_grid

    def other(module: Any, arguments: Any, **options: Any) -> Any:
        changed = [[[np.roll(x, 1) if k == 0 else x for k, x in enumerate(one)] for one in row] for row in arguments]
        return evaluate(module, changed, **options)

    monkeypatch.setattr(hloom, "evaluate_grid", other)
    found = [grids.iteration(7, number) for number in range(8)]
    assert any(said is not None and "the evaluator has" in said for said in found)


def test_parts_are_chosen_by_name(repository: Path) -> None:
    status, said = run(repository, "tests.fuzz", "--seconds", "2", "--seed", "4", "mutate")
    assert status == 0 and "== mutate" in said and "1 parts without a finding" in said, said
    status, said = run(repository, "tests.fuzz", "nonsense")
    assert status == 2 and "there is no part nonsense" in said


def test_the_parts_of_hlo_count_what_they_tried_and_what_they_found(repository: Path) -> None:
    status, said = run(repository, "tests.fuzz", "--seconds", "4", "--seed", "4", "mutate_hlo", "mutate_xla")
    assert status == 0 and "2 parts without a finding" in said, said
    counts = re.findall(r"^(HLO modules|shapes and literals), .*: (\d+) mutated, 0 findings$", said, re.MULTILINE)
    assert [name for name, _ in counts] == ["HLO modules", "shapes and literals"], said
    assert all(int(count) > 20 for _, count in counts), said


def test_findings_of_the_parts_of_hlo_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for part in (mutate_hlo, mutate_xla):
        monkeypatch.setattr(part, "iteration", lambda seed, number: f"seed {seed}" if number % 3 == 0 else None)
        assert part.main(["--seed", "9", "--first", "6", "--iterations", "4"]) == 1
        said = capsys.readouterr().out
        assert said.startswith("iteration 6: seed 9\niteration 9: seed 9\n") and said.endswith(": 4 mutated, 2 findings\n"), said
        assert part.main(["--show", "2", "--seconds", "60"]) == 1
        assert capsys.readouterr().out.endswith(": 4 mutated, 2 findings\n")  # 0 and 3, then it stops


def test_a_part_that_is_not_there_or_crashes_is_a_finding(monkeypatch: pytest.MonkeyPatch,
                                                          capfd: pytest.CaptureFixture[str]) -> None:
    from tests.fuzz import __main__ as fuzz

    monkeypatch.setitem(PARTS, "absent", "nothing")
    assert fuzz.main(["absent", "--seconds", "1", "--seed", "1"]) == 1
    assert "there is no tests/fuzz/absent.py" in capfd.readouterr().out
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], -11))
    assert fuzz.main(["mutate", "--seconds", "1", "--seed", "1"]) == 1
    assert "ended with status -11" in capfd.readouterr().out


def test_a_finding_of_the_life_cycle_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check that compares results would notice another one."""
    monkeypatch.setattr(life_cycle, "same", lambda found, expected: False)
    for category in ("programs", "calls", "threads"):
        assert life_cycle.run_category(category, 1, 1.0) == 1


@pytest.mark.slow
@pytest.mark.parametrize("category", jax_life.CATEGORIES)
def test_the_life_of_a_process_with_jax(category: str, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    code = """
import sys, warnings
warnings.simplefilter("ignore", RuntimeWarning)
from tests.fuzz import jax_life
sys.exit(jax_life.main(sys.argv[1:]))
"""
    done = forks.run(code, "--category", category, "--seconds", 1, "--seed", 5, **sides.environment("hloom", 1, tmp_path))
    assert done.returncode == 0 and done.stdout.startswith(f"{category}: "), done.stdout + done.stderr


@pytest.mark.slow
def test_the_life_of_a_process_that_is_new_to_jax(repository: Path) -> None:
    pytest.importorskip("jax")
    status, said = run(repository, "tests.fuzz.jax_life", "--apart", "calls", "--seconds", "1", "--seed", "5")
    assert status == 0 and "calls: " in said and "0 findings" in said, said
