"""Running programs whose routines shall use no threads of their library's own: `i64 hloom_run_on_one_thread(ptr context)`.

How many threads the library uses is the process's affair: the first one who wants it to use none but the calling one changes
that, and the last one changes it back. The words that callers count in are the process's, too (`dispatch.lapack.THREADS`); pools
name them.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.commands import POOL
from hloom.runtime.dispatch.lapack import BEFORE, GET, SET, USERS


def emit_run_on_one_thread(module: LLVMModule, threads: int) -> None:
    """Adds the function to the module of the pool, where `threads` bytes behind the pool's address is that of the words."""
    _emit_change(module, "enter_library", _enter)
    _emit_change(module, "leave_library", _leave)
    f = module.function("hloom_run_on_one_thread", [("ptr", "context")], "i64")
    (context,) = f.parameters
    pool = f.load("ptr", f.address(context, POOL, "ptr"))
    words = f.load("ptr", f.address(pool, threads, "i8"))
    f.call("enter_library", "void", [words])
    result = f.call("hloom_run", "i64", [context])
    f.call("leave_library", "void", [words])
    f.ret(result)


def _emit_change(module: LLVMModule, name: str, change: Callable[[Function, Value], None]) -> None:
    """A function that changes the words, one thread at a time; it does nothing for a library without the functions."""
    f = module.function(name, [("ptr", "words")], linkage="internal")
    (words,) = f.parameters
    look, wait, work, out = map(f.label, ("look", "wait", "work", "out"))
    f.branch_if(f.compare("eq", _word(f, words, GET), 0), out, look)
    f.block(look)
    taken = f.value("i64", f"atomicrmw xchg {words}, i64 1 acquire")
    f.branch_if(f.compare("eq", taken, 0), work, wait)
    f.block(wait)
    f.call("pause", "void", [])
    f.branch(look)
    f.block(work)
    change(f, words)
    f.emit(f"store atomic i64 0, {words} release, align 8")
    f.branch(out)
    f.block(out)
    f.ret()


def _word(f: Function, words: Value, number: int, type: str = "i64") -> Value:
    return f.load(type, f.address(words, number, "i64"))


def _count(f: Function, words: Value, change: int) -> Value:
    """How many callers there are after a change."""
    count = f.add(_word(f, words, USERS), change)
    f.store(count, f.address(words, USERS, "i64"))
    return count


def _use(f: Function, words: Value, count: Value) -> None:
    f.emit(f"call void {_word(f, words, SET, 'ptr').name}({f.cast('trunc', count, 'i32')})")


def _enter(f: Function, words: Value) -> None:
    with f.when(f.compare("eq", _count(f, words, 1), 1)):
        before = f.cast("sext", f.value("i32", f"call i32 {_word(f, words, GET, 'ptr').name}()"), "i64")
        f.store(before, f.address(words, BEFORE, "i64"))
        with f.when(f.compare("sgt", before, 1)):
            _use(f, words, constant("i64", 1))


def _leave(f: Function, words: Value) -> None:
    with f.when(f.compare("eq", _count(f, words, -1), 0)):
        before = _word(f, words, BEFORE)
        with f.when(f.compare("sgt", before, 1)):
            _use(f, words, before)
