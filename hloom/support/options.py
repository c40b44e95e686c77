"""Every environment variable that hloom reads: one table.

An option is read when it is asked for, not at import, so that a program (or a test) may set the variable first:

    options.THREADS.value       # an int
    print(options.table())      # what `hloom --help` shows
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from hloom.support.diagnostics import InputError, shortened
from hloom.support.records import dataclass
from hloom.support.spelling import nearest

if TYPE_CHECKING:  # it takes longer to import than most options to read
    from pathlib import Path

T = TypeVar("T")

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_PREFIX = "HLOOM_"
MOST_THREADS = MOST_DEVICES = 1024
_LONGEST_SPIN = 1_000_000


@dataclass(frozen=True)
class Option(Generic[T]):
    """An environment variable: its name, the values it takes, and what it means.

    `read` turns the variable's text into a value and raises ValueError, with what would have been right, for a text
    that it does not understand; `default` computes the value of an unset variable and `default_text` describes it. An empty
    text counts as unset, unless `takes_empty`: it says something of its own.
    """

    name: str
    kind: str
    read: Callable[[str], T]
    default: Callable[[], T]
    default_text: str
    meaning: str
    takes_empty: bool = False

    @property
    def value(self) -> T:
        """The value now. Raises InputError when the variable is set to something that cannot be read."""
        if _unchecked:
            _warn_of_unknown_variables()
        text = os.environ.get(self.name, "").strip()
        if not text and not (self.takes_empty and self.name in os.environ):
            return self.default()
        try:
            return self.read(text)
        except ValueError as error:
            raise InputError(f"environment variable {self.name}={shortened(text)!r}: expected {error}") from None


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1e9:
        raise ValueError("a number of seconds above 0")
    return found


def _integer(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text[:20]) <= most:
            raise ValueError(f"an integer from {least} to {most}")
        return int(text)

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}")
        return text

    return read


def _platform(text: str) -> str:
    if not text.replace("_", "").isalnum() or not text.isascii():
        raise ValueError("a name of letters, digits and underscores")
    return text.lower()


def _size(text: str) -> int:
    """`1536`, `256M`, `2G`: a number of bytes."""
    digits = text.upper().removesuffix("B").rstrip("KMGT")
    unit = text.upper().removesuffix("B")[len(digits):]
    if not digits.isdecimal() or len(digits) > 18 or unit not in _UNITS:
        raise ValueError("a size such as 1048576, 256M or 2G")
    return int(digits) * _UNITS[unit]


def _directory(text: str) -> Path | None:
    from pathlib import Path

    try:
        return None if text in ("", "0") else Path(text).expanduser()
    except RuntimeError:  # the name of a user that the system does not know
        raise ValueError("a directory; there is no home directory for what it begins with") from None


def _file(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _default_cache() -> Path | None:
    from pathlib import Path

    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "hloom"
    except RuntimeError:  # no home directory is known
        return None


def _default_library() -> Path | None:
    from pathlib import Path

    return Path(sys.prefix) / "share" / "hloom"


def available_processors() -> int:
    """Processors that this process may use: its affinity mask, and the share that its control group leaves it."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            quota, period = file.read().split()
        if quota != "max":
            count = min(count, max(1, round(int(quota) / int(period))))
    except (OSError, ValueError):
        pass  # not Linux, or no limit: the mask alone counts
    return count


def checked_threads(threads: int | None) -> int | None:
    """A number of threads as it was given, None for that of HLOOM_THREADS. Raises InputError for what is none."""
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int)
                                or not 1 <= threads <= MOST_THREADS):
        raise InputError(f"threads is a number from 1 to {MOST_THREADS}, got {threads!r:.50}")
    return threads


@cache
def physical_memory() -> int:
    """Bytes of memory of the machine, or what its control group leaves of them."""
    try:
        with open("/sys/fs/cgroup/memory.max", "rb", buffering=0) as file:
            limit = file.read(64).strip()
    except OSError:
        limit = b"max"  # not Linux, or no control group
    installed = _installed_memory()
    return min(int(limit), installed) if limit.isdigit() else installed


def _installed_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30


AMX: Option[int] = Option(
    "HLOOM_AMX", "0 or 1", _integer(0, 1), lambda: 1, "1",
    "0: no products of bf16 and of bytes on tile registers, though the processor has them")
CACHE: Option[Path | None] = Option(
    "HLOOM_CACHE", "directory", _directory, _default_cache, "~/.cache/hloom",
    "where compiled code is kept between runs; 0 or empty: nowhere", takes_empty=True)
CACHE_LIMIT: Option[int] = Option(
    "HLOOM_CACHE_LIMIT", "size", _size, lambda: 512 << 20, "512M",
    "most bytes of compiled code kept in the cache directory; what was used longest ago goes first")
CHILD: Option[int] = Option(
    "HLOOM_CHILD", "0 or 1", _integer(0, 1), lambda: 0, "0",
    "1: LLVM compiles in a child process: when memory runs out it ends that one, and there is an error here")
DEVICES: Option[int] = Option(
    "HLOOM_DEVICES", "integer", _integer(1, MOST_DEVICES), lambda: 1, "1",
    "how many devices JAX finds with hloom's plugin; all are this machine's processor")
GUARD: Option[int] = Option(
    "HLOOM_GUARD", "0 or 1", _integer(0, 1), lambda: 0, "0",
    "1: compiled programs keep red zones round their buffers and check them after each kernel (slow, to find faults of hloom)")
DUMP: Option[Path | None] = Option(
    "HLOOM_DUMP", "directory", _directory, lambda: None, "none",
    "where intermediate programs are written, as with --dump")
