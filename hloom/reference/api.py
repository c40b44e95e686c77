"""The reference engine's entry: a module and arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.reference.arguments import as_array
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.grid import Grid
from hloom.reference.interpreter import Interpreter
from hloom.reference.observe import Observer
from hloom.support.diagnostics import InputError


def function_named(module: Module, name: str) -> Function:
    """A function of the module with a body; InputError where there is none."""
    functions = module.functions
    found = functions.get(name)
    if found is None or found.is_declaration:
        known = ", ".join("@" + n for n, f in functions.items() if not f.is_declaration) or "none"
        raise InputError(f"the module has no function @{name} with a body; its functions are: {known}")
    return found


def check_arguments(function: Function, arrays: Sequence[Any], of: str = "") -> list[np.ndarray]:
    """The arguments as arrays of the types that `function` takes; InputError for a wrong count, shape or element type."""
    types = function.function_type.inputs
    if len(arrays) != len(types):
        raise InputError(f"@{function.sym_name} takes {len(types)} arguments, got {len(arrays)}{of}")
    return [as_array(a, t, f"argument {k} of @{function.sym_name}{of}") for k, (a, t) in enumerate(zip(arrays, types))]


def runnable(module: Module) -> Module:
    """The program in the form that the engines run: of a program in the form of HLO, what it is in StableHLO, `main` its entry."""
    return to_stablehlo(module) if module.is_hlo else module


def evaluate(module: Module, *arrays: Any, function: str = "main", custom_calls: Mapping[str, Callable[..., Any]] | None = None,
             observer: Observer | None = None, step_limit: int | None = None) -> tuple[Any, ...]:
    """Runs a function of a verified module on the reference evaluator; returns its results as a tuple of arrays.

    `custom_calls` are added to the registered ones; `observer` sees every operation (see `hloom.reference.observe`);
    `step_limit` bounds the number of operations. Raises InputError for arguments that do not fit and EvaluationError for a
    failing run.
    """
    module = runnable(module)
    values = check_arguments(function_named(module, function), arrays)
    interpreter = Interpreter(module, {**CUSTOM_CALLS, **(custom_calls or {})}, observer=observer, step_limit=step_limit)
    return _owned(interpreter.run_function(function, *values))


class GridResults(list[list[tuple[Any, ...]]]):
    """`results[replica][partition]`: the results of each process; `outfeed[replica][partition]`: the items that it put out."""

    outfeed: list[list[list[tuple[Any, ...]]]]


def evaluate_grid(module: Module, arguments: Sequence[Sequence[Sequence[Any]]] | None = None, *, num_replicas: int = 1,
                  num_partitions: int = 1, function: str | Sequence[Sequence[str]] = "main",
                  infeed: Sequence[Sequence[Any]] | Mapping[tuple[int, int], Sequence[Sequence[Any]]] = (),
                  custom_calls: Mapping[str, Callable[..., Any]] | None = None, observer: Observer | None = None,
                  step_limit: int | None = None) -> GridResults:
    """Runs a verified module on a grid of `num_replicas x num_partitions` processes, one thread each.

    `function` is what every process runs, or a function for each, `function[replica][partition]`, which then gives the
    grid's size. `arguments[replica][partition]` lists the arguments of each process; None where no function takes any.
    `infeed` lists the items, each a tuple of arrays, of every process's queue, or maps (replica, partition) to items.
    Raises DeadlockError as soon as no process can go on; it says who waits where, and who has not come.
    """
    rows = [[function] * num_partitions] * num_replicas if isinstance(function, str) else [list(row) for row in function]
    num_replicas, num_partitions = len(rows), len(rows[0]) if rows else 0
    if any(len(row) != num_partitions for row in rows):
        raise InputError("every replica needs a function for each partition")
    module = runnable(module)
    grid = Grid(module, num_replicas, num_partitions, {**CUSTOM_CALLS, **(custom_calls or {})},
                {r * num_partitions + p: items for (r, p), items in infeed.items()} if isinstance(infeed, Mapping) else infeed,
                observer, step_limit)
    given = [[()] * num_partitions] * num_replicas if arguments is None else arguments
    if [len(row) for row in given] != [num_partitions] * num_replicas:
        raise InputError(f"arguments are needed for {num_replicas} replicas x {num_partitions} partitions")
    values = [check_arguments(function_named(module, name), given[r][p], f" in process ({r}, {p})")
              for r, row in enumerate(rows) for p, name in enumerate(row)]
    found = grid.run([name for row in rows for name in row], values)
    results = GridResults([_owned(found[r * num_partitions + p]) for p in range(num_partitions)] for r in range(num_replicas))
    results.outfeed = [grid.outfeed[r * num_partitions : (r + 1) * num_partitions] for r in range(num_replicas)]
    return results


def _owned(results: tuple[Any, ...]) -> tuple[Any, ...]:
    """Results that share no memory with the arguments or the program."""
    return tuple(np.array(r) if isinstance(r, np.ndarray | np.generic) else r for r in results)
