"""Executables from files, on the way from a name to a call.

    stored = Stored(path)                       # mapped; what it says of itself has been checked
    chosen = stored.chosen(threads)             # code that runs here, linked; or NoCodeError, with why
    stored.picked(threads)                      # the same of code for several shapes of arguments (`file_calls`), not linked yet
    executable = opened(make)                   # to be called, once `make` has made it of both

A process that only runs a file needs little of hloom, and NumPy when it first calls: until then it has an `Unopened`, which
becomes the executable when somebody asks anything of it.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.runtime.described import checked, interface, size
from hloom.runtime.dispatch.pool_state import SYMBOLS
from hloom.runtime.dispatch.program import Batch
from hloom.runtime.executable_file import DamagedFileError, ExecutableFile, Section
from hloom.runtime.jit import ElfCode, LoadedObject, UnsupportedError
from hloom.runtime.pool import Pool
from hloom.runtime.processors import why_not_here
from hloom.support import options
from hloom.support.forking import renewed_in_child
from hloom.support.logs import Log, counted

if TYPE_CHECKING:
    from hloom.runtime.executable import Executable

_LOG = Log("file")
#: Constants of so many bytes together are compared with their digests before they are used.
_CHECKED_AT_ONCE = 16 << 20


class NoCodeError(Exception):
    """A file has no code that runs here."""


class Code(NamedTuple):
    """Code of a file: for which processor, which instructions it may use, for how many threads it was planned; what the header
    says of it."""

    triple: str
    processor: str
    features: list[str]
    threads: int
    #: The processor that it was compiled on, if it is for that one alone.
    made_on: str
    stated: dict[str, Any]


class StoredCalls(NamedTuple):
    """Calls that there is code for: the shapes of their arguments and results, and code, which serves several sizes where there
    is a batch of them."""

    arguments: list[tuple[int, ...]]
    results: list[tuple[int, ...]]
    batch: Batch | None
    codes: list[Code]


class Chosen(NamedTuple):
    """Code that runs here: its program as JSON has it, where its constants lie (None: they are computed), machine code, and the
    number of workers that the program asks for (None: the process's own)."""

    code: Code
    program: dict[str, Any]
    places: list[Section | None]
    loaded: LoadedObject
    threads: int | None
    #: From the file's name until here.
    seconds: float


class Stored:
    """A file with an executable, which `restore` loads in another process, given its path and a `time_limit`.

    Raises InputError for a file that cannot be read, or is damaged.
    """

    def __init__(self, path: str, restore: Callable[..., Any]) -> None:
        self.start, self.restore = perf_counter(), restore
        self.file = ExecutableFile(path)
        #: Constants that have been looked at.
        self._checked: set[Section] = set()
        header = self.header = self.file.header
        with self.reading():
            self.function: str = checked(header["function"], str)
            self.made_by: str = checked(header["hloom"], str)
            self._interface: str = checked(header["interface"], str)
            self._codes = [_code(stated) for stated in header["codes"]]
            #: The calls that there is code for, of a function of dynamic shapes; None of any other, whose calls are alike.
            self.calls = None if header.get("calls") is None else [_calls(stated) for stated in checked(header["calls"], list)]
            #: Whether it is deterministic, and whether it has excess precision.
            self.numbers: tuple[bool, bool] = (checked(header["numbers"][0], bool), checked(header["numbers"][1], bool))
            #: Where the program itself lies, from which code can be made anew, and its constants; None where it was left out.
            self.program: dict[str, Any] | None = header["program"]

    @contextmanager
    def reading(self) -> Iterator[None]:
        """For a block that reads what the file says: InputError where that makes no sense."""
        try:
            yield
        except DamagedFileError as error:
            raise self.file.damaged(error) from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as error:
            raise self.file.damaged(f"it makes no sense ({type(error).__name__}: {error})") from None

    def chosen(self, threads: int | None, check: bool | None = None, code: Code | None = None) -> Chosen:
        """The code for this processor that may use most of it, planned for as many threads as there are or more, or else for
        most, and linked; or other code that was picked. `check` says whether constants are compared with their digests (None:
        where they are few).

        Raises NoCodeError where the file has none that runs here, and InputError where it is damaged.
        """
        start, workers = self.start if code is None else perf_counter(), threads or options.THREADS.value
        code = code or self._fitting(self._codes, workers)
        with self.reading():
            program, places = self._looked_at(code, check)
            objects = [self.read(section, "machine code") for section in code.stated["objects"]]
            pool = self.read(code.stated["pool"], "machine code")
            loaded = _linked(objects, [word for word in program["table"] if type(word) is str])
            Pool.offer(lambda: _linked([pool], SYMBOLS))
        seconds = perf_counter() - start
        _LOG.info("%s: @%s for %s in %.1f ms, planned for %s, here %s %d", self.file.path, self.function, code.processor,
                  1e3 * seconds, counted(code.threads, "thread"), "is" if workers == 1 else "are", workers)
        # Who plans for some workers leaves no room for more: there is a pool of that size for them.
        return Chosen(code, program, places, loaded, threads if code.threads >= workers else code.threads, seconds)

    def picked(self, threads: int | None, check: bool | None = None) -> list[tuple[StoredCalls, Code]]:
        """The code for each of the calls that the file has some for, which is looked at as `chosen` does, and not linked yet.
        Raises what that raises."""
        found = [(calls, self._fitting(calls.codes, threads or options.THREADS.value)) for calls in self.calls or ()]
        with self.reading():
            for _, code in found:
                self._looked_at(code, check)
                for section in (*code.stated["objects"], code.stated["pool"]):
                    self.file.check(self.file.section(section, "machine code"), "machine code")
        return found

    def _looked_at(self, code: Code, check: bool | None) -> tuple[dict[str, Any], list[Section | None]]:
        """The program of code as JSON has it, and where its constants lie, which are looked at as `chosen` says."""
        program = self.read_json(code.stated["program"], "a program")
        places = [None if place is None else self.file.section(place, "a constant") for place in program["places"]]
        used = dict.fromkeys(place for place in places if place is not None)
        if check or (check is None and sum(place.size for place in used) <= _CHECKED_AT_ONCE):
            for place in used.keys() - self._checked:
                self.file.check(place, "a constant")
            self._checked |= used.keys()
        return program, places

    def _fitting(self, codes: Sequence[Code], workers: int) -> Code:
        if self._interface != interface():
            raise NoCodeError(f"its code was made by hloom {self.made_by:.40}, and runs with versions like that one only")
        reasons = [why_not_here(code.triple, code.features, code.made_on) for code in codes]
        fitting = [code for code, reason in zip(codes, reasons) if not reason]
        if not fitting:
            told = dict.fromkeys(f"that for {code.processor:.60}: {reason}" for code, reason in zip(codes, reasons))
            raise NoCodeError(f"its code does not run here: {'; '.join(told) or 'it has none'}")
        return max(fitting, key=lambda code: (len(code.features), code.threads >= workers,
                                              -code.threads if code.threads >= workers else code.threads))

    def read(self, stated: Any, what: str) -> bytes:
        """The bytes of a section."""
        return self.file.bytes_of(self.file.section(stated, what), what)

    def read_json(self, stated: Any, what: str) -> Any:
        """What a section says."""
        return json.loads(self.read(stated, what))


def _linked(objects: Sequence[bytes], names: Sequence[str]) -> LoadedObject:
    """Machine code in memory. Unlike what was compiled here it is never given to LLVM, which trusts in object files."""
    if not names:
        return LoadedObject(None, {})
    try:
        code = ElfCode(objects)
        return LoadedObject(code, {name: code.address(name) for name in names})
    except (UnsupportedError, KeyError) as error:
        raise DamagedFileError(f"its machine code is none: {error}") from None


def _code(stated: dict[str, Any]) -> Code:
    if not 1 <= (threads := size(stated["threads"])) <= options.MOST_THREADS:
        raise DamagedFileError("code for no number of threads")
    return Code(checked(stated["triple"], str), checked(stated["cpu"], str), [checked(f, str) for f in stated["features"]],
                threads, checked(stated["made_on"], str), stated)


def _calls(stated: dict[str, Any]) -> StoredCalls:
    batch = stated["batch"]
    if batch is not None:
        least, most, arguments, results = batch
        batch = Batch(size(least), size(most), tuple(map(size, arguments)), tuple(map(size, results)))
        if not 0 < batch.least <= batch.most or not batch.arguments:
            raise DamagedFileError("code for no number of examples")
    arguments, results = ([tuple(map(size, shape)) for shape in stated[of]] for of in ("arguments", "results"))
    return StoredCalls(arguments, results, batch, [_code(code) for code in stated["codes"]])


def opened(make: Callable[[], Executable]) -> Executable:
    """What `make` makes of a file; as long as the process has no NumPy, what becomes it when it is first needed."""
    return make() if "numpy" in sys.modules else Unopened(make)  # type: ignore[return-value]


class Unopened:
    """An executable whose code is linked, and that nobody has asked anything of yet."""

    _opening = renewed_in_child(threading.RLock())

    def __init__(self, make: Callable[[], Executable]) -> None:
        self._make = make

    def _open(self) -> None:
        """Becomes the executable."""
        with Unopened._opening:
            if type(self) is not Unopened:  # another thread was faster
                return
            made = self._make()
            del vars(self)["_make"]
            vars(self).update(vars(made))
            vars(object)["__class__"].__set__(self, type(made))  # past the property below

    @property
    def __class__(self) -> Any:  # what `isinstance` asks
        self._open()
        return type(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_make":
            raise AttributeError(name)
        self._open()
        return getattr(self, name)

    def __call__(self, /, *arrays: Any, **named: Any) -> Any:
        self._open()
        return self(*arrays, **named)

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "_make":
            self._open()
        object.__setattr__(self, name, value)

    def __reduce__(self) -> Any:
        self._open()
        return self.__reduce__()

    def __repr__(self) -> str:
        self._open()
        return repr(self)
