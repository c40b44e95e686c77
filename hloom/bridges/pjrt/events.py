"""Events: what a caller waits for. Nearly all are one, which is ready; others belong to work that is under way: to native code's
(`native_events`), or to Python's.

A buffer whose elements still come from Python has the handle of that `Work`; each event that is asked for it has a handle of
its own, which its caller destroys.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.errors import Code, PluginError, handle_of
from hloom.bridges.pjrt.native import immortal, native
from hloom.bridges.pjrt.native_layout import NATIVE, READY, Event
from hloom.bridges.pjrt.table import function

_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class Work:
    """Something that is under way, and how it ended. Callbacks are called by who ends it."""

    def __init__(self) -> None:
        self._done, self._lock = threading.Event(), threading.Lock()
        self._then: list[Callable[[], None]] = []
        self.error: BaseException | None = None
        self.handle = HANDLES.new(self)

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def end(self, error: BaseException | None = None) -> None:
        with self._lock:
            self.error = error
            self._done.set()
            then, self._then = self._then, []
        for one in then:
            one()

    def wait(self) -> None:
        """Waits for the end; raises what it ended with."""
        self._done.wait()
        if self.error is not None:
            raise self.error

    def when_done(self, one: Callable[[], None]) -> None:
        with self._lock:
            if not self._done.is_set():
                self._then.append(one)
                return
        one()

    def event(self) -> int:
        """A handle of an event for the caller."""
        return ready() if self.is_done and self.error is None else HANDLES.new(_Event(self))


class _Event:
    """One caller's event."""

    def __init__(self, work: Work) -> None:
        self.work, self.wait = work, work.wait


class _Ready:
    """The event of all that is done."""


def ready() -> int:
    """The handle of the event that is ready."""
    handle = native().state[READY]
    if not handle:
        handle = native().state[READY] = HANDLES.new(immortal(_Ready()))
    return handle


class Failure:
    """Why native work has failed; a new error is made of it for each who asks."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def failure(error: BaseException) -> int:
    """A native event that has ended with an error, which the caller holds."""
    event = native().event_new()
    ctypes.c_uint64.from_address(event + Event.ERROR).value = HANDLES.new(Failure(error))
    native().event_end(event, event, 0)
    return event


def is_native(event: int) -> bool:
    """Whether an event is one of native work."""
    return ctypes.c_uint64.from_address(event + Event.KIND).value == NATIVE


def error_of(event: int) -> BaseException | None:
    """What a native event that has ended says of its work."""
    cause = ctypes.c_uint64.from_address(event + Event.CAUSE).value
    return HANDLES[ctypes.c_uint64.from_address(cause + Event.ERROR).value].error if cause else None


def wait(event: int) -> None:
    """Waits for the event of a buffer; raises what it ended with."""
    if event == ready():
        return
    if not is_native(event):
        HANDLES[event].wait()
        return
    native().wanted(ctypes.c_uint64.from_address(event + Event.NUMBER).value)
    # Here, after a call, Python raises what came before: the wait itself ends for what comes from now on only.
    if not native().await_event(event):
        raise error_of(event) or AssertionError("an event without an error")


@function("Event_Destroy")
def _(a: Any) -> None:
    HANDLES.drop(a.event)


@function("Event_IsReady")
def _(a: Any) -> None:
    a.is_ready = HANDLES[a.event].work.is_done


@function("Event_Error")
def _(a: Any) -> None:
    if is_native(a.event):
        if (error := error_of(a.event)) is not None:
            raise error
        return
    work = HANDLES[a.event].work
    if work.is_done and work.error is not None:
        raise work.error


@function("Event_Await")
def _(a: Any) -> None:
    wait(a.event)


@function("Event_OnReady")
def _(a: Any) -> None:
    work: Work = HANDLES[a.event].work
    callback, argument = _CALLBACK(a.callback), a.user_arg
    work.when_done(lambda: callback(None if work.error is None else handle_of(work.error), argument))


@function("Event_Create")
def _(a: Any) -> None:
    a.event = HANDLES.new(_Event(Work()))


@function("Event_Set")
def _(a: Any) -> None:
    message = ctypes.string_at(a.error_message, a.error_message_size).decode("utf-8", "replace") if a.error_code else ""
    HANDLES[a.event].work.end(PluginError(Code(a.error_code), message) if a.error_code else None)