EVALUATION_MEMORY: Option[int] = Option(
    "HLOOM_EVALUATION_MEMORY", "size", _size, lambda: physical_memory() // 2, "half of the machine's memory",
    "most bytes that the arrays of an evaluation take together")
INPUT_LIMIT: Option[int] = Option(
    "HLOOM_INPUT_LIMIT", "size", _size, lambda: min(physical_memory() // 4, 16 << 30), "a quarter of the memory, at most 16G",
    "most bytes of a program or an array that are read from one file or from standard input")
ISA: Option[str] = Option(
    "HLOOM_ISA", "avx512, avx2 or sse", _one_of("avx512", "avx2", "sse"), lambda: "avx512", "what the processor has",
    "the widest vectors that compiled code uses on x86: as on a processor that has no wider ones")
LIBRARY: Option[Path | None] = Option(
    "HLOOM_LIBRARY", "directory", _directory, _default_library, "share/hloom of Python's environment",
    "where the compiled code lies that came with the installation (hloom compile --common); 0 or empty: none",
    takes_empty=True)
MACHINE: Option[Path | None] = Option(
    "HLOOM_MACHINE", "file", _file, lambda: None, "none",
    "JSON with sizes of caches, costs and thresholds other than those that code is planned for, for experiments")
MEMORY_LIMIT: Option[int] = Option(
    "HLOOM_MEMORY_LIMIT", "size", _size, lambda: physical_memory() // 8, "an eighth of the machine's memory",
    "most bytes of freed buffers kept for reuse instead of going back to the system")
MPI_HOST: Option[str | None] = Option(
    "HLOOM_MPI_HOST", "name or address", str, lambda: None, "its name, and the address that it sends from",
    "what the machines of other ranks of MPI call that of rank 0")
MPI_PATIENCE: Option[float | None] = Option(
    "HLOOM_MPI_PATIENCE", "seconds", _seconds, lambda: None, "any number, with a note after 5",
    "how long ranks of MPI wait for one that lives and does not come")
NO_COLOR: Option[bool] = Option(
    "NO_COLOR", "any text", lambda text: text != "", lambda: False, "colour on terminals",
    "not empty: no colour on terminals either")
PLATFORM_NAME: Option[str] = Option(
    "HLOOM_PLATFORM_NAME", "name", _platform, lambda: "cpu", "cpu",
    "what hloom's plugin says that JAX's platform is called; under cpu all that JAX has for processors holds for it")
SPECIALIZATIONS: Option[int] = Option(
    "HLOOM_SPECIALIZATIONS", "integer", _integer(1, 1 << 16), lambda: 32, "32",
    "how many combinations of shapes a program with dynamic shapes is kept compiled for; the one called longest ago goes first")
SPIN: Option[int] = Option(
    "HLOOM_SPIN", "microseconds", _integer(0, _LONGEST_SPIN), lambda: 200, "200",
    "how long a worker thread without work looks for more before it sleeps")
THREADS: Option[int] = Option(
    "HLOOM_THREADS", "integer", _integer(1, MOST_THREADS), lambda: min(available_processors(), MOST_THREADS),
    "the processors available", "threads that a compiled program runs on, the calling one included")

OPTIONS: tuple[Option, ...] = (
    AMX, CACHE, CACHE_LIMIT, CHILD, DEVICES, DUMP, EVALUATION_MEMORY, GUARD, INPUT_LIMIT, ISA, LIBRARY, MACHINE, MEMORY_LIMIT,
    MPI_HOST, MPI_PATIENCE, NO_COLOR, PLATFORM_NAME, SPECIALIZATIONS, SPIN, THREADS)


#: Holds one thing that is taken out when names of variables have been looked at, in this process once.
_unchecked = ["names"]


def check() -> list[str]:
    """Reads every variable that is set, also those that nothing asks for this time. Raises InputError for a value that cannot be
    read; returns a note for each variable that looks like one of hloom's and is none. Nobody is warned of these any more."""
    _unchecked.clear()
    for option in OPTIONS:
        if option.name in os.environ:
            _ = option.value
    return _unknown_variables()


def _unknown_variables() -> list[str]:
    """A note for each variable that begins as hloom's do and is none of them."""
    # All begin alike: how near names are is judged by the rest.
    known = [option.name.removeprefix(_PREFIX) for option in OPTIONS]
    others = sorted(name for variable in os.environ if variable.startswith(_PREFIX)
                    and (name := variable.removeprefix(_PREFIX)) not in known)
    meant = {name: nearest(name, known) for name in others}
    hints = {name: f"; did you mean '{_PREFIX}{found}'?" if found else "" for name, found in meant.items()}
    return [f"environment variable {_PREFIX}{name:.100} is not known{hint}" for name, hint in hints.items()]


def _warn_of_unknown_variables() -> None:
    """Says once which of a process's own variables have no effect. The processes that Python starts for a program
    (`multiprocessing`) have their parent's, which has been warned."""
    try:
        _unchecked.pop()
    except IndexError:  # another thread was faster
        return
    parallel = sys.modules.get("multiprocessing.process")
    if parallel is None or parallel.parent_process() is None:
        for note in _unknown_variables():
            warnings.warn(note, UserWarning, stacklevel=3)


def table() -> str:
    """The options with their kinds, meanings and defaults, as aligned text."""
    name = max(len(option.name) for option in OPTIONS)
    kind = max(len(option.kind) for option in OPTIONS)
    return "\n".join(f"{option.name:{name}}  {option.kind:{kind}}  {option.meaning} (default: {option.default_text})"
                     for option in OPTIONS)
