"""What a container does to a cache: mounted read-only, filled by root and read by another user, copied, beside a library that is
left behind, without llvmlite. Each step is a process of its own; those that need it run in a mount namespace (`unshare`) or as
the user nobody, and are skipped, with the reason, where this user may not do so."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hloom.runtime import jit

pytestmark = [pytest.mark.kept, pytest.mark.slow,
              pytest.mark.skipif(not jit.is_supported(), reason="objects of another system are linked by LLVM")]
REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = Path(np.__file__).resolve().parents[1]
NOBODY = 65534

#: Compiles a program, as another user and without llvmlite where that is said, and says where it came from.
PROGRAM = f"""
import logging, os, sys
user, has_llvm, *rest = sys.argv[1:]
if user != "self":
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
if has_llvm == "no":
    sys.modules["llvmlite"] = None
import numpy as np
import hloom
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG if rest else logging.CRITICAL, format="%(name)s: %(message)s")
text = '''func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {{
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}}'''
x = np.ones((64, 64), np.float32)
try:
    run = hloom.compile(hloom.parse(text))
    assert np.allclose(run(x)[0], np.tanh(x))
    sys.stdout.write("kept\\n" if "cache" in run.stats["seconds"] else "compiled\\n")  # another thread may log meanwhile
except hloom.InputError as error:
    print("error:", error)
