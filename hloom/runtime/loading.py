"""Loading LLVM: whether there is memory for it, which ends the process where there is none, and its library.

    require(64 << 20, "linking")        # UserError unless about so much more can be had

Three things bound what a process may still take: its own limits (RLIMIT_AS, RLIMIT_DATA), its control group's, and what the
machine has left. What LLVM needs is an estimate, several times what was measured on real programs; it is looked at before LLVM
is loaded, before each module, and before machine code is linked; not in a child process made for it (`child`).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hloom.support.collector import importing
from hloom.support.diagnostics import InputError, UserError

if TYPE_CHECKING:
    from pathlib import Path

#: Bytes that LLVM takes whatever it compiles: its library in the address space, and its tables for a processor.
LIBRARY, TABLES = 160 << 20, 48 << 20
#: Address space of another thread: its stack, and what the allocator of the C library sets aside for it.
THREAD = (8 + 128) << 20
#: Bytes for each byte of a module's text (measured: 5 to 15).
_PER_BYTE = 64
_expendable = False
#: What runs before instruction selection, but for cold modules ("none") and optimised ones ("full"). Generated kernels already
#: have the shape that they should have (explicit vectors, loops in the intended order), so `sroa` only turns stack slots into
#: registers: measured on softmax and convolution kernels, more passes (instruction combining, value numbering, loop rotation)
#: change nothing, and LLVM's own O3 (`full`) takes several times as long and unrolls what was tuned to the number of registers.
#: `full` is for scalar code that LLVM is to vectorise.
DEFAULT_PIPELINE = "sroa"


class Headroom(NamedTuple):
    """Bytes that may still be taken, and what bounds them."""

    bytes: int
    bound: str


def expend() -> None:
    """Says that this process may end for lack of memory: nothing is refused in it."""
    global _expendable
    _expendable = True


def require(size: int, purpose: str, *, quick: bool = False) -> None:
    """Raises UserError unless the process may take `size` more bytes. `quick` looks at the process's own limits only."""
    for room in () if _expendable else _headrooms(quick):
        if room.bytes < size:
            raise UserError(f"{purpose} takes about {size >> 20} MiB of memory, and {room.bound} leaves {room.bytes >> 20} MiB")


def require_for_llvm(in_child: bool = False) -> None:
    """Raises UserError where there is no room for LLVM itself; its library counts unless it is there already, and its tables
    unless they are made in a child process."""
    if "llvmlite.binding.ffi" in sys.modules:
        require(0 if in_child else TABLES, "compiling", quick=True)
    else:
        require(LIBRARY + TABLES, "compiling", quick=True)
        require(TABLES, "compiling")  # most of the library is never touched


def require_for_module(text: str) -> None:
    """Raises UserError where there is no room to compile a module of this text."""
    require((TABLES >> 1) + _PER_BYTE * len(text), "compiling a part of the program", quick=True)


def threads_with_headroom(threads: int) -> int:
    """How many of so many threads, at least one, the address space has room for."""
    room = min((r.bytes for r in _headrooms(quick=True)), default=None)
    return threads if room is None else max(1, min(threads, 1 + (room - TABLES) // THREAD))


def _headrooms(quick: bool) -> Iterator[Headroom]:
    yield from _own_limits()
    if not quick:
        yield from _group_limits()
        available = _table("/proc/meminfo").get("MemAvailable")
        if available is not None:
            yield Headroom(available, "the machine")


def _own_limits() -> Iterator[Headroom]:
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, limit, field in (("RLIMIT_AS", resource.RLIMIT_AS, "VmSize"), ("RLIMIT_DATA", resource.RLIMIT_DATA, "VmData")):
        most = resource.getrlimit(limit)[0]
        if most != resource.RLIM_INFINITY:
            taken = _table("/proc/self/status").get(field)
            if taken is not None:
                yield Headroom(max(most - taken, 0), f"the process's limit {name}")


def _group_limits() -> Iterator[Headroom]:
    """Of this process's control groups, of either version, and of those above them."""
    from pathlib import Path

    for line in _lines("/proc/self/cgroup"):
        number, controllers, path = [*line.split(":", 2), "", ""][:3]
        if number == "0":
            root, limit, usage, idle = Path("/sys/fs/cgroup"), "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            root, idle = Path("/sys/fs/cgroup/memory"), "total_inactive_file"
            limit, usage = "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        group = root / path.lstrip("/")
        for folder in (group, *group.parents):
            if root not in (folder, *folder.parents):
                break
            most, taken = _number(folder / limit), _number(folder / usage)
            if most is not None and taken is not None and most < 1 << 60:
                spare = next((int(text.split()[1]) for text in _lines(folder / "memory.stat") if text.startswith(f"{idle} ")), 0)
                yield Headroom(max(most - taken + spare, 0), "the control group")


def _table(path: str) -> dict[str, int]:
    """The sizes, in bytes, of a file with lines like `VmSize:  1024 kB`."""
    found = {}
    for line in _lines(path):
        name, _, rest = line.partition(":")
        words = rest.split()
        if len(words) == 2 and words[1] == "kB" and words[0].isdecimal():
            found[name] = int(words[0]) << 10
    return found


def _lines(path: str | Path) -> list[str]:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except (OSError, ValueError):
        return []  # another system, or no such group


def _number(path: Path) -> int | None:
    lines = _lines(path)
    return int(lines[0]) if lines and lines[0].isdecimal() else None


# -- LLVM's library --------------------------------------------------------------------------------------------------------------

#: Not empty once LLVM's library is loaded: a module that is being imported is in `sys.modules` before.
_loaded: set[bool] = set()


def load_llvm(in_child: bool = False) -> None:
    """Imports LLVM's library, which compiles in this process or `in_child`. No fork() comes in between.

    Raises UserError where there is no memory for LLVM, InputError where llvmlite is not installed, or cannot be loaded.
    """
    if is_loaded():  # nothing is imported, so that whoever imports the rest meanwhile need not be waited for
        require_for_llvm(in_child)
        return
    with importing():
        require_for_llvm(in_child)
        try:
            import_llvm()
        except ModuleNotFoundError:
            raise InputError("llvmlite is not installed, which compiles programs; those that were compiled before, for this "
                             "processor and by this version of hloom, run without it, and so does hloom.evaluate") from None
        except (ImportError, OSError) as error:  # as where a library of the system's is missing
            raise InputError(f"llvmlite, which compiles programs, cannot be loaded: {error}") from None


def is_loaded() -> bool:
    """Whether `import_llvm` has come to its end in this process."""
    return bool(_loaded)


def has_llvm() -> bool:
    """Whether llvmlite is installed; nothing is loaded."""
    return importlib.util.find_spec("llvmlite") is not None


def import_llvm() -> None:
    """Imports llvmlite and loads its library, for a caller that keeps fork() away."""
    import llvmlite.binding as llvm

    _ = llvm.llvm_version_info  # loads the library
    _loaded.add(True)
