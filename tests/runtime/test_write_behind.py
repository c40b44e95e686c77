"""Work that is done aside is done once, in time for who needs it, and at the latest when the process ends."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

import hloom
from hloom.runtime import cache as module
from hloom.runtime.cache import Cache, WriteBehindQueue, cache_key
from tests.processes import printed

SECONDS = 20
MODULE = """func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}"""


class Pieces:
    """Pieces of work that note who has done them; each may be held up."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def piece(self, name: str, waits: bool = False):
        def work() -> None:
            if waits:
                self.begun.set()
                assert self.go_on.wait(SECONDS)
            self.done.append((name, threading.get_ident()))
        return work

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.done]


def ended(work: WriteBehindQueue) -> None:
    work.finish()
    assert not work._waiting


def without_thread(work: WriteBehindQueue) -> bool:
    """Waits until its thread has ended, which it says before it does."""
    pause = threading.Event()
    return any(not work._has_thread or pause.wait(0.01) for _ in range(SECONDS * 100))


def test_a_thread_does_the_pieces_in_their_order() -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    for name in "abc":
        work.add(name, pieces.piece(name, waits=name == "a"))
    assert pieces.done == []
    work.begin()
    work.begin()
    assert pieces.begun.wait(SECONDS)
    work.add("d", pieces.piece("d"))
    pieces.go_on.set()
    assert without_thread(work) and not work._waiting
    assert pieces.names == ["a", "b", "c", "d"] and pieces.done[0][1] != threading.get_ident()


def test_who_needs_a_piece_does_it() -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    for name in "abc":
        work.add(name, pieces.piece(name))
    work.settle("b")
    work.settle("b")
    work.settle("unknown")
    assert pieces.done == [("b", threading.get_ident())]
    ended(work)
    assert pieces.names == ["b", "a", "c"]


def test_the_thread_begins_when_the_caller_has_had_a_moment() -> None:
    """It takes the interpreter from who runs what was compiled."""
    pieces, work = Pieces(), WriteBehindQueue()
    work.add("a", pieces.piece("a"))
    start = time.perf_counter()
    work.begin()
    assert time.perf_counter() - start < module.MOMENT and pieces.done == []
    assert without_thread(work) and pieces.names == ["a"]
    assert time.perf_counter() - start >= module.MOMENT


def test_the_moment_is_longer_after_what_took_long() -> None:
    """Half as long as that, so that the first call is over, but not for ever: the process may be killed."""
    assert [module.moment_after(seconds) for seconds in (0.0, 0.01, 1.0, 3.0, 1000.0)] == [0.05, 0.05, 0.5, 1.5, 2.0]
    pieces, work = Pieces(), WriteBehindQueue()
    work.add("a", pieces.piece("a"))
    start = time.perf_counter()
    work.begin(0.3)
    work.begin()  # who begins later does not hasten it
    assert without_thread(work) and pieces.names == ["a"]
    assert time.perf_counter() - start >= 0.3


def test_who_needs_a_piece_waits_for_who_is_at_it() -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    work.add("a", pieces.piece("a", waits=True))
    work.begin()
    assert pieces.begun.wait(SECONDS)
    timer = threading.Timer(0.05, pieces.go_on.set)
    timer.start()
    work.settle("a")
    assert pieces.names == ["a"] and pieces.done[0][1] != threading.get_ident()
    timer.join()


