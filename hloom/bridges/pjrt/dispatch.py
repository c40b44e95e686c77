"""The thread that does what is dispatched (`native_dispatch`), and what stops it: Ctrl-C, the end of the process, fork().

Work is stopped by Ctrl-C where the main thread waits for its end. The system's handler of that signal, which Python's follows,
writes a byte that a thread of this module waits for; exceptions of Python's handler are raised in the main thread meanwhile, and
JAX looks for them while it waits. Where a handler of the user's own takes the signal, nothing is stopped.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from typing import Any

from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.events import failure
from hloom.bridges.pjrt.native import immortal, native
from hloom.bridges.pjrt.native_layout import Queue
from hloom.bridges.pjrt.table import internal
from hloom.runtime.pool import Pool
from hloom.support.forking import in_child, renewed_in_child
from hloom.support.signals import start_thread

#: Seconds after which what is stopped by a signal ends at the latest, as JAX looks for exceptions of handlers every fifth of a
#: second, if it gets a processor; and between two looks at what has ended.
_MOMENT, _SHORT = 1.0, 0.01
#: Seconds that the end of the interpreter waits for what is under way, and for threads that wait for that.
_EXIT_PATIENCE, _RETURN_PATIENCE = 1.0, 0.2
_CANCELLED = "the call was stopped by a signal, or by the end of the process"
_lock = renewed_in_child(threading.Lock())
_worker: threading.Thread | None = None
_is_over = False


def start() -> None:
    """Has work taken from now on. Called where a program is compiled that may be dispatched; does nothing the second time."""
    global _worker
    with _lock:
        if _worker is not None or _is_over:
            return
        own = native()
        if not own.queue_word(Queue.CANCELLED).value:
            for place, error in ((Queue.CANCELLED, PluginError(Code.CANCELLED, _CANCELLED)),
                                 (Queue.EXHAUSTED, PluginError(Code.RESOURCE_EXHAUSTED, "out of memory: no room for what a "
                                                               "program computes"))):
                own.queue_word(place).value = failure(error)
        own.prepare(Pool.get().attend)
        _listen(own)
        made = threading.Thread(target=own.dispatch, name="hloom-dispatch", daemon=True)
        own.queue_word(Queue.IS_OPEN).value = 1
        if start_thread(made):
            _worker = immortal(made)
        else:  # calls are made at once then
            own.queue_word(Queue.IS_OPEN).value = 0


@in_child
def _forget() -> None:
    """The thread is not in a child of fork(): what was under way has failed there. Another call starts a thread anew."""
    global _worker
    if _worker is not None:
        _worker = None
        native().prepare(Pool.get().attend)
        native().queue_word(Queue.MAIN).value = threading.get_ident()


@atexit.register
def _close() -> None:
    """The interpreter ends: what is under way is stopped, and waited for. Other threads begin nothing any more."""
    global _is_over
    with _lock:
        _is_over = True
        if _worker is None:
            native().queue_word(Queue.MAIN).value = threading.main_thread().ident or 0
            native().queue_word(Queue.IS_CLOSING).value = 1
    if _worker is None:
        if _places():  # they may be on their way back from a short call
            time.sleep(_SHORT)
        return
    was_busy, before = native().queue_word(Queue.COUNT).value, _places()
    native().close()
    _worker.join(_EXIT_PATIENCE)
    # Threads that wait for it in JAX come back before Python is gone, whose lock they need. Which do nobody knows.
    deadline = time.monotonic() + _RETURN_PATIENCE
    if before:
        time.sleep(_SHORT)
    while was_busy and time.monotonic() < deadline and before.items() & _places().items():
        time.sleep(_SHORT)


def _places() -> dict[int, tuple[int, int]]:
    """Where the other threads are, but for the plugin's own: who waits in native code stays there."""
    own = {thread.ident for thread in threading.enumerate() if thread.name.startswith("hloom-")}
    return {ident: (id(frame), frame.f_lasti) for ident, frame in sys._current_frames().items()
            if ident not in own and ident != threading.get_ident()}


# -- signals -------------------------------------------------------------------------------------------------------------------


def _listen(own: Any) -> None:
    """Starts the thread that is told of signals."""
    own.queue_word(Queue.MAIN).value = threading.main_thread().ident or 0
    read, write = os.pipe()
    os.set_blocking(write, False)
    own.queue_word(Queue.PIPE).value = write
    start_thread(threading.Thread(target=_attend, args=(read,), name="hloom-signals", daemon=True))


def _attend(read: int) -> None:
    """Stops what there was to stop when a signal came, once the main thread has what its handler raises; only JAX's own waits let
    it come while they last. It is raised once, by Python, which knows of the signal."""
    own = native()
    while os.read(read, 64):
        call, last = own.queue_word(Queue.TO_STOP_OUTSIDE).value, own.to_stop()
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            continue
        if call:
            own.stop_outside(call)
        if last:
            before, end = _place_of_main(), time.monotonic() + _MOMENT
            while before is not None and _place_of_main() == before and time.monotonic() < end:
                time.sleep(_SHORT)
            own.stop(last)


def _place_of_main() -> tuple[int, int] | None:
    """Where the main thread is: who waits there in native code stays there. None for a function of the plugin, which waits until
    the work has ended."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    if frame is None or frame.f_globals.get("__name__", "").startswith("hloom."):
        return None
    return id(frame), frame.f_lasti


@internal("Room")
def _(a: Any) -> None:
    native().wanted(native().queue_word(Queue.NUMBER).value)
    native().await_room()  # Python has looked for signals in between (`events.wait`)
