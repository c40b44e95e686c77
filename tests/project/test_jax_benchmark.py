"""`python -m benchmarks.jax` measures both sides in turns, and says what one of them cannot do."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.jax import __main__ as benchmark
from benchmarks.jax import sides, turns
from benchmarks.jax.child import Child
from benchmarks.jax.turns import Pair, Row


class Told:
    """In place of a process: answers from a table, and a list of who was asked what."""

    def __init__(self, answers: dict[str, dict[str, Any]]) -> None:
        self.answers, self.asked, self.folders = answers, [], []

    def __call__(self, side: str, python: str, devices: int, folder: Path) -> Any:
        told = self
        told.folders.append((side, devices, folder))

        class Process:
            def ask(self, *order: object) -> dict[str, Any]:
                told.asked.append((side, *order))
                found = told.answers[side]
                return {"seconds": found["turns"].pop(0)} if order[0] == "turn" else found["ready"]

            def __enter__(self) -> Process:
                return self

            def __exit__(self, *_: object) -> None:
                pass

        return Process()


def test_sides_take_turns_and_the_middle_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told({"xla": {"ready": {"count": 7, "first_seconds": 3.0, "loss": 2.0}, "turns": [4.0, 100.0, 2.0]},
                 "hloom": {"ready": {"count": 9, "first_seconds": 1.5, "loss": 2.5}, "turns": [1.0, 1.0, 50.0]}})
    monkeypatch.setattr(turns, "Process", told)
    first, step = Pair(rounds=3).turns("network", "train", "mlp", devices=8, first="first step")
    assert (first.title, step.title) == ("network: first step", "network: step")
    assert (first.ratio, step.ratio) == (2.0, 4.0) and step.difference == pytest.approx(0.25)
    assert [who for who, *order in told.asked if order[0] == "turn"] == ["xla", "hloom", "hloom", "xla", "xla", "hloom"]
    assert ("xla", "turn", 7) in told.asked and ("hloom", "turn", 9) in told.asked
    assert {(side, devices) for side, devices, _ in told.folders} == {("xla", 8), ("hloom", 8)}


def test_what_a_side_cannot_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told({"xla": {"ready": {"count": 1}, "turns": []}, "hloom": {"ready": {"error": "ValueError: no"}, "turns": []}})
    monkeypatch.setattr(turns, "Process", told)
    (row,) = Pair().turns("a call", "calls", "jit")
    assert row.ratio is None and row.errors == {"hloom": "ValueError: no"}
    assert benchmark.line(row).endswith("hloom: ValueError: no")
    (row,) = Pair(processes=2).once({"seconds": "many"}, "compile", 3)
    assert row.errors == {"hloom": "ValueError: no"} and not row.seconds
    monkeypatch.setattr(benchmark, "CALLS", {"jit": "a call"})
    monkeypatch.setattr(benchmark, "versions", lambda python: {"jax": "0", "jaxlib": "0"})
    assert benchmark.main(["calls"]) == 1


def test_what_happens_once_is_measured_in_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told({side: {"ready": {"seconds": 2.0 if side == "xla" else 1.0}, "turns": []} for side in sides.SIDES})
    monkeypatch.setattr(turns, "Process", told)
    (cold,) = Pair(processes=3).once({"seconds": "start"}, "first")
    folders = [folder for side, _, folder in told.folders if side == "hloom"]
    assert cold.ratio == 2.0 and len(told.asked) == 6 and len(set(folders)) == 3  # an empty cache each
    told.asked.clear()
    told.folders.clear()
    Pair(processes=3).once({"seconds": "start"}, "first", is_warm=True)
    folders = [folder for side, _, folder in told.folders if side == "hloom"]
    assert len(told.asked) == 8 and len(set(folders)) == 1  # the first fills the cache and is not counted


def test_figures_are_in_a_unit_that_suits_them() -> None:
    assert [benchmark.figure(x) for x in (None, 2.5, 0.0125, 0.00000345)] == ["-", "2.5 s", "12.5 ms", "3.45 us"]
    assert benchmark.line(Row("a", {"xla": 2e-6, "hloom": 1e-6})).split() == ["a", "1", "us", "2", "us", "2.00"]


def test_every_title_has_something_to_measure() -> None:
    pytest.importorskip("jax")
    from benchmarks.jax.calls import CALLS, different_operations, tiny_programs

    assert CALLS.keys() == benchmark.CALLS.keys()
    operations = different_operations(200)
    names = {(f.__name__, tuple((x.shape, x.dtype.name) for x in arguments)) for f, arguments in operations}
    assert len(names) == len(operations) == 200
    assert len({program.as_text() for program in tiny_programs(60)}) == 60
    pytest.importorskip("optax", reason="optax is not installed")
    from benchmarks.jax.training import TRAININGS

    assert TRAININGS.keys() == benchmark.TRAININGS.keys() | benchmark.ON_DEVICES.keys()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="threads cannot be bound to processors here")
def test_turns_of_calls_are_made_on_one_processor_after_another() -> None:
    pytest.importorskip("jax")
    every, places = os.sched_getaffinity(0), []
    child = Child()
    child.calls("jit")
    child.call = lambda: places.append(os.sched_getaffinity(0))
    for _ in range(2 * len(every)):
        child.turn("1")
    assert places == [{place} for place in sorted(every)] * 2 and os.sched_getaffinity(0) == every


@pytest.mark.slow
def test_it_measures_xla_against_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax")
    command = ["calls", "starts", "--same", "--only", "jit", "--rounds", "1", "--processes", "1"]
    assert benchmark.main([*command, "--record", str(tmp_path), "--json", str(tmp_path / "out.json")]) == 0
    said = capsys.readouterr().out
    assert "here XLA-CPU is on both sides" in said and "jit call, 4 floats" in said
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert [row["title"] for row in rows] == ["jit call, 4 floats", "jit call and block_until_ready"]
    assert all(0 < row["seconds"][side] < 1e-3 for row in rows for side in sides.SIDES)
    (path,) = (path for path in tmp_path.glob("*.json") if path.name != "out.json")
    record = json.loads(path.read_text())
    assert record["command"] == f"python -m benchmarks.jax {' '.join(command)}" and record["rows"] == rows


def test_a_part_that_is_not_there_and_an_interpreter_without_jax(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        benchmark.main(["nonsense"])
    assert "there is no part nonsense" in capsys.readouterr().err
    bare = tmp_path / "python"
    bare.write_text(f"#!/bin/sh\nexec {sys.executable} -S \"$@\"\n")
    bare.chmod(0o755)
    assert benchmark.main(["--python", str(bare)]) == 2
    assert "jax is not installed" in capsys.readouterr().err
