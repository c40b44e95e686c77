"""From an object file to a shared library, by the system's compiler or linker."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from hloom.support.diagnostics import InputError, shortened

#: Compilers of C, which know where libraries are, and linkers by themselves.
_COMPILERS, _LINKERS = ("cc", "gcc", "clang"), ("ld", "ld.lld", "ld.gold")
_PATIENCE = 600
_LONGEST_COMPLAINT = 2000


def link(made: Path, library: Path) -> None:
    """Makes the library. Raises InputError where there is nothing to link with, or it fails."""
    command = _command(made, library)
    if command is None:
        tried = ", ".join((*_COMPILERS, *_LINKERS))
        raise InputError(f"{library} needs a C compiler or a linker, and there is none ({tried}; CC names another): {made} is "
                         f"there, and `cc -shared -o {library.name} {made.name} -lm` makes the library elsewhere")
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False,
                              stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{command[0]} cannot link {library}: {error}; {made} is there") from None
    if done.returncode:
        raise InputError(f"{command[0]} cannot link {library}; {made} is there:\n"
                         f"{shortened(done.stderr.strip() or done.stdout.strip(), _LONGEST_COMPLAINT)}")


def _command(made: Path, library: Path) -> list[str] | None:
    what = ["-shared", "-o", str(library), str(made)]
    given = shlex.split(os.environ.get("CC", ""))
    compiler = given if given and shutil.which(given[0]) else next(([c] for c in _COMPILERS if shutil.which(c)), None)
    if compiler is not None:
        return [*compiler, *what, f"-Wl,-soname,{library.name}", "-lm", "-pthread"]
    linker = next((name for name in _LINKERS if shutil.which(name)), None)
    return None if linker is None else [linker, *what, "-soname", library.name]
