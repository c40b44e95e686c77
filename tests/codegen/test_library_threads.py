"""How many threads LAPACK's library uses while compiled code calls it: none but the caller's, unless a matrix is large."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch import lapack
from hloom.runtime.dispatch.commands import FIRST, POOL, TABLE, WATCH, Op
from hloom.runtime.dispatch.lapack import GET, LOCK, SET, USERS
from hloom.runtime.pool import Pool
from hloom.runtime.watch import QUIET
from tests.codegen.test_lapack_calls import call_text, program, tensor
from tests.harness import lower, use_machine
from tests.runtime.test_call_block import called


class Counted:
    """A library whose functions say and change a number, and which remembers the changes. Calls of programs that were asked to
    change nothing, or to change it for as long as they run, are made by `hloom_run_on_one_thread` on a table of two commands."""

    def __init__(self, count: int) -> None:
        self.count, self.changes = count, list[int]()
        self.kept = ctypes.CFUNCTYPE(ctypes.c_int)(self.get), ctypes.CFUNCTYPE(None, ctypes.c_int)(self.set)

    def get(self) -> int:
        return self.count

    def set(self, count: int) -> None:
        self.count = count
        self.changes.append(count)

    def run(self, action: Callable[[], None] = lambda: None) -> None:
        """Runs a program that calls an action of Python, as routines are."""
        failures: list[BaseException] = []

        def act(_: int) -> int:
            try:
                action()
            except BaseException as error:
                failures.append(error)
            return len(failures)

        called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(act)
        table = (ctypes.c_int64 * 4)(2, Op.CALL, ctypes.cast(called, ctypes.c_void_p).value or 0, Op.END)
        context, pool = (ctypes.c_uint64 * FIRST)(), Pool.get()
        context[POOL], context[WATCH], context[TABLE] = pool.address, QUIET.address, ctypes.addressof(table)
        stopped = pool.run_on_one_thread(context)
        assert bool(stopped) == bool(failures)
        if failures:
            raise failures[0]


@pytest.fixture
def counted() -> Iterator[Counted]:
    made, words = Counted(7), lapack.THREADS.words
    lapack.THREADS.find()
    before = list(words)
    for word, function in zip((GET, SET), made.kept):
        words[word] = ctypes.cast(function, ctypes.c_void_p).value or 0
    yield made
    assert words[USERS] == words[LOCK] == 0
    words[:] = before


def eigenvalues(size: int) -> Any:
    text = call_text("syevd", "f32", {"mode": "V", "uplo": "L"}, [tensor((size, size), "f32")],
                     [tensor((size, size), "f32"), tensor((size,), "f32"), tensor((), "i32")])
    return program(text)


def test_the_last_one_changes_it_back(counted: Counted) -> None:
    def inner() -> None:
        assert counted.count == 1
        with pytest.raises(KeyError):
            counted.run(lambda: {}["nothing"])
        assert counted.count == 1

    counted.run(inner)
    assert counted.count == 7 and counted.changes == [1, 7]


def test_threads_that_overlap_count_together(counted: Counted) -> None:
    inside, may_go = threading.Barrier(5), threading.Event()

    def work() -> None:
        inside.wait()
        may_go.wait()

    threads = [threading.Thread(target=counted.run, args=(work,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.wait()
    assert counted.count == 1
    may_go.set()
    for thread in threads:
        thread.join()
    assert counted.changes == [1, 7]


def test_many_threads_change_it_in_turn(counted: Counted) -> None:
    """Whoever runs finds one thread, whoever else begins or ends just then."""
    found: set[int] = set()

    def work() -> None:
        for _ in range(200):
            counted.run(lambda: found.add(counted.count))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {1} and counted.count == 7 and counted.changes[::2] == [1] * (len(counted.changes) // 2)


def test_one_thread_is_not_touched(counted: Counted) -> None:
    counted.count = 1
    counted.run()
    assert not counted.changes


def test_a_library_without_the_functions_is_left_alone(counted: Counted) -> None:
    lapack.THREADS.words[GET] = 0
    counted.run()
    assert not counted.changes


def test_a_child_of_fork_begins_anew(counted: Counted) -> None:
    def in_the_middle() -> None:
        lapack.THREADS.words[LOCK] = 1
        lapack.THREADS._forget()
        assert counted.count == 7
        counted.run(lambda: None)
        lapack.THREADS.words[USERS] = 1  # of the call that is under way

    counted.run(in_the_middle)
    assert counted.count == 7


def test_calls_of_programs(counted: Counted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of those from the cache; a matrix that is large is left to the library's threads, unless the program has but one."""
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
    module, a = eigenvalues(6), np.eye(6, dtype=np.float32)
    for _ in range(2):
        hloom.compile(module, threads=2)(a)
    assert counted.changes == [1, 7] * 2
    use_machine(monkeypatch, linear={"worth_threads": 30})
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


def test_the_functions_of_the_library_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program finds one thread; what was before comes back."""
    executable = hloom.compile(eigenvalues(6), threads=2)
    if not lapack.THREADS.words[GET]:
        pytest.skip("the library of NumPy's linear algebra has no such functions")
    ask = ctypes.CFUNCTYPE(ctypes.c_int)(lapack.THREADS.words[GET])
    tell = ctypes.CFUNCTYPE(None, ctypes.c_int)(lapack.THREADS.words[SET])
    usual, found = ask(), list[int]()
    tell(3)
    try:
        counted = Counted(0)
        counted.run(lambda: found.append(ask()))
        executable(np.eye(6, dtype=np.float32))
        assert found == [1] and ask() == 3
    finally:
        tell(usual)


def test_native_code_calls_routines(counted: Counted) -> None:
    executable, a = hloom.compile(eigenvalues(6), threads=2), np.diag(np.arange(6)).astype(np.float32)
    counted.changes.clear()
    found = called(executable, [a])
    assert counted.changes == [1, 7]
    assert [x.tobytes() for x in found] == [x.tobytes() for x in executable(a)]
