"""A reduction as it goes on: the smallest case so far that has the fault, and whether another one takes its place.

A candidate goes by a name that says what was done to the case before it. Verdicts are logged by these names, so that a reduction
that was interrupted goes the same way again without running anything twice, and on from there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from hloom.debug.case import Case, Values, is_smaller
from hloom.debug.faults import Fault
from hloom.support.diagnostics import InputError

#: Verdicts on candidates: the fault is there, it is not, and there is no such program, or none that is smaller.
HOLDS, FAILS, NONE = "holds", "fails", "none"


class OutOfTime(Exception):
    """The time for a reduction is over."""


class Reduction:
    """The smallest case so far, and what was tried."""

    def __init__(self, case: Case, fault: Fault, kind: str, verdicts: Verdicts, end: float = float("inf"),
                 tell: Callable[[str], None] = lambda text: None, keep: Callable[[Case], None] = lambda case: None) -> None:
        self.case, self.fault, self.kind, self.verdicts, self.end = case, fault, kind, verdicts, end
        self.tell, self.keep = tell, keep
        self.values = Values(case, fault.limits.seconds)
        #: Programs that were run; and all, also before it was interrupted, that did not have the fault.
        self.tried = self.failed = 0
        self._key = verdicts.root

    def attempt(self, name: str, make: Callable[[Case], Case | None]) -> bool:
        """Whether a candidate took the place of the case: it is a valid program, smaller, and has the fault.
        Raises OutOfTime."""
        key = _hashed(self._key, name)
        known = self.verdicts.get(key)
        if known is None and monotonic() > self.end:
            raise OutOfTime
        self.failed += known == FAILS
        if known in (NONE, FAILS):
            return False
        made = self._made(make)
        if made is None or not is_smaller(made, self.case):
            self.verdicts.put(key, NONE)
            return False
        if known is None:
            self.tried += 1
            self.tell(f"{self.case.count} operations, {self.tried} programs tried: {name}")
            start = monotonic()
            holds = self.fault(made.module, made.arrays) == self.kind
            self.verdicts.put(key, HOLDS if holds else FAILS)
            self.failed += not holds
            if not holds:
                return False
            self.fault.expect(monotonic() - start)
        self.case, self._key, self.values = made, key, Values(made, self.fault.limits.seconds)
        if known is None:
            self.keep(made)
        return True

    def _made(self, make: Callable[[Case], Case | None]) -> Case | None:
        """A candidate; None where there is none, or no valid one."""
        try:
            made = make(self.case)
            if made is not None:
                made.module.verify()
            return made
        except Exception:  # it was a guess: what no program follows from is none
            return None


class Verdicts:
    """Which candidates had the fault, by their names, in a file if there is a path: a line of JSON each.

    `root` names the program, the arguments and the fault: what a file says about others is forgotten.
    """

    def __init__(self, root: str, path: Path | None = None) -> None:
        self.root, self.path = root, path
        self._known: dict[str, str] = {}
        self.is_resumed = self._read()
        self._file = None if path is None else _opened(path, "a" if self.is_resumed else "w")
        if self._file is not None and not self.is_resumed:
            self._write({"reduction": root})

    def _read(self) -> bool:
        try:
            lines = [] if self.path is None else self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return False
        found: list[Any] = []
        for line in lines:
            try:
                found.append(json.loads(line))
            except ValueError:
                continue  # the last one, where the process was ended
        if not found or found[0] != {"reduction": self.root}:
            return False
        self._known = {key: verdict for entry in found[1:] if isinstance(entry, dict) for key, verdict in entry.items()
                       if verdict in (HOLDS, FAILS, NONE)}
        return True

    def get(self, key: str) -> str | None:
        """The verdict on a candidate; None where that is not known."""
        return self._known.get(key)

    def put(self, key: str, verdict: str) -> None:
        """Keeps a verdict."""
        self._known[key] = verdict
        self._write({key: verdict})

    def _write(self, entry: dict[str, Any]) -> None:
        if self._file is not None:
            print(json.dumps(entry), file=self._file, flush=True)

    def close(self, is_done: bool) -> None:
        """Closes the file; where the reduction is done, there is nothing to resume, and it goes."""
        if self._file is not None and self.path is not None:
            self._file.close()
            if is_done:
                self.path.unlink(missing_ok=True)


def _opened(path: Path, mode: str) -> Any:
    try:
        return open(path, mode, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def root_of(case: Case, fault: str) -> str:
    """What names a reduction: the program, the arguments, and the fault."""
    digest = hashlib.sha256(case.module.to_text().encode())
    for array in case.arrays:
        digest.update(f"{array.dtype.name}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return _hashed(digest.hexdigest(), fault)


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]
