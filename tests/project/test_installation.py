"""The package as users install it: by pip, in an environment of its own, from a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

#: What an installation needs of a checkout.
SOURCES = ("hloom", "pyproject.toml", "README.md", "LICENSE")
#: What pip says where there is no package index to install from.
OFFLINE = re.compile("No matching distribution|Could not find a version|Connection|Temporary failure|Max retries", re.IGNORECASE)


@pytest.fixture(scope="module")
def installed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment's programs, with nothing in it but the package and what it depends on."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("no pip to install with")
    folder = tmp_path_factory.mktemp("installation")
    for name in SOURCES:
        copy = shutil.copytree if (repository / name).is_dir() else shutil.copy
        copy(repository / name, folder / name)
    venv.create(folder / "environment", with_pip=False)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    done = subprocess.run([sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet", str(folder)],
                          capture_output=True, text=True, timeout=500, check=False)
    if done.returncode and OFFLINE.search(done.stderr):
        pytest.skip(f"nothing to install from: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return programs


def run(command: list[str], folder: Path) -> tuple[int, str, str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"HLOOM_CACHE": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_the_first_example_runs_where_only_the_package_is_installed(installed: Path, repository: Path, tmp_path: Path) -> None:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert first is not None
    (tmp_path / "first.py").write_text(first[1])
    line = "[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]\n"
    assert run([str(installed / "python"), "first.py"], tmp_path) == (0, line * 2, "")
    names = "import importlib.metadata as m; print(sorted(d.name for d in m.distributions()))"
    assert run([str(installed / "python"), "-c", names], tmp_path)[1] == "['hloom', 'llvmlite', 'ml_dtypes', 'numpy']\n"
    program = re.search(r"```mlir wrong.mlir\n(.*?)```", readme, re.DOTALL)
    assert program is not None
    (tmp_path / "wrong.mlir").write_text(program[1])
    status, _, errors = run([str(installed / "hloom"), "verify", "wrong.mlir"], tmp_path)
    assert status == 1 and "wrong.mlir:2:8: error: [reverse_c2]" in errors and "wrong.mlir:3:8: error: [reverse_c3]" in errors
