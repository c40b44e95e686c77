"""What runs a program of several devices: each device by itself where it can, one program for all where not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.callers import tell
from hloom.bridges.pjrt.grids import divided, messages
from hloom.bridges.pjrt.programs import array_of
from hloom.bridges.pjrt.running import Single
from hloom.bridges.pjrt.signatures import Assignment, Interface
from hloom.ops.builtin.module import Module
from hloom.passes.sharding import Prepared, prepare
from hloom.pipeline import compile_donating
from hloom.support.collector import collector_paused

if TYPE_CHECKING:
    from hloom.bridges.pjrt.running import Arrays


class Joined(Single):
    """A program of several devices that runs once, on whole arrays: those of the devices are joined before, and cut after."""

    is_of_one_device = False
    #: No result lies where an argument does: whole arrays are none of the callers'.
    aliases: Mapping[int, int] = MappingProxyType({})

    def __init__(self, prepared: Prepared, interface: Interface) -> None:
        self._taken, self._given = prepared.arguments, prepared.results
        super().__init__(compile_donating(prepared.module, donated=()), interface, lambda: prepared.module)
        self.argument_shardings, self.result_shardings = map(messages, (self._taken, self._given))

    @property
    def may_run_at_addresses(self) -> bool:
        """Whether `shards` is all that a call takes: there are no tokens, and Python runs nothing of it."""
        own = self.interface
        return not self.executable.needs_python and all(
            a.is_row_major and a.type != elements.TOKEN for a in (*own.arguments, *own.results))

    def shards(self, arguments: Arrays) -> list[Sequence[np.ndarray | None]]:
        """What devices have of each result that is no token, device by device; None where one has nothing of it."""
        whole = [self._taken[k].join([row[k] for row in arguments]) for k in self._arguments]
        found = [value for value in self.executable(*whole) if value is not None]
        return [self._given[k].cut(value) for k, value in zip(self._results, found, strict=True)]

    def __call__(self, arguments: Arrays, results: Arrays) -> None:
        for k, shards in zip(self._results, self.shards(arguments)):
            for target, shard in zip((row[k] for row in results), shards):
                if shard is not None:
                    target[...] = shard


@collector_paused()
def runner_of_several(module: Module, interface: Interface, assignment: Assignment) -> Any:
    """What runs a program on its devices, of which there are several."""
    free = assignment.free_results
    prepared = prepare(module, assignment.num_replicas, assignment.num_partitions,
                       propagate=free if len(free) == len(interface.results) else any(free))
    tell(prepared.asked)
    own = replace(interface,
                  arguments=tuple(array_of(t.local_type, a.order) for t, a in zip(prepared.arguments, interface.arguments)),
                  results=tuple(array_of(t.local_type, r.order) for t, r in zip(prepared.results, interface.results)))
    return divided(prepared, own, assignment) or Joined(prepared, own)
