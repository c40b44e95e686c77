"""The runner of JAX's tests, on small files that pass, fail, skip, crash, hang and cannot be imported."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.jax_suite import engines, results
from tests.jax_suite.__main__ import main, path_of
from tests.jax_suite.engines import CHILD, Settings
from tests.jax_suite.runs import Run

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes")]

ALL_KINDS = """
import os, signal, time, unittest

class KindsTest(unittest.TestCase):
    def test_passes(self): pass
    def test_fails(self): self.assertEqual(1, 2, "one is not two")
    def test_raises(self): raise ValueError("\\nsecond line")
    def test_skips(self): self.skipTest("not today")
    def test_aborts(self):
        print("F0000 all is lost", flush=True)
        os.abort()
    def test_is_killed(self): os.kill(os.getpid(), signal.SIGSEGV)
    def test_exits(self): os._exit(3)
    def test_sleeps(self):
        try:
            time.sleep(100)
        except Exception:
            pass
    def test_hears_no_signal(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(100)
    def test_fails_in_part(self):
        for k in range(3):
            with self.subTest(k=k):
                self.assertLess(k, 1)
"""


def run(folder: Path, text: str, **more: object) -> Run:
    path = folder / "kinds_test.py"
    path.write_text(text)
    fast = {"limit": 1.0, "grace": 1.0, **more}
    environment = {"PYTHONPATH": str(CHILD), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # others take longer than these tests
    return Run(path, folder / "results", sys.executable, environment, **fast)  # type: ignore[arg-type]


def outcomes(found: results.Results) -> dict[str, str]:
    return {name.rpartition("::")[2].removeprefix("test_"): test.outcome for name, test in found.tests.items()}


def test_each_test_costs_itself_only(tmp_path: Path) -> None:
    found = run(tmp_path, ALL_KINDS).go()
    assert outcomes(found) == {
        "passes": "passed", "fails": "failed", "raises": "failed", "fails_in_part": "failed", "skips": "skipped",
        "aborts": "crashed", "is_killed": "crashed", "exits": "crashed", "sleeps": "timeout", "hears_no_signal": "timeout"}
    assert found.is_complete and found.collected == found.chosen == 10 and not found.problems
    said = {name.rpartition("_test::KindsTest::test_")[2]: test.message for name, test in found.tests.items()}
    assert said["fails"] == "AssertionError: 1 != 2 : one is not two"
    assert said["raises"] == "ValueError: second line"
    assert said["skips"] == "Skipped: not today"
    assert said["aborts"] == "signal SIGABRT: F0000 all is lost"
    assert said["is_killed"].startswith("signal SIGSEGV: Fatal Python error")
    assert said["exits"].startswith("status 3: ")
    assert said["sleeps"] == "TimeLimit: longer than 1 s"
    assert said["hears_no_signal"] == "TimeLimit: longer than 1 s, outside Python"
    text = found.tests["kinds_test::KindsTest::test_hears_no_signal"].text
    assert "most recent call first" in text and "kinds_test.py" in text  # where it hangs
    assert "assertEqual(1, 2" in found.tests["kinds_test::KindsTest::test_fails"].text


COUNTED = """
import os, unittest
class CountedTest(unittest.TestCase):
    def tearDown(self):
        with open(os.environ["COUNTED"], "a") as file: file.write(self._testMethodName + "\\n")
""" + "\n".join(f"    def test_{k}(self): pass" for k in range(12))


def test_samples_are_the_beginning_of_a_full_run_and_nothing_runs_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = tmp_path / "counted"
    monkeypatch.setenv("COUNTED", str(counted))
    sampled = run(tmp_path, COUNTED, sample=5).go()
    first = counted.read_text().splitlines()
    assert len(first) == len(sampled.tests) == sampled.chosen == 5 and sampled.collected == 12
    assert run(tmp_path, COUNTED, sample=5).go() == sampled and counted.read_text().splitlines() == first
    whole = run(tmp_path, COUNTED).go()
    assert whole.is_complete and len(whole.tests) == 12
    in_order = counted.read_text().splitlines()
    assert in_order[:5] == first and len(in_order) == len(set(in_order)) == 12
    assert list(whole.tests) == [f"kinds_test::CountedTest::{name}" for name in in_order]


def test_tests_are_chosen_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTED", str(tmp_path / "counted"))
    only = tmp_path / "only.txt"
    only.write_text("kinds_test::CountedTest::test_3\nkinds_test::*::test_1?\n")
    assert sorted(outcomes(run(tmp_path, COUNTED, only=only).go())) == ["10", "11", "3"]


def test_time_ends_a_file_and_the_next_run_goes_on(tmp_path: Path) -> None:
    text = "import time\n" + "\n".join(f"def test_{k}(): time.sleep(0.25)" for k in range(6))
    found = run(tmp_path, text, seconds=1.0).go()
    assert 0 < len(found.tests) < 6 and set(outcomes(found).values()) == {"passed"} and not found.is_complete
    again = run(tmp_path, text).go()
    assert again.is_complete and list(again.tests)[:len(found.tests)] == list(found.tests)


@pytest.mark.parametrize("text, limits, problem", [
    ("import nonsense_that_is_nowhere\n", {}, "ModuleNotFoundError: No module named 'nonsense_that_is_nowhere'"),
    ("import os\nos._exit(7)\n", {}, "ended before its tests, status 7: said nothing"),
    ("import time\ntime.sleep(100)\n", {"start": 2.0}, "did not start within 2 s"),
    ("import threading, time\nthreading.Thread(target=time.sleep, args=(100,)).start()\ndef test_it(): pass\n", {"finish": 1.0},
     "did not end within 1 s after its tests"),
    ("import atexit, os\natexit.register(os.abort)\ndef test_it(): pass\n", {},
     "crashed after its tests, signal SIGABRT: Fatal Python error: Aborted"),
])
def test_problems_outside_of_a_test(tmp_path: Path, text: str, limits: dict[str, float], problem: str) -> None:
    found = run(tmp_path, text, **limits).go()
    assert [said.replace("E   ", "").strip() for said in found.problems] == [problem]
    assert set(outcomes(found).values()) <= {"passed"}


def test_what_a_test_has_started_ends_with_it(tmp_path: Path) -> None:
    text = f"""
import subprocess, sys, time
def test_it():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
    import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(100)
"""
    assert outcomes(run(tmp_path, text).go()) == {"it": "timeout"}
    status = Path(f"/proc/{(tmp_path / 'pid').read_text()}/stat")
    deadline = time.monotonic() + 10.0  # a killed process ends when it is next scheduled, which a loaded machine delays
    while (alive := is_alive(status)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive


def is_alive(status: Path) -> bool:
    """Whether the process with this file of /proc runs, or could: not where it is gone or waits to be collected only."""
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_file_is_told_how_many_devices_it_asks_for(tmp_path: Path) -> None:
    path = tmp_path / "many_test.py"
    settings = Settings(sys.executable)
    for text, devices in (("x = 1\n", 1), ("jtu.request_cpu_devices(8)\n", 8), ("# request_cpu_devices(4)\n", 1)):
        path.write_text(text)
        assert engines.devices_of(path, settings) == devices
        assert engines.environment("hloom", path, settings, tmp_path)["HLOOM_DEVICES"] == str(devices)
        assert engines.devices_of(path, Settings(sys.executable, devices=2)) == 2
    xla = engines.environment("xla", path, settings, tmp_path)
    assert xla["JAX_PLATFORMS"] == "cpu" and str(engines.REPOSITORY) not in xla["PYTHONPATH"].split(":")


def test_a_file_is_named_with_or_without_its_ending(tmp_path: Path) -> None:
    for name in ("lax_test.py", "linalg.py"):
        (tmp_path / name).write_text("")
    for name in ("lax", "lax_test", "tests/lax_test.py"):
        assert path_of(name, tmp_path) == tmp_path / "lax_test.py"
    assert path_of("linalg", tmp_path).name == "linalg.py"
    with pytest.raises(SystemExit, match=r"there is no nonsense.py or nonsense_test.py"):
        path_of("nonsense", tmp_path)


def test_the_command_runs_both_engines_and_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The engine is told by the environment alone, so that a file can behave as if it were one and the other."""
    pytest.importorskip("jax")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "two_test.py").write_text("""
import os, pytest
ON_XLA = os.environ["JAX_PLATFORMS"] == "cpu"
def test_both(): pass
def test_xla(): assert ON_XLA
def test_hloom(): assert not ON_XLA
def test_neither(): assert False
@pytest.mark.skip(reason="for now")
def test_skipped(): pass
@pytest.mark.skipif(not ON_XLA, reason="for XLA")
def test_skipped_on_hloom(): pass
""")
    command = ["two", "--tests", str(tests), "--results", str(tmp_path / "results"), "--jobs", "2"]
    assert main(command) == 1
    said = capsys.readouterr().out
    assert "two_test on xla: 3 passed, 2 failed, 1 skipped of 6 collected" in said
    assert "two_test on hloom: 2 passed, 2 failed, 2 skipped of 6 collected" in said
    assert "of the 3 that XLA-CPU passes hloom passes 33.33 %; 2 without a reason" in said
    page = (tmp_path / "results" / "table.md").read_text()
    assert "| two_test | 6 | 6 | 1 | 1 | 2 | 1 | 1 | 33.33 % |" in page
    assert "- `two_test::test_xla`: AssertionError: assert False" in page or "- `two_test::test_xla`: " in page
    assert json.loads((tmp_path / "results" / "table.json").read_text())["share"] == pytest.approx(1 / 3)
    assert (tmp_path / "results" / "lost.txt").read_text().split() == ["two_test::test_skipped_on_hloom", "two_test::test_xla"]
    lines = next((tmp_path / "results").glob("hloom-*/two_test.jsonl"))
    kept = lines.read_text()
    assert main([*command, "--table"]) == 1 and lines.read_text() == kept
    assert main([*command, "--again", "--engine", "hloom", "--only", "two_test::test_both"]) == 0
    assert len(results.read(lines).tests) == 1
