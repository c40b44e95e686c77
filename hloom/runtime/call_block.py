"""What native code needs to call a compiled program without Python: `NativeProgram.block()`.

A call makes a context of its own, `words` words of memory: it copies the template up to the first argument, writes the addresses
of the arguments and, behind them, those of the results (dense row-major elements, of the program's types), has `arena_bytes`
bytes of scratch memory at a multiple of 64 for the word `ARENA` where there are any, and calls `run` with the context's address:

    i64 run(ptr context)              0; 1 where a watch has stopped the call

`run` may be called by any number of threads at once, each with its own context, and needs no lock of the interpreter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hloom.runtime.dispatch.commands import ARENA, WATCH

__all__ = ["ARENA", "WATCH", "CallBlock"]


@dataclass(frozen=True)
class CallBlock:
    """All that a call of one compiled program needs; addresses hold as long as what `keeps` names lives.

    The words `ARENA` and `WATCH` of a context are a caller's to set: the template has no arena, and the watch of calls that
    nobody stops (`hloom.runtime.watch.QUIET`; a `watch.Switch` stops calls from another thread).
    """

    #: Words of a context, and the address of its template, which has `first_argument` of them.
    words: int
    template: int
    #: The word of the first argument; those of the results follow the arguments'.
    first_argument: int
    arguments: int
    results: int
    arena_bytes: int
    #: (result, argument) of the results that lie where an argument does: the context has the same address for both, and no
    #: other argument of the call may lie there.
    aliases: tuple[tuple[int, int], ...]
    #: Addresses of the function that runs a context, and of the worker pool that the template names.
    run: int
    pool: int
    #: Whether a call may take longer than some milliseconds, so that it is worth stopping.
    may_run_long: bool
    #: Why calls must go through Python (`NativeProgram.run`); "" where native code may make them.
    needs_python: str
    keeps: tuple[Any, ...]
