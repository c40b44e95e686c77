"""Programs that were compiled ahead for C, loaded into this process and called through ctypes; and C, as tests write it."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hloom.bridges.c import Emitted, emit_c
from hloom.codegen.cpu.c.layout import Status
from hloom.runtime.executable import Executable
from tests.harness import GuardedBuffer, guarded, module_of

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (cc)")
_PATIENCE = 120


class Library:
    """A shared library of a program, `p`, made in a folder with options of `emit_c`."""

    def __init__(self, given: Any, folder: Path, **options: Any) -> None:
        self.folder = folder
        self.emitted: Emitted = emit_c(module_of(given), folder, name="p", **options)
        self.path = folder / "libp.so"
        self.code = ctypes.CDLL(str(self.path))
        for word in ("p_context_bytes", "p_pool_bytes"):
            if hasattr(self.code, word):
                getattr(self.code, word).restype = ctypes.c_int64
        self.code.p_error.restype = ctypes.c_char_p

    def pool(self, threads: int) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        assert self.code.p_pool_new(ctypes.byref(made), ctypes.c_int32(threads)) == Status.OK
        return made

    def context(self, pool: ctypes.c_void_p | None = None) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        assert self.code.p_new(ctypes.byref(made), pool) == Status.OK
        return made

    def run(self, context: ctypes.c_void_p, arrays: Sequence[np.ndarray], results: Sequence[np.ndarray]) -> int:
        words = (ctypes.c_void_p * max(len(arrays) + len(results), 1))(*(a.ctypes.data for a in (*arrays, *results)))
        return self.code.p_run(context, words)


def between_pages(library: Library, executable: Executable, arrays: Sequence[np.ndarray],
                  pool: ctypes.c_void_p | None = None) -> Iterator[tuple[np.ndarray, ...]]:
    """The results of calls in which arguments, results and the context end, then begin, at a page that must not be touched."""
    types = executable.native.program.result_types
    for at_end in (True, False):
        given = [guarded(np.asarray(a), at_end) for a in arrays]
        results = [guarded(np.full(t.shape, 77).astype(t.storage.dtype), at_end) for t in types]
        memory = GuardedBuffer(library.code.p_context_bytes(), at_end)
        context = ctypes.c_void_p()
        assert library.code.p_init(ctypes.byref(context), ctypes.c_void_p(memory.address),
                                   ctypes.c_size_t(library.code.p_context_bytes()), pool) == Status.OK
        for _ in range(2):
            assert library.run(context, given, results) == Status.OK
        assert [a.tobytes() for a in given] == [np.asarray(a).tobytes() for a in arrays]
        yield tuple(r.copy() for r in results)


def arguments_of(executable: Executable, seed: int = 0) -> list[np.ndarray]:
    """Arguments of a program: small numbers."""
    random = np.random.default_rng(seed)
    return [_array(random, t.shape, t.storage.dtype) for t in executable.native.program.argument_types]


def _array(random: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "c":
        return (random.uniform(-2, 2, shape) + 1j * random.uniform(-2, 2, shape)).astype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return random.integers(0 if dtype.kind == "u" else -9, 10, shape).astype(dtype)
    return random.uniform(-2, 2, shape).astype(dtype)


def built(command: Sequence[object], folder: Path) -> None:
    """Runs a compiler, which has to be content."""
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=_PATIENCE,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr


def compile_c(text: str, folder: Path, *words: object) -> Path:
    """The program that a text in C is, with warnings as errors."""
    source = folder / "program.c"
    source.write_text(text)
    built(["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", folder, source, *words, "-o", folder / "program"],
          folder)
    return folder / "program"


def printed(command: Sequence[object], data: bytes = b"") -> str:
    """What a program prints that ends well."""
    return written(command, data).decode()


def written(command: Sequence[object], data: bytes = b"") -> bytes:
    """The bytes that a program writes that ends well."""
    done = subprocess.run([str(word) for word in command], input=data, capture_output=True, timeout=_PATIENCE, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr.decode()[-2000:])
    return done.stdout


def undefined(path: Path) -> set[str]:
    """The names that an object file or a shared library wants of others."""
    option = ["-D"] if path.suffix == ".so" else []
    lines = printed(["nm", *option, "-u", path]).splitlines()
    return {line.split()[-1].partition("@")[0] for line in lines if line.strip()}
