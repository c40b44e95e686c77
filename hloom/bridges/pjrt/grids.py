"""Programs of several devices of which each runs the same by itself (`shard_map`, `pmap`, shardings that divide work): compiled
as a grid, a thread a device, with collective operations between them. Each device's arguments are read where they lie, results
written where they go. Of devices that have the same parts one runs, and the others get copies.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.signatures import Array, Assignment, Interface
from hloom.driver.grids import make_grid_executable
from hloom.passes.sharding import Local, Prepared, ShardedType
from hloom.runtime.grid_executable import GridExecutable
from hloom.support.diagnostics import UserError

if TYPE_CHECKING:
    from hloom.bridges.pjrt.running import Arrays


class _Process(NamedTuple):
    """What is known of the code that each device runs."""

    stats: Mapping[str, Any]
    needs_python: str = "it runs on several devices"


class _Move(NamedTuple):
    """An argument, or a result, that devices share otherwise outside of the program than in it: its number."""

    number: int
    outside: ShardedType
    inside: ShardedType


class Divided:
    """A program that each device runs by itself."""

    is_of_one_device = True

    def __init__(self, grid: GridExecutable, local: Local, prepared: Prepared, interface: Interface) -> None:
        native = grid.native
        assert native is not None
        #: What is compiled: the program of one device.
        self.module, self.interface = local.module, interface
        self.executable = _Process(grid.stats["main"])
        self._grid, self._processes = grid, local.processes
        self._arguments, self._taken = _places(interface.arguments, prepared.arguments, local.arguments)
        self._results, self._given = _places(interface.results, prepared.results, local.results)
        self._native = native
        #: The results that lie where an argument does, which is given away: the argument's number by that of the result.
        self.aliases: Mapping[int, int] = native.aliases[0]
        self._argument_types = [t.storage.dtype for t in native.argument_types[0]]
        self._result_types = [(t.shape, t.storage.dtype) for t in native.result_types[0]]
        self.argument_shardings, self.result_shardings = map(messages, (prepared.arguments, prepared.results))

    @property
    def may_run_at_addresses(self) -> bool:
        """Whether `run_at` is all that a call takes: nothing is moved between devices, converted, or run by Python."""
        own, native = self.interface, self._native
        stated = [*self._argument_types, *(dtype for _, dtype in self._result_types)]
        arrays = (*own.arguments, *own.results)
        return not (self._taken or self._given or native.needs_evaluator or native.is_guarded or len(stated) != len(arrays)) and (
            all(a.is_row_major and elements.dtype_of(a.type) == dtype for a, dtype in zip(arrays, stated)))

    def run_at(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]]) -> None:
        """Runs the program on the elements at these addresses, device by device."""
        if len(self._processes) == len(results):
            self._native.run(arguments, results)
            return
        own = [first for first, *_ in self._processes]
        self._native.run([arguments[k] for k in own], [results[k] for k in own])
        for first, *others in self._processes:
            for device in others:
                for target, source, array in zip(results[device], results[first], self.interface.results):
                    ctypes.memmove(target, source, array.num_bytes)

    def __call__(self, arguments: Arrays, results: Arrays) -> None:
        self._run(*([rows[first] for first, *_ in self._processes] for rows in (arguments, results)))
        for first, *others in self._processes:
            for device in others:
                for target, source in zip(results[device], results[first]):
                    target[...] = source

    def _run(self, arguments: Arrays, results: Arrays) -> None:
        """Runs the program on the arrays of each process."""
        taken = [[row[k] for k in self._arguments] for row in arguments]
        for number, outside, inside in self._taken:
            for row, shard in zip(taken, inside.cut(outside.join([row[number] for row in taken]))):
                row[number] = shard
        wanted = [[row[k] for k in self._results] for row in results]
        moved = {move.number for move in self._given}
        made = [[x if k not in moved and x.dtype == dtype and x.flags.c_contiguous else np.empty(shape, dtype)
                 for k, (x, (shape, dtype)) in enumerate(zip(row, self._result_types))] for row in wanted]
        self._grid.write([[np.ascontiguousarray(x, dtype) for x, dtype in zip(row, self._argument_types)] for row in taken], made)
        for number, outside, inside in self._given:
            for row, target, shard in zip(made, wanted, outside.cut(inside.join([row[number] for row in made]))):
                row[number] = target[number] if shard is None else shard
        for row, targets in zip(made, wanted):
            for value, target in zip(row, targets):
                if value is not target:
                    target[...] = value


def _places(arrays: Sequence[Array], outside: Sequence[ShardedType],
            inside: Sequence[ShardedType]) -> tuple[list[int], list[_Move]]:
    """The numbers of what is no token, and those of it that are to be moved."""
    present = [k for k, one in enumerate(arrays) if one.type != elements.TOKEN]
    return present, [_Move(place, outside[k], inside[k]) for place, k in enumerate(present)
                     if outside[k].assignment != inside[k].assignment]


def messages(types: Sequence[ShardedType]) -> list[bytes] | None:
    """How devices share arguments or results, serialized; None where there are none, as callers take no empty list."""
    return [one.to_op_sharding_bytes() for one in types] or None


def divided(prepared: Prepared, interface: Interface, assignment: Assignment) -> Divided | None:
    """The program as each device runs it; None where devices do something together, or what they do cannot be compiled so."""
    local = prepared.local
    if local is None:
        return None
    try:
        partitions = len(local.processes) // assignment.num_replicas
        grid = make_grid_executable(local.module, "main", assignment.num_replicas, partitions, donated=interface.donated)
    except UserError:  # what is wrong is said of the program of all
        return None
    return None if grid.native is None else Divided(grid, local, prepared, interface)
