"""The reference engine's entry: a module and arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.ir.types import TokenType
from hloom.ops.builtin.arguments import as_array
from hloom.ops.builtin.function import Function, signature
from hloom.ops.builtin.module import Module, boundary_of, checked_module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.reference.callbacks import callbacks_of
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.grid import MOST_PROCESSES, Grid
from hloom.reference.interpreter import Interpreter
from hloom.reference.observe import Observer
from hloom.support.diagnostics import EvaluationError, InputError
from hloom.support.memory import Budget
from hloom.support.signals import TimeLimit
from hloom.support.signatures import wrong_count

if TYPE_CHECKING:
    from hloom.ops.common.transport import Ranks


def check_arguments(function: Function, arrays: Sequence[Any] | Mapping[str, Any], of: str = "",
                    narrows: bool | None = None) -> list[Any]:
    """The arguments, in their order or by name, as arrays of the types that `function` takes, None for tokens, which may be left
    out; InputError for a wrong count, name, shape or element type. `narrows` is that of `as_array`, by default what the signature
    says."""
    types = function.function_type.inputs
    if isinstance(arrays, Mapping):
        arrays = signature(function).bind((), arrays, of)
    if not isinstance(arrays, Sequence):
        raise InputError(f"the arguments of @{function.sym_name} must be a list or a mapping from names, got a "
                         f"{type(arrays).__name__}{of}")
    own = signature(function)
    own = own if narrows is None else own._replace(narrows=narrows)
    if len(arrays) != len(types):
        given = iter(arrays)
        if len(arrays) != sum(not isinstance(t, TokenType) for t in types):
            raise wrong_count(function.sym_name, [p.name for p in own.arguments], arrays, of)
        arrays = [None if isinstance(t, TokenType) else next(given) for t in types]
    return [as_array(a, t, f"{own.argument(k)}{of}", own.narrows) for k, (a, t) in enumerate(zip(arrays, types))]


def verified(module: Any) -> Module:
    """A module as it was given, verified when it is first seen: what has been changed since is its maker's to verify."""
    if not getattr(checked_module(module), "is_verified", False):
        module.verify()
    return module


def evaluate(module: Module, /, *arrays: Any, function: str = "main",
             custom_calls: Mapping[str, Callable[..., Any]] | None = None, observer: Observer | None = None,
             step_limit: int | None = None, memory_limit: int | None = None, time_limit: float | None = None,
             skip_callbacks: bool = False, **named: Any) -> Any:
    """Runs a function of a module, which is verified first, on the reference evaluator; returns its results as a tuple of arrays.

    Arguments are given by position, or by name as executables take them (`evaluate(m, b=b, a=a)`). An argument that is called as
    one of this function's own keywords (`function`, `custom_calls`, `observer`, `step_limit`, `memory_limit`, `time_limit`,
    `skip_callbacks`) is given by position only: these words always mean the keyword.

    A module that was read from an object of JAX takes the arguments of the function that was lowered, as trees, and returns what
    that function returns; given the leaves, it returns a tuple as any other does. Tokens among arguments may be left out; those
    among results are None.

    Callbacks into Python run where the module was read from an object of JAX of this process; with `skip_callbacks` those that
    give no results are left out. `custom_calls` are added to the registered ones; `observer` sees every operation (see
    `hloom.reference.observe`); `step_limit` bounds the number of operations, where a block without any counts as one;
    `memory_limit` bounds the bytes of all arrays together (default: HLOOM_EVALUATION_MEMORY); after `time_limit` seconds no other
    operation begins. Raises VerificationError for an invalid module, InputError for arguments that do not fit and EvaluationError
    for a failing run.
    """
    module = runnable(verified(module), function)
    outer = function_named(module, function)
    calling = getattr(module, "calling", None)
    custom_calls = {**callbacks_of(calling, skip_callbacks, CUSTOM_CALLS), **all_custom_calls(custom_calls, {})}
    limits = {"observer": observer, "step_limit": step_limit, "memory_limit": memory_limit, "time_limit": time_limit}
    boundary = boundary_of(module, outer)
    if boundary is None:
        values = signature(outer).bind(arrays, named) if named else arrays
        return evaluate_arrays(module, values, function, custom_calls, **limits)
    values, is_tree = boundary.arrays(arrays, named)
    found = evaluate_arrays(module, values, function, custom_calls, None if calling is None else calling.narrows, **limits)
    return boundary.results([x for x, t in zip(found, outer.function_type.outputs) if not isinstance(t, TokenType)], is_tree)


