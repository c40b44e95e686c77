"""What benchmarks say that their figures hold for, and the environments that the Makefile makes."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hloom
from benchmarks import limits, parse, setting, workloads

ROOT = workloads.REPOSITORY


def test_figures_come_with_all_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "version", {"jax": "1.2", "jaxlib": "1.3"}.get)
    facts = setting.setting(threads=3)
    assert facts["hloom"] == hloom.__version__ and facts["python"] == platform.python_version()
    line = setting.headline(facts)
    for part in (hloom.__version__, "jax 1.2", "jaxlib 1.3", platform.python_version(), setting.processor(), "3 threads"):
        assert part in line


def test_without_jax_they_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "version", lambda package: None)
    assert "without XLA" in setting.headline(setting.setting())
    assert setting.setting()["jaxlib"] is None


def test_the_version_of_what_is_not_installed() -> None:
    assert setting.version("no-such-package-at-all") is None
    assert setting.version("numpy")


def test_a_commit_is_that_of_this_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a mark where files differ; a copy within another repository has none."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    monkeypatch.setattr(workloads, "REPOSITORY", tmp_path)
    assert setting.commit() is None

    def git(*words: str) -> str:
        return subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *words], cwd=tmp_path, check=True,
                              capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    (tmp_path / "file").write_text("one")
    git("add", "file")
    git("commit", "-q", "-m", "one")
    assert setting.commit() == git("rev-parse", "--short=12", "HEAD")
    (tmp_path / "file").write_text("two")
    assert setting.commit() == git("rev-parse", "--short=12", "HEAD") + "+"
    (tmp_path / "inner").mkdir()
    monkeypatch.setattr(workloads, "REPOSITORY", tmp_path / "inner")
    assert setting.commit() is None


def test_benchmarks_write_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of small programs; each reader has a process of its own once."""
    in_child, seen = parse.measured, set()

    def measured(reader: str, paths: list[Path], writes: bool = False) -> dict[str, float]:
        if reader in seen:
            return (parse.write_files if writes else parse.read_files)(reader, list(map(str, paths)))
        seen.add(reader)
        return in_child(reader, paths, writes)

    for name, value in {"measured": measured, "GENERATED_OPERATIONS": 100, "HEX_BYTES": 1 << 12, "DECIMAL_NUMBERS": 100}.items():
        monkeypatch.setattr(parse, name, value)
    program = tmp_path / "program.mlir"
    program.write_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
    few = ["--only", "sum f32 1024x1024", "--threads", "1", "--rounds", "1", "--seconds", "0.01"]
    for main, arguments in ((limits.main, few), (parse.main, [str(program)])):
        target = tmp_path / "figures.json"
        assert main([*arguments, "--json", str(target)]) == 0
        facts = json.loads(target.read_text(encoding="utf-8"))["setting"]
        assert {"hloom", "commit", "jax", "jaxlib", "python", "processor"} <= set(facts)
        assert setting.headline(facts) in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(("given", "expected"), [
    ((), ".venv"), ((f"PYTHON={sys.executable}",), ".venv-{}.{}".format(*sys.version_info)), (("VENV=some/where",), "some/where"),
    ((f"PYTHON={sys.executable}", "VENV=elsewhere"), "elsewhere")])
def test_each_python_has_an_environment_of_its_own(given: tuple[str, ...], expected: str) -> None:
    found = subprocess.run(["make", "-n", "bench", *given], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"{expected}/bin/python -m benchmarks.compare" in found


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_a_python_that_does_not_run_is_named() -> None:
    asked = ["make", "-n", "bench", "PYTHON=no-such-python"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode and "no-such-python does not run" in found.stderr