"""


@functools.cache
def no_namespaces() -> str:
    """Why this process can make no mount namespace; nothing if it can."""
    if not shutil.which("unshare") or not shutil.which("mount"):
        return "there is no unshare or no mount"
    done = subprocess.run(["unshare", "-m", "true"], capture_output=True, text=True)
    return f"no mount namespace: {done.stderr.strip()}" if done.returncode else ""


@functools.cache
def no_other_user() -> str:
    return "" if os.name == "posix" and os.geteuid() == 0 else "only root can become another user"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user may look into: pytest's own are private."""
    path = Path(tempfile.mkdtemp(prefix="hloom-container-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def run(cache: Path | str, *, library: Path | str = "0", threads: int = 2, read_only: Path | None = None, user: str = "self",
        has_llvm: bool = True, logs: bool = False) -> str:
    """What a process says that compiles a program, in a namespace in which a folder is mounted read-only.

    As another user it has a Python where that user may look into: the installation is mounted there, which may lie in somebody's
    home.
    """
    environment = {**os.environ, "HLOOM_CACHE": str(cache), "HLOOM_LIBRARY": str(library), "HLOOM_THREADS": str(threads)}
    command = [sys.executable, "-c", PROGRAM, user, "yes" if has_llvm else "no", *(["logs"] if logs else [])]
    mounts = [] if read_only is None else [f"mount --bind {read_only} {read_only}", f"mount -o remount,ro,bind {read_only}"]
    installation = None
    if user != "self":
        installation = tempfile.mkdtemp(prefix="hloom-python-")
        os.chmod(installation, 0o755)
        mounts.append(f"mount --bind {sys.base_prefix} {installation}")
        python = Path(sys.executable).resolve().relative_to(Path(sys.base_prefix).resolve())
        command[0] = str(Path(installation) / python)
        environment |= {"PYTHONHOME": installation, "HOME": "/nonexistent",
                        "PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(PACKAGES)])}
    if mounts:
        command = ["unshare", "-m", "sh", "-c", " && ".join([*mounts, 'exec "$@"']), "sh", *command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100, check=True)
    except subprocess.CalledProcessError as error:
        raise AssertionError(error.stderr) from None
    finally:
        if installation is not None:
            os.rmdir(installation)
    return done.stdout.rstrip("\n")


def as_nobody(cache: Path, **more: bool) -> str:
    for reason in (no_other_user(), no_namespaces()):
        if reason:
            pytest.skip(reason)
    needed = [path for path in (REPOSITORY, PACKAGES) if not path.is_relative_to(sys.base_prefix)]
    if not all(folder.stat().st_mode & 0o001 for path in needed for folder in (path, *path.parents)):
        pytest.skip("the user nobody cannot look into the checkout, or to where NumPy is")
    return run(cache, user="nobody", **more)  # type: ignore[arg-type]


def test_a_cache_on_a_read_only_mount_is_read(folder: Path) -> None:
    if no_namespaces():
        pytest.skip(no_namespaces())
    cache = folder / "cache"
    assert run(cache) == "compiled"
    before = {path.name: path.stat() for path in cache.iterdir()}
    for has_llvm in (True, False):
        assert run(cache, read_only=cache, has_llvm=has_llvm) == "kept"
    said = run(cache, read_only=cache, logs=True)
    assert f"hloom.cache: cache: {cache}, only read: it cannot be written to; owner {os.geteuid()}, mode 0700" in said
    assert "hloom.cache: @main: from the cache in " in said
    assert {path.name: path.stat() for path in cache.iterdir()} == before


def test_an_empty_cache_on_a_read_only_mount_is_no_failure(folder: Path) -> None:
    if no_namespaces():
        pytest.skip(no_namespaces())
    (folder / "cache").mkdir(mode=0o700)
    assert run(folder / "cache", read_only=folder) == "compiled"
    said = run(folder / "none", read_only=folder, logs=True)
    assert f"hloom.cache: no cache: {folder / 'none'}: Read-only file system" in said and "compiled" in said.splitlines()


def test_a_cache_that_root_filled_is_read_by_the_user_of_a_service(folder: Path) -> None:
    if no_other_user():
        pytest.skip(no_other_user())
    cache = folder / "cache"
    assert run(cache) == "compiled"
    said = as_nobody(cache, logs=True)  # still private
    assert f"hloom.cache: no cache: {cache}: it cannot be read; owner 0, mode 0700" in said and "compiled" in said.splitlines()
    cache.chmod(0o755)
    said = as_nobody(cache, logs=True)
    assert "it cannot be read: Permission denied; owner 0, mode 0600" in said and "compiled" in said.splitlines()
    for path in cache.iterdir():
        path.chmod(0o644)
    assert as_nobody(cache) == as_nobody(cache, has_llvm=False) == "kept"
    for paths, mode, usual in (([cache], 0o775, 0o755), (list(cache.iterdir()), 0o666, 0o644)):
        for path in paths:
            path.chmod(mode)
        assert "not trusted: others than its owner can write to it; owner 0, mode 0" in as_nobody(cache, logs=True)
        for path in paths:
            path.chmod(usual)


def test_a_cache_of_another_user_is_not_trusted(folder: Path) -> None:
    if no_other_user():
        pytest.skip(no_other_user())
    cache = folder / "cache"
    assert run(cache) == "compiled"
    os.chown(cache, 4242, 4242)
    for path in cache.iterdir():
        os.chown(path, 4242, 4242)
    said = run(cache, logs=True)
    assert f"no cache: {cache}: not trusted: it belongs to user 4242, not to 0; owner 4242, mode 0700" in said
    assert "compiled" in said.splitlines()


def test_a_copied_cache_is_read(folder: Path) -> None:
    assert run(folder / "cache") == "compiled"
    shutil.copytree(folder / "cache", folder / "copy", copy_function=shutil.copyfile)  # owner, times and modes are new
    assert run(folder / "copy", has_llvm=False) == "kept"
    if not no_other_user():
        for path in (folder / "copy", *(folder / "copy").iterdir()):
            os.chown(path, NOBODY, NOBODY)
        assert as_nobody(folder / "copy", has_llvm=False) == "kept"


def test_a_cache_that_was_filled_beside_a_library_does_without_it(folder: Path) -> None:
    library, cache = folder / "library", folder / "cache"
    assert run(library) == "compiled"  # whoever fills a library compiles
    assert run(cache, library=library) == "kept"
    assert run(cache, has_llvm=False) == "kept"


def test_a_cache_is_enough_for_another_number_of_threads(folder: Path) -> None:
    assert run(folder / "cache", threads=3) == "compiled"
    for threads in (1, 2, 5):
        assert run(folder / "cache", threads=threads, has_llvm=False) == "kept"
    said = run(folder / "cache", threads=2, logs=True)
    assert "@main: not in the cache: it was compiled for 3 threads, here are 2" in said and "compiled" in said.splitlines()


@pytest.mark.parametrize("isa", ["", "avx2"])
def test_without_llvmlite_there_is_one_kind_of_error(isa: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a cache or a library says what the processor is, but has no code for those vectors."""
    monkeypatch.setenv("HLOOM_ISA", isa)
    assert run("0", has_llvm=False).startswith("error: llvmlite is not installed")
    monkeypatch.setenv("HLOOM_ISA", "")
    assert run(folder / "cache") == "compiled"
    monkeypatch.setenv("HLOOM_ISA", isa and "sse")
    said = run(folder / "cache", has_llvm=False)
    assert "HLOOM_ISA" in said and said.startswith("error: llvmlite is not installed") if isa else said == "kept"
