"""A program that was compiled before runs where llvmlite is not installed: from the disk cache, and from a pickle.

Each step is a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hloom.runtime import host, jit

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="objects of another system are linked by LLVM")
REPOSITORY = Path(__file__).resolve().parents[2]

SETUP = """
import sys
import pickle
import numpy as np
import hloom
PROGRAM = '''func.func @main(%x: tensor<300x400xf32>, %w: tensor<400x200xf32>) -> (tensor<300x200xf32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<300x400xf32>, tensor<400x200xf32>) -> tensor<300x200xf32>
  %1 = stablehlo.tanh %0 : tensor<300x200xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<300x200xf32>, tensor<f32>) -> tensor<f32>
  return %1, %2 : tensor<300x200xf32>, tensor<f32>
}'''
generator = np.random.default_rng(0)
x, w = (generator.standard_normal(s).astype(np.float32) / 10 for s in ((300, 400), (400, 200)))
def show(run):
    y, s = run(x, w)
    assert np.allclose(y, np.tanh(x.astype(float) @ w), atol=1e-5) and np.allclose(s, y.sum(dtype=float), atol=1e-2)
    print("cache" in run.stats["seconds"], "llvmlite" in [name for name, module in sys.modules.items() if module])
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that is installed but llvmlite."""
    folder = tmp_path_factory.mktemp("packages")
    for entry in Path(np.__file__).parents[1].iterdir():
        if not entry.name.startswith("llvmlite"):
            (folder / entry.name).symlink_to(entry)
    return folder


def python(source: str, cache: Path, packages: Path | None = None, threads: int = 2) -> tuple[int, str, str]:
    """What a process leaves that finds packages in this folder only, or where they are installed."""
    path = os.pathsep.join([str(REPOSITORY), *([str(packages)] if packages else [])])
    environment = {**os.environ, "HLOOM_CACHE": str(cache), "HLOOM_THREADS": str(threads), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, *(["-S"] if packages else []), "-c", source], capture_output=True, text=True,
                          env=environment, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.kept
@pytest.mark.parametrize("threads", [1, 2])
def test_from_the_disk_cache(threads: int, tmp_path: Path, packages: Path) -> None:
    compile_and_show = f"{SETUP}\nshow(hloom.compile(hloom.parse(PROGRAM)))"
    assert python(compile_and_show, tmp_path, None, threads) == (0, "False True\n", "")
    assert python(compile_and_show, tmp_path, None, threads) == (0, "True False\n", "")  # LLVM is not even looked at
    assert python(compile_and_show, tmp_path, packages, threads) == (0, "True False\n", "")


@pytest.mark.kept
def test_from_a_pickle(tmp_path: Path, packages: Path) -> None:
    made = python(f"{SETUP}\nfile = open({str(tmp_path / 'executable')!r}, 'wb')\n"
                  "pickle.dump(hloom.compile(hloom.parse(PROGRAM), threads=2), file)", tmp_path / "one")
    assert made == (0, "", "")
    load = f"{SETUP}\nrun = pickle.load(open({str(tmp_path / 'executable')!r}, 'rb'))\nshow(run)\nprint(run.stats['threads'])"
    assert python(load, tmp_path / "another", packages) == (0, "True False\n2\n", "")


@pytest.mark.parametrize("filled", [False, True])
def test_what_was_not_compiled_before_says_what_is_missing(filled: bool, tmp_path: Path, packages: Path) -> None:
    if filled:
        assert python(f"{SETUP}\nshow(hloom.compile(hloom.parse(PROGRAM)))", tmp_path)[0] == 0
    other = f"""{SETUP}
module = hloom.parse(PROGRAM.replace("tanh", "negate"))
print(hloom.evaluate(module, x, w)[1].shape)
try:
    hloom.compile(module)
except hloom.InputError as error:
    print(error)
"""
    status, output, errors = python(other, tmp_path, packages)
    assert (status, errors) == (0, "")
    assert output.startswith("()\nllvmlite is not installed, which compiles programs; those that were compiled before")


@pytest.mark.parametrize("filled", [False, True])
def test_every_command_says_what_is_missing(filled: bool, tmp_path: Path, packages: Path) -> None:
    """Also where the cache has what the processor is and the code of the pool: each command comes to LLVM at another place."""
    if filled:
        assert python(f"{SETUP}\nshow(hloom.compile(hloom.parse(PROGRAM)))", tmp_path)[0] == 0
    commands = ["run FILE --random 0", "compile FILE", "compile FILE --emit asm", "compile FILE --emit llvm", "compile --common",
                "compile FILE --stop-after fuse", f"compile FILE --dump {tmp_path / 'dump'}", "explain FILE"]
    file = tmp_path / "program.mlir"
    source = f"""{SETUP}
from hloom.cli import main
open({str(file)!r}, "w").write(PROGRAM.replace("tanh", "negate"))
print([main(command.replace("FILE", {str(file)!r}).split()) for command in {commands}])
print([main([command, {str(file)!r}]) for command in ("verify", "indexing")])
"""
    status, output, errors = python(source, tmp_path, packages)
    assert status == 0 and f"{[2] * len(commands)}\n" in output and output.endswith("[0, 0]\n")
    assert errors.count("llvmlite is not installed") == errors.count("\n") == len(commands)


def test_another_processor_is_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered is remembered of one processor, and of one installation of llvmlite."""
    kept: dict[str, bytes] = {}
    first, _ = host.described(kept.get, kept.__setitem__)
    assert len(kept) == 2 and host.described(kept.get, kept.__setitem__)[0] == first and len(kept) == 2
    monkeypatch.setattr(host, "_installed", lambda: "another version")
    host.described(kept.get, kept.__setitem__)
    assert len(kept) == 3
    monkeypatch.setattr(host, "_processor", lambda: "another processor")
    host.described(kept.get, kept.__setitem__)
    assert len(kept) == 5
    monkeypatch.setattr(host, "_processor", lambda: None)  # a system that does not say: LLVM is asked each time
    assert host.described(kept.get, kept.__setitem__)[0] == first and len(kept) == 5
    assert host.described(kept.get, kept.__setitem__)[1] == {}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"[1, 2]", b'[{"triple": 1}, "x"]', b"\xff"])
def test_what_is_damaged_is_asked_again(damage: bytes) -> None:
    kept: dict[str, bytes] = {}
    first, _ = host.described(kept.get, kept.__setitem__)
    assert host.described(lambda key: damage, kept.__setitem__)[0] == first
