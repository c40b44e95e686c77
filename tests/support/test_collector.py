"""Holding off the collector: nested, in threads, through exceptions, and to the end of a call."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from hloom.support.collector import collector_paused, importing, importing_late, rest


@pytest.fixture(autouse=True)
def enabled() -> Iterator[None]:
    assert gc.isenabled()
    yield
    assert gc.isenabled()


@pytest.fixture
def collections() -> Iterator[list[int]]:
    """The generations that are collected in a test."""
    found: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            found.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def test_blocks_inside_of_each_other_are_one() -> None:
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_off_stays_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_fault_ends_a_block() -> None:
    with pytest.raises(ValueError, match="fault"), collector_paused():
        raise ValueError("fault")


def test_a_block_whose_end_an_interruption_left_out_ends_all_the_same() -> None:
    left = collector_paused()
    left.__enter__()
    assert not gc.isenabled()
    del left
    assert gc.isenabled()
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_last_thread_to_leave_lets_it_go_on() -> None:
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with collector_paused():
            inside.set()
            done.wait()

    other = threading.Thread(target=hold)
    other.start()
    inside.wait()
    with collector_paused():
        pass
    assert not gc.isenabled()
    done.set()
    other.join()


def test_a_function_is_as_it_was() -> None:
    @collector_paused()
    def told(a: int, *, b: int = 2) -> tuple[int, int, bool]:
        """What it does."""
        return a, b, gc.isenabled()

    assert told(1, b=3) == (1, 3, False)
    assert told.__name__ == "told" and told.__doc__ == "What it does."


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="when a collection that is due begins is up to Python's version")
def test_a_call_ends_before_the_collection_that_is_due() -> None:
    @collector_paused()
    def made() -> list[list[int]]:
        return [[k] for k in range(20_000)]

    begun: list[str] = []
    gc.callbacks.append(lambda phase, _: begun.append(phase))
    try:
        gc.collect()
        begun.clear()
        found = made()
        count = len(begun)
        later = [[k] for k in range(2)]
        assert count == 0 and begun and len(found) == 20_000 and len(later) == 2
    finally:
        gc.callbacks.pop()


# -- resting ---------------------------------------------------------------------------------------------------------------------


USUAL = gc.get_threshold()


def is_over_within(seconds: float) -> bool:
    start = time.perf_counter()
    while gc.get_threshold() != USUAL and time.perf_counter() - start < seconds:
        time.sleep(0.001)
    return gc.get_threshold() == USUAL


def test_the_walk_over_very_many_objects_comes_later(collections: list[int]) -> None:
    with collector_paused():
        kept: list[Any] = [[] for _ in range(30_000)]
        rest(0.2)
    kept += [[] for _ in range(2000)]
    assert gc.get_threshold() != USUAL and not collections
    assert is_over_within(20)
    kept += [[] for _ in range(2000)]
    assert collections


def test_of_two_that_follow_each_other_one_rests() -> None:
    """What programs that are compiled one after the other leave does not add up."""
    with collector_paused():
        kept: list[Any] = [[] for _ in range(30_000)]
        rest(0.2)
    with collector_paused():
        kept += [[] for _ in range(30_000)]
        assert is_over_within(20)
        rest(1000)
    assert gc.get_threshold() == USUAL and len(kept) == 60_000


def test_few_objects_are_walked_at_once() -> None:
    with collector_paused():
        rest(1000)
    assert gc.get_threshold() == USUAL
    rest(1000)
    assert gc.get_threshold() == USUAL


def test_who_switches_it_off_has_it_off() -> None:
    """Before the block, and while somebody rests."""
    try:
        for is_before in (True, False):
            gc.enable()
            if is_before:
                gc.disable()
            with collector_paused():
                kept = [[] for _ in range(30_000)]
                rest(0.05)
            gc.disable()
            assert is_over_within(20) and not gc.isenabled() and len(kept) == 30_000
    finally:
        gc.enable()


def test_who_sets_thresholds_meanwhile_has_them() -> None:
    with collector_paused():
        kept = [[] for _ in range(30_000)]
        rest(0.05)
    try:
        gc.set_threshold(5000, 20, 20)
        time.sleep(0.3)
        assert gc.get_threshold() == (5000, 20, 20) and len(kept) == 30_000
    finally:
        gc.set_threshold(*USUAL)


def test_without_threads_there_is_no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hloom.support.signals.start_background", lambda *_: False)
    with collector_paused():
        kept = [[] for _ in range(30_000)]
        rest(0.0)
    assert gc.get_threshold() == USUAL and len(kept) == 30_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_child_of_fork_does_not_rest() -> None:
    with collector_paused():
        kept = [[] for _ in range(30_000)]
        rest(0.5)
    child = os.fork()
    if child == 0:
        os._exit(0 if gc.get_threshold() == USUAL else 1)
    assert os.waitpid(child, 0)[1] == 0 and len(kept) == 30_000
    assert is_over_within(20)


# -- importing -------------------------------------------------------------------------------------------------------------------


class Knot:
    """One that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def thawed() -> Iterator[None]:
    """Nothing that has been put out of the collector's reach, as the tests' modules are."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("thawed")
@pytest.mark.parametrize("block", [importing, importing_late])
@pytest.mark.long
def test_what_was_imported_is_not_walked_at_the_end(block: Callable[[], AbstractContextManager[None]],
                                                    collections: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A block that only holds the collector off has it walk all that is new, as soon as there is anything more."""
    with collector_paused():
        kept: list[Any] = [[] for _ in range(20_000)]
    kept += [[] for _ in range(10)]
    assert collections
    collections.clear()
    gc.collect()
    collections.clear()
    with block():
        monkeypatch.setitem(sys.modules, "a new module", sys)
        kept += [[] for _ in range(20_000)]
        knot = Knot()
        gone = weakref.ref(knot)
        del knot
    kept += [[] for _ in range(10)]
    assert not collections and gc.get_freeze_count() == 0
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_what_a_block_makes_that_imports_nothing_is_walked(collections: list[int]) -> None:
    """Programs are compiled again and again, and blocks for what few of them need entered each time: garbage of theirs goes."""
    with importing():
        kept: list[Any] = [[] for _ in range(20_000)]
    kept += [[] for _ in range(10)]
    assert collections


def test_what_somebody_has_frozen_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.freeze()
    try:
        count = gc.get_freeze_count()
        assert count
        with importing():
            monkeypatch.setitem(sys.modules, "a new module", sys)
            kept = [[] for _ in range(20_000)]
        assert count - 100 < gc.get_freeze_count() <= count and len(kept) == 20_000
    finally:
        gc.unfreeze()
