"""Importing the compiler, when a program is first compiled: reading, checking and evaluating programs start without it.

What a process does then for the first time is Python for one half, modules that are imported, and LLVM for the other, which lets
the interpreter go: two threads do that side by side.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

from hloom.runtime.llvm_modules import import_llvm, is_loaded, load_llvm
from hloom.runtime.room import require_for_llvm, threads_with_room
from hloom.support import options
from hloom.support.importing import importing
from hloom.support.signals import start_aside

#: Seconds after which threads that want to run Python take turns, while one of them needs little of it.
_TURN = 2e-4


def load_runtime() -> None:
    """Imports what runs programs that were compiled before. No fork() comes in between."""
    with importing():
        import hloom.codegen.plan.program
        import hloom.ir.type_text
        import hloom.runtime.cache
        import hloom.runtime.executable
        import hloom.runtime.recipe
        import hloom.runtime.saved  # noqa: F401


def load_compiler(in_child: bool = False) -> None:
    """Imports everything that compilation uses, and LLVM's library; `in_child` says that it compiles in another process.

    No fork() comes in the middle of it.
    Raises UserError where there is no memory for LLVM, InputError where llvmlite is not installed.
    """
    if not is_loaded() and not _has_modules():
        require_for_llvm(in_child)
        with importing(), _aside(import_llvm):
            _load_modules()
    load_llvm(in_child)
    _load_modules()


def load_compiler_beside(work: Callable[[], object]) -> None:
    """Imports the compiler while another thread does `work`, which is to use LLVM, if LLVM is here and the compiler is not: so it
    is where the cache knew nothing of this machine, and cannot know a program. What `work` raises is passed over; it must not
    import by `importing`, which it would wait for.
    """
    if is_loaded() and not _has_modules():
        with importing(), _aside(work):  # what is imported there is not imported while a fork may come, either
            _load_modules()


def _has_modules() -> bool:
    return bool(_load_modules.cache_info().currsize)


@contextmanager
def _aside(work: Callable[[], object]) -> Iterator[None]:
    """Does `work` in another thread, if there may be one, during the block, and waits for its end. Whatever it raises comes again
    when somebody needs what it was to do."""
    ended: queue.SimpleQueue[None] = queue.SimpleQueue()

    def run() -> None:
        try:
            with suppress(Exception):
                work()
        finally:
            ended.put(None)

    turn = sys.getswitchinterval()
    try:
        sys.setswitchinterval(min(turn, _TURN))
        is_aside = threads_with_room(options.THREADS.value) > 1 and start_aside(run)
        yield
        if is_aside:
            ended.get()
    finally:
        sys.setswitchinterval(turn)


@cache
def _load_modules() -> None:
    with importing():
        import hloom.codegen.cpu.compiler
        import hloom.codegen.llvm.math
        import hloom.expr.domain
        import hloom.expr.index_text
        import hloom.ir.type_text
        import hloom.passes
        import hloom.runtime.cache
        import hloom.runtime.child
        import hloom.runtime.compilation
        import hloom.runtime.executable
        import hloom.runtime.interpreted
        import hloom.runtime.preparation
        import hloom.runtime.saved  # noqa: F401
