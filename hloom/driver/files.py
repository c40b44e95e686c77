"""Executables from files: code that runs here, or else the program compiled anew. Importing this imports next to nothing."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from hloom.runtime.executable_file import path_of
from hloom.runtime.from_file import Chosen, NoCodeError, Stored, opened
from hloom.runtime.loading import has_llvm
from hloom.support.collector import importing
from hloom.support.diagnostics import InputError
from hloom.support.logs import Log
from hloom.support.options import checked_threads
from hloom.support.signals import checked_seconds

if TYPE_CHECKING:
    from hloom.runtime.executable import Executable

_LOG = Log("file")


def load_executable(path: str | os.PathLike[str], *, threads: int | None = None, time_limit: float | None = None,
                    compile: bool = True, check: bool | None = None) -> Executable:
    """The executable that `Executable.save` wrote to a file: it is called as that one was, by position or by name, with trees.

    The file is mapped, and its constants are used where they lie: it must not be written to while it is in use (`save` makes
    another one and renames it). Its code runs on Linux on x86-64, without llvmlite, where the processor has the instructions it
    uses, on `threads` threads (default: HLOOM_THREADS) or as many as it was planned for. Where none of it runs, or it was made
    by a version of hloom whose code this one does not run, the program in the file is compiled, unless `compile` is false. So are
    calls of other shapes than a file of a program with dynamic shapes has code for, or InputError names those that it has.

    What is in a file is code, which can do all that this process can: load no file from somebody whom you would not let do that.
    Digests guard against damage alone. Those of the header and of the code are always looked at; those of constants if `check`
    says so, or by default where they are no more than 16 MiB together. `time_limit` is that of `hloom.compile`.

    Raises InputError for a file that cannot be read, is none of these or is damaged, and, with the reasons, where there is no
    code that runs here and none can be compiled.
    """
    name, threads = path_of(path), checked_threads(threads)
    stored = Stored(name, partial(load_executable, threads=threads, compile=compile, check=check))
    anew = partial(_compiled, stored, compile, threads, time_limit)
    try:
        if stored.calls is None:
            return opened(partial(_made, stored, stored.chosen(threads, check), checked_seconds(time_limit)))
        return opened(partial(_made_for_calls, stored, stored.picked(threads, check), threads, checked_seconds(time_limit), anew))
    except NoCodeError as error:
        return anew(f"{name}: {error}")


def _made(stored: Stored, chosen: Chosen, time_limit: float | None) -> Executable:
    with importing():
        from hloom.runtime.file_executable import make
    return make(stored, chosen, time_limit)


def _made_for_calls(stored: Stored, *options: Any) -> Executable:
    with importing():
        from hloom.runtime.file_calls import make
    return make(stored, *options)


def _compiled(stored: Stored, compile: bool, threads: int | None, time_limit: float | None, reason: str) -> Executable:
    """The executable of the program in a file, of whose code none does for some `reason`. Raises InputError, which begins with
    that, where it cannot be compiled."""
    why = ("it is not to be compiled" if not compile else "the program is not in the file" if stored.program is None else
           "" if has_llvm() else "llvmlite, which compiles, is not installed")
    if why:
        raise InputError(f"{reason}; {why}")
    _LOG.info("@%s is compiled: %s", stored.function, reason)
    from hloom.runtime.file_executable import called, program_in

    deterministic, excess_precision = stored.numbers
    module = program_in(stored)
    if stored.function not in module.functions:
        raise stored.file.damaged(f"its program has no function {stored.function:.60}")
    made: Any = module.services["compile"](module, stored.function, threads=threads, deterministic=deterministic,
                                           excess_precision=excess_precision, time_limit=time_limit)
    with stored.reading():
        return called(stored, getattr(made, "_inner", made))