def evaluate_arrays(module: Module, arrays: Sequence[Any], function: str, custom_calls: Mapping[str, Callable[..., Any]],
                    narrows: bool | None = None, *, observer: Observer | None = None, step_limit: int | None = None,
                    memory_limit: int | None = None, time_limit: float | None = None) -> tuple[Any, ...]:
    """`evaluate` of a verified module with one array for each argument that is no token; one result for each of the function's.
    `custom_calls` come before those that are registered."""
    values = check_arguments(function_named(module, function), arrays, narrows=narrows)
    budget = Budget(memory_limit)
    interpreter = Interpreter(module, {**CUSTOM_CALLS, **custom_calls}, observer=observer, step_limit=step_limit, budget=budget,
                              time_limit=TimeLimit.of(time_limit))
    return _owned(interpreter.run_function(function, *values), module.functions[function], budget)


class GridResults(list[list[Any]]):
    """`results[replica][partition]`: the results of each process, a tuple; `outfeed[replica][partition]`: the items that it has
    put out."""

    outfeed: list[list[list[tuple[Any, ...]]]]

    @classmethod
    def of(cls, results: Sequence[tuple[Any, ...] | None], outfeed: Sequence[list[tuple[Any, ...]]],
           num_partitions: int) -> GridResults:
        """The results, and what was put out, of processes by their flat numbers."""
        rows = range(0, len(results), num_partitions)
        found = cls(list(results[k : k + num_partitions]) for k in rows)
        found.outfeed = [list(outfeed[k : k + num_partitions]) for k in rows]
        return found


def evaluate_grid(module: Module, arguments: Sequence[Sequence[Sequence[Any] | Mapping[str, Any]]] | None = None, *,
                  num_replicas: int = 1, num_partitions: int = 1, function: str | Sequence[Sequence[str]] = "main",
                  infeed: Sequence[Sequence[Any]] | Mapping[tuple[int, int], Sequence[Sequence[Any]]] = (),
                  custom_calls: Mapping[str, Callable[..., Any]] | None = None, observer: Observer | None = None,
                  step_limit: int | None = None, memory_limit: int | None = None,
                  time_limit: float | None = None, transport: Ranks | None = None) -> GridResults:
    """Runs a module, which is verified first, on a grid of `num_replicas x num_partitions` processes, one thread each.

    `function` is what every process runs, or a function for each, `function[replica][partition]`, which then gives the
    grid's size. `arguments[replica][partition]` lists the arguments of each process, or maps their names to them; None where no
    function takes any. `infeed` lists the items, each a tuple of arrays, of every process's queue, or maps (replica, partition)
    to items. The limits are those of `evaluate`: of operations for each process, of memory and time for all.
    Raises DeadlockError as soon as no process can go on; it says who waits where, and who has not come.

    With a `transport` (`hloom.grid.mpi()`) its ranks run the grid together, each the processes that are `here`: only their
    arguments are looked at, and the results of the others are None. Every rank calls this, with the same program.
    """
    rows = functions_of_processes(function, num_replicas, num_partitions)
    num_replicas, num_partitions = len(rows), len(rows[0])
    module = runnable(verified(module), *(name for row in rows for name in row))
    budget = Budget(memory_limit)
    queues = infeed_of_processes(infeed, num_replicas, num_partitions)
    process = partial(Interpreter, module, all_custom_calls(custom_calls, CUSTOM_CALLS), observer=observer,
                      step_limit=step_limit, budget=budget, time_limit=TimeLimit.of(time_limit))
    names = [name for row in rows for name in row]
    here = range(len(names)) if transport is None else transport.here(len(names))
    values = arguments_of_processes(module, rows, arguments, here)
    connect = None
    if transport is not None:
        from hloom.ops.common.thread_transport import ThreadTransport  # most programs need no grid

        what = ["the evaluator", f"a grid of {num_replicas} x {num_partitions}", *(f"@{name}" for name in dict.fromkeys(names))]
        link = transport.link(module, what, len(names), lambda k: f"{divmod(k, num_partitions)}")
        connect = partial(ThreadTransport, link=link)
    grid = Grid(num_replicas, num_partitions, process, queues, connect=connect)
    found = grid.run(names, values)
    owned = [_owned(found[k], module.functions[name], budget) if k in here else None for k, name in enumerate(names)]
    return GridResults.of(owned, grid.outfeed, num_partitions)


