"""Handlers of signals that are held back."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

import hloom
from hloom.support.diagnostics import EvaluationError
from hloom.support.signals import deferred, start_background, start_thread

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no such signals on this system")


class Came(Exception):
    """What the handlers of these tests raise."""


@pytest.fixture
def calls() -> Iterator[list[int]]:
    """The numbers of the signals whose handlers have run; each handler raises."""
    calls: list[int] = []

    def handle(number: int, _: object) -> NoReturn:
        calls.append(number)
        raise Came(number)

    before = {number: signal.signal(number, handle) for number in (signal.SIGUSR1, signal.SIGUSR2)}
    yield calls
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_handler_runs_when_the_block_is_over(calls: list[int]) -> None:
    handler = signal.getsignal(signal.SIGUSR1)
    steps = []
    with pytest.raises(Came), deferred():
        signal.raise_signal(signal.SIGUSR1)
        steps.append(list(calls))
    assert steps == [[]] and calls == [signal.SIGUSR1]
    assert signal.getsignal(signal.SIGUSR1) is handler


def test_every_handler_runs_and_is_put_back_though_each_raises(calls: list[int]) -> None:
    handlers = [signal.getsignal(number) for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGINT)]
    with pytest.raises(Came), deferred():
        for number in (signal.SIGUSR2, signal.SIGUSR1, signal.SIGUSR2):
            signal.raise_signal(number)
    assert calls == [signal.SIGUSR2, signal.SIGUSR1, signal.SIGUSR2]
    assert [signal.getsignal(number) for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGINT)] == handlers


def test_an_exception_of_the_block_passes_where_no_signal_came(calls: list[int]) -> None:
    with pytest.raises(ValueError, match="of the block"), deferred():
        raise ValueError("of the block")
    assert not calls


def test_other_threads_change_nothing(calls: list[int]) -> None:
    found = []

    def work() -> None:
        with deferred():
            found.append(signal.getsignal(signal.SIGUSR1))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.getsignal(signal.SIGUSR1)]


def test_a_handler_waits_while_a_thread_starts(calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """One that raises in the middle of it would leave locks of Python's own taken."""
    ran, start = threading.Event(), threading.Thread.start

    def start_within_a_signal(thread: threading.Thread) -> None:
        signal.raise_signal(signal.SIGUSR1)
        assert not calls
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_within_a_signal)
    with pytest.raises(Came):
        start_thread(threading.Thread(target=ran.set))
    assert calls == [signal.SIGUSR1] and ran.wait(10)


def test_a_handler_waits_while_a_thread_starts_aside(calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    ran, start = threading.Event(), _thread.start_new_thread

    def start_within_a_signal(work: Any, arguments: tuple[Any, ...]) -> None:
        signal.raise_signal(signal.SIGUSR1)
        assert not calls
        start(work, arguments)

    monkeypatch.setattr(_thread, "start_new_thread", start_within_a_signal)
    with pytest.raises(Came):
        start_background(ran.set)
    assert calls == [signal.SIGUSR1] and ran.wait(10)


def test_a_thread_aside_that_the_system_does_not_give(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(work: object, arguments: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refused)
    assert not start_background(int)


def test_a_thread_that_the_system_does_not_give(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert not start_thread(threading.Thread(target=int))
    with pytest.raises(EvaluationError, match="no threads for 2 processes"):
        hloom.evaluate_grid(hloom.parse("func.func @main() -> tensor<f32> {\n  %0 = stablehlo.constant dense<1.0> : tensor<f32>\n"
                                       "  return %0 : tensor<f32>\n}"), num_replicas=2)
