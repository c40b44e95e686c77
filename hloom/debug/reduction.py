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


class OutOfTime(Exception):
    """The time for a reduction is over."""


class Reduction:
    """The smallest case so far, and what was tried."""

    def __init__(self, case: Case, fault: Fault, kind: str, verdicts: Verdicts, end: float = float("inf"),
                 tell: Callable[[str], None] = lambda text: None, keep: Callable[[Case], None] = lambda case: None) -> None:
        self.case, self.fault, self.kind, self.verdicts, self.end = case, fault, kind, verdicts, end
        self.tell, self.keep = tell, keep
        self.values = Values(case, fault.limits.seconds)
        self.tried = 0
        self._key = verdicts.root

    def attempt(self, name: str, make: Callable[[Case], Case | None]) -> bool:
        """Whether a candidate took the place of the case: it is a valid program, smaller, and has the fault.
        Raises OutOfTime."""
        key = _hashed(self._key, name)
        known = self.verdicts.get(key)
        if known is None and monotonic() > self.end:
            raise OutOfTime
        if known is False:
            return False
        made = self._made(make)
        if made is None or not is_smaller(made, self.case):
            return self.verdicts.put(key, False)
        if not known:
            self.tried += 1
            self.tell(f"{self.case.count} operations, {self.tried} programs tried: {name}")
            start = monotonic()
            if not self.verdicts.put(key, self.fault(made.module, made.arrays) == self.kind):
                return False
            self.fault.expect(monotonic() - start)
        self.case, self._key, self.values = made, key, Values(made, self.fault.limits.seconds)
        if not known:
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
        self._known: dict[str, bool] = {}
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
        self._known = {key: holds for entry in found[1:] if isinstance(entry, dict) for key, holds in entry.items()
                       if isinstance(holds, bool)}
        return True

    def get(self, key: str) -> bool | None:
        """Whether a candidate has the fault; None where that is not known."""
        return self._known.get(key)

    def put(self, key: str, holds: bool) -> bool:
        """Keeps a verdict; gives it."""
        if self._known.get(key) is not holds:
            self._known[key] = holds
            self._write({key: holds})
        return holds

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
