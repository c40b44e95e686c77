"""How many threads LAPACK's library uses while compiled code calls it: none but the caller's, unless a matrix is large."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.linear import calls, library
from hloom.runtime.cache import Cache
from tests.codegen.test_lapack_calls import call_text, program, tensor
from tests.harness import lower


class Counted:
    """A library whose functions say and change a number, and which remembers the changes."""

    def __init__(self, count: int) -> None:
        self.count, self.changes = count, list[int]()

    def get(self) -> int:
        return self.count

    def set(self, count: Any) -> None:
        self.count = count.value
        self.changes.append(self.count)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    made, threads = Counted(7), library._Threads()
    threads.__dict__["_functions"] = made.get, made.set
    monkeypatch.setattr(library, "_THREADS", threads)
    return made


def eigenvalues(size: int) -> Any:
    text = call_text("syevd", "f32", {"mode": "V", "uplo": "L"}, [tensor((size, size), "f32")],
                     [tensor((size, size), "f32"), tensor((size,), "f32"), tensor((), "i32")])
    return program(text)


def test_the_last_one_changes_it_back(counted: Counted) -> None:
    with library.on_one_thread():
        assert counted.count == 1
        with pytest.raises(KeyError), library.on_one_thread():
            raise KeyError
        assert counted.count == 1
    assert counted.count == 7 and counted.changes == [1, 7]


def test_threads_that_overlap_count_together(counted: Counted) -> None:
    inside, may_go = threading.Barrier(5), threading.Event()

    def work() -> None:
        with library.on_one_thread():
            inside.wait()
            may_go.wait()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.wait()
    assert counted.count == 1
    may_go.set()
    for thread in threads:
        thread.join()
    assert counted.changes == [1, 7]


def test_one_thread_is_not_touched(counted: Counted) -> None:
    counted.count = 1
    with library.on_one_thread():
        pass
    assert not counted.changes


def test_a_child_of_fork_begins_anew(counted: Counted) -> None:
    threads = library._THREADS
    threads.enter()
    threads._forget()
    assert counted.count == 7
    with library.on_one_thread():
        assert counted.count == 1
    assert counted.count == 7


def test_calls_of_programs(counted: Counted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of those from the cache; a matrix that is large is left to the library's threads, unless the program has but one."""
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
    module, a = eigenvalues(6), np.eye(6, dtype=np.float32)
    for _ in range(2):
        hloom.compile(module, threads=2)(a)
    assert counted.changes == [1, 7] * 2
    monkeypatch.setattr(calls, "_WORTH_THREADS", 30)
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "other", 1 << 30))
    for number, threads in enumerate((2, 2, 1, 1)):
        before = len(counted.changes)
        executable = hloom.compile(module, threads=threads)
        assert ("cache" in executable.stats["seconds"]) == bool(number % 2)
        executable(a)
        assert counted.changes[before:] == ([1, 7] if threads == 1 else [])


def test_which_matrices_are_large() -> None:
    assert not lower(eigenvalues(1000), workers=2).program.has_threaded_routines
    assert lower(eigenvalues(1024), workers=2).program.has_threaded_routines
    assert not lower(eigenvalues(1024), workers=1).program.has_threaded_routines


def test_the_functions_of_the_library_that_is_there() -> None:
    found = library._THREADS._functions
    if found is None:
        pytest.skip("the library of NumPy's linear algebra has no such functions")
    before = found[0]()
    assert before >= 1
    with library.on_one_thread():
        assert found[0]() == 1
    assert found[0]() == before