def test_a_later_piece_of_a_name_takes_the_place_of_an_earlier_one() -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    work.add("a", pieces.piece("old"))
    work.add("a", pieces.piece("new"))
    ended(work)
    assert pieces.names == ["new"]

    def adds() -> None:
        work.add("b", pieces.piece("after"))
        pieces.done.append(("before", 0))

    work.add("b", adds)
    ended(work)
    assert pieces.names == ["new", "before", "after"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_piece_that_fails_fails_once(capfd: pytest.CaptureFixture[str]) -> None:
    pieces, work = Pieces(), WriteBehindQueue()

    def fails() -> None:
        raise ValueError("on purpose")

    work.add("a", fails)
    with pytest.raises(ValueError, match="on purpose"):
        work.settle("a")
    work.settle("a")
    work.add("a", fails)  # in the thread, which ends, and tells
    work.begin()
    assert without_thread(work) and not work._waiting
    work.add("b", pieces.piece("b"))
    work.begin()
    ended(work)
    assert pieces.names == ["b"]


def test_without_threads_the_caller_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    monkeypatch.setattr(module, "start_background", lambda *_: False)
    work.add("a", pieces.piece("a"))
    work.begin()
    assert pieces.done == [("a", threading.get_ident())] and not work._has_thread


def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WAITING", 3)
    pieces, work = Pieces(), WriteBehindQueue()
    for name in "abcde":
        work.add(name, pieces.piece(name))
    assert pieces.names == ["a", "b"]
    ended(work)


def test_threads_that_add_and_settle_do_each_piece_once() -> None:
    pieces, work = Pieces(), WriteBehindQueue()
    names = [f"{k}" for k in range(400)]

    def add(first: int) -> None:
        for name in names[first::4]:
            work.add(name, pieces.piece(name))
            work.begin()
            if int(name) % 3 == 0:
                work.settle(name)

    threads = [threading.Thread(target=add, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    ended(work)
    assert sorted(pieces.names) == sorted(names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_of_fork_has_what_waits_and_no_lock(tmp_path: Path) -> None:
    """The parent's thread is in the middle of a piece."""
    cache, pieces, wanted = Cache(None, 1 << 20), Pieces(), [cache_key("a"), cache_key("b")]
    made = pieces.piece("a", waits=True)
    cache.defer_put(wanted[0], lambda: made() or b"a")
    cache.defer_put(wanted[1], lambda: b"b")
    cache.start_deferred(2)
    assert pieces.begun.wait(SECONDS)
    child = os.fork()
    if not child:
        try:
            cache._after_fork()
            pieces.go_on.set()
            os._exit(0 if [cache.get(key) for key in wanted] == [b"a", b"b"] else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    pieces.go_on.set()
    assert [cache.get(key) for key in wanted] == [b"a", b"b"] and pieces.names == ["a"]


def test_entries_that_are_made_aside_are_there_for_who_asks(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 1 << 20)
    cache.defer_put(cache_key("a"), lambda: b"value")

    def lacks_memory() -> bytes:
        raise MemoryError

    cache.defer_put(cache_key("large"), lacks_memory)
    assert not list(tmp_path.iterdir())
    assert cache.get(cache_key("a")) == b"value" and len(list(tmp_path.iterdir())) == 1
    assert cache.get(cache_key("large")) is None
    cache.defer_put(cache_key("b"), lambda: b"other")
    cache.start_deferred(1)  # no other thread than the caller's
    assert Cache(tmp_path, 1 << 20).get(cache_key("b")) == b"other"


@pytest.mark.kept
@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "import atexit; atexit.register(lambda: hloom.compile(module))"])
def test_a_process_keeps_its_programs_before_it_ends(tmp_path: Path, end: str) -> None:
    """Even if nothing runs behind the compilation."""
    script = f"""
import hloom
from hloom.runtime import cache
cache.start_background = lambda *_: True  # a thread that never gets to it
module = hloom.parse('''{MODULE}''')
{"" if "atexit" in end else "hloom.compile(module, threads=2)"}
{end}
"""
    for is_kept in (False, True):
        text = script if not is_kept else f"""
import hloom
assert "cache" in hloom.compile(hloom.parse('''{MODULE}'''), threads={"None" if "atexit" in end else 2}).stats["seconds"]
"""
        printed("-c", text, is_quiet=True, HLOOM_CACHE=tmp_path)


@pytest.mark.kept
def test_the_same_program_again_is_found_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 24))
    monkeypatch.setattr(WriteBehindQueue, "begin", lambda self, moment: None)
    module = hloom.parse(MODULE)
    first, again = hloom.compile(module), hloom.compile(module)
    assert "cache" not in first.stats["seconds"] and "cache" in again.stats["seconds"]
    assert again.kernels == first.kernels and str(again.kernels["loop_0"]) == str(first.kernels["loop_0"])
