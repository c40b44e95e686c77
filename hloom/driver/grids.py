"""From a module to the executable of a grid of processes: one compilation a function, whatever the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from hloom.driver.executables import Wanted, checked_threads, make_executable
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.reference.api import all_custom_calls, evaluate_grid, functions_of_processes, verified
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.grid import Grid
from hloom.reference.interpreter import Interpreter
from hloom.support import options
from hloom.support.diagnostics import InputError
from hloom.support.importing import importing

if TYPE_CHECKING:
    from hloom.ir.core import Operation
    from hloom.runtime.executable import Executable
    from hloom.runtime.grid_executable import GridExecutable

CustomCalls = Mapping[str, Callable[..., Any]]


def make_grid_executable(module: Module, function: str | Sequence[Sequence[str]], num_replicas: int, num_partitions: int,
                         threads: int | None, numbers: tuple[bool, bool], time_limit: float | None,
                         custom_calls: CustomCalls | None) -> GridExecutable:
    """What `hloom.compile_grid` returns."""
    rows = functions_of_processes(function, num_replicas, num_partitions)
    names = [name for row in rows for name in row]
    module = runnable(verified(module), *names)
    for name in names:
        function_named(module, name)
    workers = checked_threads(threads) or options.THREADS.value
    share = max(workers // len(names), 1)
    known = all_custom_calls(custom_calls, {})
    with importing():
        from hloom.passes.on_grid import on_grid
        from hloom.runtime.grid import GridProgram, NativeGrid
        from hloom.runtime.grid_executable import GridExecutable
        from hloom.runtime.native import NativeProgram

    sizes = len(rows), len(rows[0])
    programs: dict[str, GridProgram] = {}
    made: dict[str, Executable] = {}
    evaluate = partial(evaluate_grid, module, num_replicas=sizes[0], num_partitions=sizes[1], function=rows, custom_calls=known)
    for name in dict.fromkeys(names):
        placed = on_grid(module, name, *sizes)
        exe = made[name] = make_executable(Wanted(_restored, placed.module, name, None, share, None, numbers, custom_calls=known))
        native = getattr(exe, "native", None)
        if not isinstance(native, NativeProgram):
            reason = exe.stats.get("reason") or "shapes are known at calls only"
            body = [op for n in dict.fromkeys(names) for op in module.functions[n].body.block.operations[:-1]]
            return GridExecutable(module, rows, None, evaluate, {"reason": reason}, {}, body, time_limit)
        programs[name] = GridProgram(native, placed.meetings)
    processes = [programs[name] for name in names]
    fallbacks: list[Operation] = [op for exe in made.values() for op in exe.fallbacks]
    make = partial(_processes, processes, sizes, {**CUSTOM_CALLS, **known})
    stats = {name: exe.stats for name, exe in made.items()}
    return GridExecutable(module, rows, NativeGrid(processes, sizes, share, make), evaluate, stats,
                          {name: exe.kernels for name, exe in made.items()}, fallbacks, time_limit)


def _restored(*_: Any) -> NoReturn:
    raise InputError("the executable of a grid's process cannot be pickled")


def _processes(programs: Sequence[Any], sizes: tuple[int, int], custom_calls: CustomCalls, connect: Any,
               surroundings: Mapping[str, Any]) -> Grid:
    """The processes of a run as the evaluator sees them, for what of their programs runs on it."""
    def process(grid: Grid, replica: int, partition: int) -> Interpreter:
        program = programs[replica * sizes[1] + partition].native.program
        return Interpreter(_module_of(program.callbacks), custom_calls, grid, replica, partition,
                           time_limit=surroundings["time_limit"])

    return Grid(*sizes, process, surroundings["infeed"], host_channels=surroundings.get("host_channels", frozenset()),
                connect=connect)


def _module_of(operations: Sequence[Operation]) -> Any:
    """The module that operations are in; an empty one for none."""
    if not operations:
        return Module([])
    op: Operation = operations[0]
    while op.parent is not None:
        op = op.parent
    return op
