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
    by a version of hloom whose code this one does not run, the program in the file is compiled, unless `compile` is false.

    What is in a file is code, which can do all that this process can: load no file from somebody whom you would not let do that.
    Digests guard against damage alone. Those of the header and of the code are always looked at; those of constants if `check`
    says so, or by default where they are no more than 16 MiB together. `time_limit` is that of `hloom.compile`.

    Raises InputError for a file that cannot be read, is none of these or is damaged, and, with the reasons, where there is no
    code that runs here and none can be compiled.
    """
    name, threads = path_of(path), checked_threads(threads)
    stored = Stored(name, partial(load_executable, threads=threads, compile=compile, check=check))
    try:
        return opened(partial(_made, stored, stored.chosen(threads, check), checked_seconds(time_limit)))
    except NoCodeError as error:
        why = ("it is not to be compiled" if not compile else "the program is not in the file" if stored.program is None else
               "" if has_llvm() else "llvmlite, which compiles, is not installed")
        if why:
            raise InputError(f"{name}: {error}; {why}") from None
        _LOG.info("%s: @%s is compiled: %s", name, stored.function, error)
    return _compiled(stored, threads, time_limit)


def _made(stored: Stored, chosen: Chosen, time_limit: float | None) -> Executable:
    with importing():
        from hloom.runtime.file_executable import make
    return make(stored, chosen, time_limit)


def _compiled(stored: Stored, threads: int | None, time_limit: float | None) -> Executable:
    """The executable of the program in a file."""
    from hloom.runtime.file_executable import boundary_of, program_in

    deterministic, excess_precision = stored.numbers
    module = program_in(stored)
    if stored.function not in module.functions:
        raise stored.file.damaged(f"its program has no function {stored.function:.60}")
    made: Any = module.services["compile"](module, stored.function, threads=threads, deterministic=deterministic,
                                           excess_precision=excess_precision, time_limit=time_limit)
    with stored.reading():
        boundary = boundary_of(stored)
    if boundary is None:
        return made
    from hloom.runtime.called import CalledExecutable

    return CalledExecutable(getattr(made, "_inner", made), boundary)
