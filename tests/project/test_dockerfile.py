"""The image of docs/deploy.md, followed without an engine: what it copies is there, its commands run and do what the page says.

Stages are folders. What installs packages is not run, but looked at: it has to name this project and what it depends on. That a
cache is read by another user, and on a read-only mount, `tests/runtime/test_containers.py` shows.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hloom.runtime import jit

ROOT = Path(__file__).resolve().parents[2]
#: The command line in a process without what the image has removed.
HLOOM = "import sys; sys.modules.update(dict.fromkeys(sys.argv.pop(1).split())); from hloom.cli import main; sys.exit(main())"


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```dockerfile\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(word, rest) for line in block.replace("\\\n", "").splitlines() if line for word, rest in [line.split(" ", 1)]]


@dataclass
class Stage:
    """The root of a file system, with variables and packages that are not installed."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)

    def place(self, path: str) -> str:
        return f"{self.root}{path}" if path.startswith("/") else path

    def run(self, words: list[str]) -> None:
        if words[0] == "hloom":
            words = [sys.executable, "-c", HLOOM, " ".join(self.removed), *words[1:]]
        environment = {**os.environ, "HLOOM_LIBRARY": "0", "PYTHONPATH": str(ROOT),
                       **{k: self.place(v) for k, v in self.variables.items() if k != "PATH"}}
        done = subprocess.run([self.place(word) if word != sys.executable else word for word in words], capture_output=True,
                              text=True, env=environment, timeout=200)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        self.printed.append(done.stdout)

    def install(self, words: list[str]) -> None:
        """What pip and venv are told: nothing but this project and what it depends on."""
        assert words[:3] == ["python", "-m", "venv"] or (words[0].endswith("/bin/pip") and words[1] in ("install", "uninstall"))
        needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
        if words[1] == "uninstall":
            names = [word for word in words[2:] if not word.startswith("-")]
            assert {*names} <= {re.split(r"\W", name)[0] for name in needed}
            self.removed += names
        elif words[1] == "install":
            assert words[2:] == ["/src"]


@pytest.mark.kept
@pytest.mark.slow
@pytest.mark.skipif(not jit.is_supported(), reason="objects of another system are linked by LLVM")
def test_the_image_of_the_page(tmp_path: Path) -> None:
    stages: dict[str, Stage] = {}
    for word, rest in instructions():
        words = shlex.split(rest)
        if word == "FROM":
            assert words[0].startswith("python:3.")
            stage = stages[words[2] if len(words) > 1 else "last"] = Stage(tmp_path / str(len(stages)))
        elif word == "ENV":
            stage.variables |= dict(w.split("=", 1) for w in words)
        elif word == "COPY" and words[0].startswith("--from="):
            other = stages[words[0].removeprefix("--from=")]
            shutil.copytree(other.place(words[1]), stage.place(words[2]))
            stage.removed += other.removed
        elif word == "COPY":
            assert (ROOT / words[0]).exists()
            target = Path(stage.place(words[1]))
            target.parent.mkdir(parents=True, exist_ok=True)
            if words[0] != ".":
                shutil.copy(ROOT / words[0], target)
        elif word == "RUN":
            for command in rest.split(" && "):
                words = shlex.split(command)
                (stage.run if words[0] in ("hloom", "chmod") else stage.install)(words)
        elif word == "USER":
            assert words == ["nobody"] and stage is stages["last"]
            cache = Path(stage.place(stage.variables["HLOOM_CACHE"]))
            before = {path.name: path.stat().st_mtime_ns for path in cache.iterdir()}
            assert all(stat.S_IMODE(path.stat().st_mode) & 0o044 == 0o044 for path in (cache, *cache.iterdir()))
            for path in (cache, *cache.iterdir()):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)
        else:
            assert word == "CMD"
            stage.run(json.loads(rest))
    assert stage is stages["last"] and stage.removed == ["llvmlite"]
    assert stage.printed == stages["build"].printed[:1] and stage.printed[0].startswith("tensor<1x10xf32>")
    assert {path.name for path in cache.iterdir()} == before.keys()
    cache.chmod(0o700)
