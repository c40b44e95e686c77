"""How programs run where native code does not call them by itself: on one device, or on several.

A runner is given arrays and writes into arrays: `run(arguments by device, results by device)`, tokens among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.signatures import Array, Interface
from hloom.support.records import computed_once

if TYPE_CHECKING:  # a program that is kept runs without the operations
    import numpy as np

    from hloom.ops.builtin.module import Module
    from hloom.runtime.executable import Executable

    #: Arrays by device, then by number.
    Arrays = Sequence[Sequence[np.ndarray]]


class Runner(Protocol):
    """Runs a program. `module` is what is compiled, `executable` what it was compiled to; `interface` what each device takes and
    gives; shardings are what the caller is told of where arguments and results lie, serialized, or None for a program of one
    device."""

    executable: Executable
    interface: Interface
    argument_shardings: Sequence[bytes] | None
    result_shardings: Sequence[bytes] | None
    #: Whether each device runs `module`, and not one of them for all.
    is_of_one_device: bool

    @property
    def module(self) -> Module: ...

    def __call__(self, arguments: Arrays, results: Arrays) -> None: ...


def _present(arrays: Sequence[Array]) -> list[int]:
    """The numbers of those that are no tokens: hloom's programs take and give none."""
    return [k for k, one in enumerate(arrays) if one.type != elements.TOKEN]


class Single:
    """A program on one device."""

    argument_shardings: Sequence[bytes] | None = None
    result_shardings: Sequence[bytes] | None = None
    is_of_one_device = True

    def __init__(self, executable: Executable, interface: Interface, read: Callable[[], Module]) -> None:
        """`read` gives what the executable was compiled of."""
        self.executable, self.interface, self._read = executable, interface, read
        self._arguments, self._results = _present(interface.arguments), _present(interface.results)

    @computed_once
    def module(self) -> Module:
        """What is compiled: a program of one device."""
        return self._read()

    def __call__(self, arguments: Arrays, results: Arrays) -> None:
        own, out = arguments[0], results[0]
        self._run([own[k] for k in self._arguments], [out[k] for k in self._results])

    def _run(self, arguments: Sequence[np.ndarray], results: Sequence[np.ndarray]) -> None:
        """Runs the program on arrays that are no tokens."""
        found = [value for value in self.executable(*arguments) if value is not None]
        for target, value in zip(results, found, strict=True):
            target[...] = value
