"""Binding: the compiled processes of a grid, called with arrays, which are checked, converted and allocated here."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NoReturn

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TokenType, leaf_types, leaves, nested
from hloom.ops.builtin.module import Module
from hloom.reference.api import GridResults, arguments_of_processes, infeed_of_processes
from hloom.runtime import memory
from hloom.runtime.dispatch.program import Listing
from hloom.runtime.executable import address_of
from hloom.runtime.grid import NativeGrid
from hloom.support.diagnostics import InputError
from hloom.support.signals import TimeLimit, checked_seconds

#: Results of fewer bytes are plain arrays.
_RECYCLED = 1 << 16


class GridExecutable:
    """`grid(arguments) -> results`, both for each process, `[replica][partition]`, as `hloom.evaluate_grid` takes and gives them.
    Thread-safe.

    `native` runs the processes on addresses; None where the evaluator runs them, and `stats["reason"]` says why. `stats` and
    `kernels` are those of the executables of its functions, by their names; `fallbacks` are the operations that run on the
    evaluator.
    """

    def __init__(self, module: Module, rows: Sequence[Sequence[str]], native: NativeGrid | None,
                 evaluate: Callable[..., GridResults], stats: Mapping[str, Any], kernels: Mapping[str, Mapping[str, Listing]],
                 fallbacks: Sequence[Operation], time_limit: float | None = None) -> None:
        self.native, self.stats, self.kernels, self.fallbacks = native, stats, kernels, list(fallbacks)
        self.num_replicas, self.num_partitions = len(rows), len(rows[0])
        #: Seconds that a call may take, None for any number.
        self.time_limit = checked_seconds(time_limit)
        self._module, self._rows, self._evaluate = module, rows, evaluate
        self._names = [name for row in rows for name in row]

    def __call__(self, arguments: Sequence[Sequence[Sequence[Any] | Mapping[str, Any]]] | None = None, *,
                 infeed: Sequence[Sequence[Any]] | Mapping[tuple[int, int], Sequence[Sequence[Any]]] = (),
                 time_limit: float | None = None) -> GridResults:
        """Runs all processes. `arguments[replica][partition]` lists the arguments of each, or maps their names to them; None
        where no function takes any. `infeed` lists the items, each a tuple of arrays, of every process's queue, or maps (replica,
        partition) to items.

        Of a grid that was compiled with a transport, only the arguments of processes that are here are looked at, and the results
        of the others are None; every rank calls it.

        Raises InputError for arguments that do not fit; DeadlockError where processes wait for each other for ever, which says
        who waits where; EvaluationError where they do not run the same operation, or for a run that takes longer than
        `time_limit` seconds (default: the executable's own limit).
        """
        limit = self.time_limit if time_limit is None else checked_seconds(time_limit)
        if self.native is None:
            return self._evaluate(arguments, infeed=infeed, time_limit=limit)
        given = arguments_of_processes(self._module, self._rows, arguments, self.native.here)
        queues = infeed_of_processes(infeed, self.num_replicas, self.num_partitions)
        return self.run([given[k] for k in self.native.here], queues, limit)[0]

    def run(self, given: Sequence[Sequence[Any]], infeed: Any = (), limit: float | None = None,
            **surroundings: Any) -> tuple[GridResults, Sequence[Any]]:
        """Runs all compiled processes that are here on arguments that are known to fit, process by process; their results, None
        of the others, and the processes that the evaluator has seen."""
        assert self.native is not None
        arrays = [[np.ascontiguousarray(x) for x in leaves(values) if x is not None] for values in given]
        made = [[_new(t.shape, t.storage.dtype) for t in types] for types in self.native.result_types]
        members = self.write(arrays, made, infeed, limit, **surroundings)
        results: list[tuple[Any, ...] | None] = [None] * len(self._names)
        for k, row in zip(self.native.here, made):
            results[k] = tuple(self._as_stated(self._names[k], iter(row)))
        outfeed = members.outfeed if members is not None else [[] for _ in results]
        return GridResults.of(results, outfeed, self.num_partitions), members.processes if members is not None else ()

    def write(self, arguments: Sequence[Sequence[np.ndarray]], results: Sequence[Sequence[np.ndarray]], infeed: Any = (),
              limit: float | None = None, **surroundings: Any) -> Any:
        """Runs all compiled processes on arrays as they are in memory, of the types of `native`, and dense; process by process.
        Returns what `NativeGrid.run` does."""
        assert self.native is not None
        given, made = ([[address_of(x) for x in row] for row in rows] for rows in (arguments, results))
        for arrays, own, targets, aliases in zip(arguments, given, made, self.native.aliases):
            for result, argument in aliases.items():
                ctypes.memmove(targets[result], own[argument], arrays[argument].nbytes)
                own[argument] = targets[result]
        return self.native.run(given, made, limit, {"infeed": infeed, "time_limit": TimeLimit.of(limit), **surroundings})

    def _as_stated(self, name: str, arrays: Iterator[Any]) -> Iterator[Any]:
        """A function's results with None for tokens, and tuples."""
        for type in self._module.functions[name].function_type.outputs:
            yield nested([None if isinstance(leaf, TokenType) else next(arrays) for leaf in leaf_types(type)], type)

    def __reduce__(self) -> NoReturn:
        raise InputError("the executable of a grid cannot be pickled; compile its module where it is to run")

    def __repr__(self) -> str:
        sizes = f"{self.num_replicas}x{self.num_partitions}"
        names = ", ".join(f"@{name}" for name in dict.fromkeys(self._names))
        left = f"{len(self.fallbacks)} on the evaluator" if self.fallbacks else "no fallbacks"
        return f"<GridExecutable {sizes} of {names}: {left}>"


def _new(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    return np.empty(shape, dtype) if prod(shape) * dtype.itemsize < _RECYCLED else memory.array(shape, dtype)