def arguments_of_processes(module: Module, rows: Sequence[Sequence[str]], arguments: Any,
                           here: Sequence[int] | None = None) -> list[list[Any]]:
    """The arguments of the function of each process, as `check_arguments` gives them; none of those that are not `here`. Raises
    as it does, and InputError for those of another number of processes."""
    given = [[()] * len(rows[0])] * len(rows) if arguments is None else arguments
    if not _is_table(given) or [len(row) for row in given] != [len(rows[0])] * len(rows):
        raise InputError(f"arguments are needed for {len(rows)} replicas x {len(rows[0])} partitions")
    return [check_arguments(function_named(module, name), given[r][p], f" in process ({r}, {p})")
            if here is None or r * len(row) + p in here else [] for r, row in enumerate(rows) for p, name in enumerate(row)]


def all_custom_calls(more: Mapping[str, Callable[..., Any]] | None,
                      known: Mapping[str, Callable[..., Any]]) -> Mapping[str, Callable[..., Any]]:
    if more is not None and not isinstance(more, Mapping):
        raise InputError(f"custom_calls must map targets to functions, got a {type(more).__name__}")
    return {**known, **(more or {})}


def _is_table(rows: Any) -> bool:
    return isinstance(rows, Sequence) and all(isinstance(row, Sequence) for row in rows)


def functions_of_processes(function: Any, num_replicas: int, num_partitions: int) -> list[list[str]]:
    """The name of the function that each process runs; InputError for no grid, or one that is too large."""
    if isinstance(function, str):
        sizes = num_replicas, num_partitions
        if not all(isinstance(n, int) and 1 <= n <= MOST_PROCESSES for n in sizes):
            raise InputError(f"num_replicas and num_partitions must be integers from 1 to {MOST_PROCESSES}, got "
                             f"{num_replicas!r:.40} and {num_partitions!r:.40}")
        return [[function] * num_partitions] * num_replicas
    if not _is_table(function) or not function or not all(isinstance(name, str) for row in function for name in row):
        raise InputError("function must be the name of a function, or a row of names for each replica")
    if {len(row) for row in function} != {len(function[0])}:
        raise InputError("every replica needs a function for each partition")
    return [list(row) for row in function]


def infeed_of_processes(infeed: Any, num_replicas: int, num_partitions: int) -> Any:
    """The items of every process's queue, or of each by its number. InputError for what is no list of tuples."""
    queues = infeed if isinstance(infeed, Mapping) else {(0, 0): infeed}
    for place, items in queues.items():
        if place not in np.ndindex(num_replicas, num_partitions):
            raise InputError(f"infeed is given for {place!r:.40}, which is no (replica, partition) of the grid")
        if not _is_table(items):
            raise InputError("infeed must list items, each a tuple of arrays")
    if isinstance(infeed, Mapping):
        return {r * num_partitions + p: items for (r, p), items in infeed.items()}
    return infeed


def _owned(results: tuple[Any, ...], function: Function, budget: Budget) -> tuple[Any, ...]:
    """Results that share no memory with the arguments or the program."""
    try:
        budget.need(sum(r.nbytes for r in results if isinstance(r, np.ndarray)))
        return tuple(np.array(r) if isinstance(r, np.ndarray | np.generic) else r for r in results)
    except MemoryError as error:
        message = f"the results of @{function.sym_name} take too much memory: {error}"
        raise EvaluationError.at(function.body.block.terminator.span or function.span, "memory", message) from None
