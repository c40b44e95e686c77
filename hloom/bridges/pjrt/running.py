"""How programs run where native code does not call them by itself: on one device, or on several.

A runner is given arrays and writes into arrays: `run(arguments by device, results by device)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from hloom.ir.types import TokenType
from hloom.pipeline import compile
from hloom.runtime.executable import Executable

if TYPE_CHECKING:
    from hloom.bridges.pjrt.compiling import Program

#: Arrays by device, then by number.
Arrays = Sequence[Sequence[np.ndarray]]


class Runner(Protocol):
    """Runs a program. `executable` is what it was compiled to, where that is one."""

    executable: Executable

    def __call__(self, arguments: Arrays, results: Arrays) -> None: ...


class Single:
    """A program on one device."""

    def __init__(self, program: Program) -> None:
        self.executable: Executable = compile(program.module)
        self._arguments = [k for k, one in enumerate(program.interface.arguments) if not one.is_token]
        self._results = [k for k, one in enumerate(program.interface.results) if not one.is_token]

    def __call__(self, arguments: Arrays, results: Arrays) -> None:
        self.run(arguments[0], results[0])

    def run(self, arguments: Sequence[np.ndarray], results: Sequence[np.ndarray]) -> None:
        found = self.executable(*[arguments[k] for k in self._arguments], out=None)
        found = [value for value in found if value is not None]
        for k, value in zip(self._results, found, strict=True):
            results[k][...] = value


class Global(Single):
    """A program of several devices whose work is done once, on arguments that are joined; results are cut."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._count = len(program.assignment.devices)

    def __call__(self, arguments: Arrays, results: Arrays) -> None:
        self.run(arguments[0], results[0])
        for others in results[1:]:
            for own, other in zip(results[0], others):
                other[...] = own


def is_token(type: Any) -> bool:
    return isinstance(type, TokenType)
