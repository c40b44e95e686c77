"""What a script has of MPI: the ranks that run its grids together."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from typing import Any

from hloom.ir.core import Operation
from hloom.ir.fingerprint import fingerprint
from hloom.mpi.job import Job
from hloom.mpi.library import load
from hloom.mpi.link import Link, Operations
from hloom.support.diagnostics import InputError
from hloom.support.forking import in_child


class Ranks(Job):
    """The ranks of MPI that run grids together; what `evaluate_grid` and `compile_grid` take as their `transport`.

    `rank` is this one's number of `size`, `here(count)` the flat numbers of the processes of a grid that run in it.
    """

    def link(self, module: Any, what: Sequence[str], count: int, place: Callable[[int], str]) -> Link | None:
        """The link of a run, when all ranks are known to run the same module, which `what` tells in words; None where all
        processes are here. Raises InputError where ranks do not run the same, or cannot share the processes."""
        self.here(count)
        if self.size == 1:
            return None
        self.agree_on(module, what)
        return self.connect(module, count, place)

    def connect(self, module: Any, count: int, place: Callable[[int], str], made: Sequence[Operation] = ()) -> Link:
        """What reaches the processes of other ranks, for runs of a grid of a module on which all have agreed, of which the
        operations `made` were made. Raises InputError where threads of this rank may not call MPI at the same time."""
        if count > self.size and not self.library.has_many_threads:
            raise InputError(f"this MPI takes calls of one thread at a time: start a rank for each of the {count} processes")
        return Link(self, count, place, Operations(module, made))

    def agree_on(self, module: Any, what: Sequence[str]) -> None:
        """That all ranks are about to do the same with the same module. Raises InputError where they are not."""
        self.agree(what, f"{fingerprint(module)} {self.any_order}")

    def __repr__(self) -> str:
        return f"<rank {self.rank} of {self.size}>"


_ranks: list[Ranks] = []


def mpi(*, any_order: bool = False) -> Ranks:
    """The ranks that `mpiexec` has started, of which this process is one. Every rank calls it, and has the same again when it
    calls it once more.

    With `any_order`, MPI chooses the order of sums of floating-point numbers, which may be faster; else sums are in the group's
    order, and results have the bits that threads of one process give. Raises InputError where mpi4py or MPI is not there.
    """
    if not isinstance(any_order, bool):
        raise InputError(f"any_order is True or False, got {any_order!r:.50}")
    if not _ranks:
        _ranks.append(Ranks(load(), any_order))
        atexit.register(_ranks[0].leave)
    _ranks[0].any_order = any_order
    return _ranks[0]


@in_child
def _forget() -> None:
    """A child of fork() is no rank."""
    if _ranks:
        atexit.unregister(_ranks[0].leave)
        _ranks.clear()
