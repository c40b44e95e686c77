"""From a module to the executable of a grid of processes: one compilation a function, whatever the number of processes."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from hloom.driver.executables import Wanted, checked_donated, make_executable
from hloom.driver.stages import cpu, load_runtime
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.reference.api import all_custom_calls, evaluate_grid, functions_of_processes, verified
from hloom.reference.callbacks import callbacks_of, has_callbacks
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.grid import Grid
from hloom.reference.interpreter import Interpreter
from hloom.support import options
from hloom.support.collector import importing
from hloom.support.diagnostics import InputError, UserError
from hloom.support.options import checked_threads

if TYPE_CHECKING:
    from hloom.ir.core import Operation
    from hloom.mpi.ranks import Ranks
    from hloom.runtime.executable import Executable
    from hloom.runtime.grid_executable import GridExecutable

CustomCalls = Mapping[str, Callable[..., Any]]


def make_grid_executable(module: Module, function: str | Sequence[Sequence[str]], num_replicas: int, num_partitions: int,
                         threads: int | None = None, numbers: tuple[bool, bool] = (False, False), time_limit: float | None = None,
                         custom_calls: CustomCalls | None = None, transport: Ranks | None = None,
                         donated: Sequence[int] = ()) -> GridExecutable:
    """What `hloom.compile_grid` returns; results may lie where `donated` arguments do, which nobody needs after a call."""
    rows = functions_of_processes(function, num_replicas, num_partitions)
    names = [name for row in rows for name in row]
    calling = getattr(module, "calling", None)
    callbacks = callbacks_of(calling, skip=False, known=CUSTOM_CALLS) if calling is not None and has_callbacks(module) else {}
    module = runnable(verified(module), *names)
    for name in names:
        function_named(module, name)
    here = range(len(names)) if transport is None else transport.here(len(names))
    workers = checked_threads(threads) or options.THREADS.value
    share = max(workers // len(here), 1)
    known = all_custom_calls(custom_calls, callbacks)
    load_runtime()
    with importing():
        from hloom.passes.on_grid import on_grid
        from hloom.runtime.grid import GridProgram, NativeGrid
        from hloom.runtime.grid_executable import GridExecutable
        from hloom.runtime.grid_far import FarGrid
        from hloom.runtime.native import NativeProgram

    sizes = len(rows), len(rows[0])
    evaluate = partial(evaluate_grid, module, num_replicas=sizes[0], num_partitions=sizes[1], function=rows, custom_calls=known,
                       transport=transport)

    def on_evaluator(reason: str) -> GridExecutable:
        operations = [op for name in dict.fromkeys(names) for op in module.functions[name].body.block.operations[:-1]]
        return GridExecutable(module, rows, None, evaluate, {"reason": reason}, {}, operations, time_limit)

    backend = cpu()
    code = backend.dispatch.grid(backend.target())
    if len(names) > 1 and code.parking == "none":
        return on_evaluator("this system has no threads that wait in native code")
    programs: dict[str, GridProgram] = {}
    made: dict[str, Executable] = {}
    described: dict[str, Sequence[Any]] = {}
    apart = transport if transport is not None and transport.size > 1 else None
    if apart is not None:
        _agree(apart, module, sizes, names)
    for name in dict.fromkeys(names):  # in all ranks, also those that run another one: what processes meet for concerns all
        try:
            placed = on_grid(module, name, *sizes)
        except UserError as error:
            return on_evaluator(str(error))
        wanted = Wanted(_restored, placed.module, name, None, share, None, numbers, in_child=bool(options.CHILD.value),
                        custom_calls=known, donated=checked_donated(function_named(module, name), donated))
        if transport is not None:
            described[name] = backend.dispatch.meetings(placed.module, transport.any_order, backend.target())
        exe = made[name] = make_executable(wanted)
        native = getattr(exe, "native", None)
        if not isinstance(native, NativeProgram):
            return on_evaluator(exe.stats.get("reason") or f"shapes of @{name} are known at calls only")
        programs[name] = GridProgram(native, placed.meetings)
    processes = [programs[name] for name in names]
    fallbacks: list[Operation] = [op for exe in made.values() for op in exe.fallbacks]
    left = [op for own in programs.values() for op in own.native.program.callbacks]
    far = None if apart is None else FarGrid(apart, [p.meetings for p in processes], [described[name] for name in names], sizes,
                                             module, left)
    make = partial(_processes, module, processes, sizes, ChainMap({**known}, CUSTOM_CALLS))  # with what is registered later
    stats = {name: exe.stats for name, exe in made.items()}
    return GridExecutable(module, rows, NativeGrid([processes[k] for k in here], sizes, code, share, make, far), evaluate, stats,
                          {name: exe.kernels for name, exe in made.items()}, fallbacks, time_limit)


def _agree(ranks: Ranks, module: Module, sizes: tuple[int, int], names: Sequence[str]) -> None:
    """Raises in all ranks where one compiles another program, or another grid of it."""
    what = ["compiled code", f"a grid of {sizes[0]} x {sizes[1]}", *(f"@{name}" for name in dict.fromkeys(names))]
    ranks.agree_on(module, what)


def _restored(*_: Any) -> NoReturn:
    raise InputError("the executable of a grid's process cannot be pickled")


def _processes(stated: Module, programs: Sequence[Any], sizes: tuple[int, int], custom_calls: CustomCalls, connect: Any,
               surroundings: Mapping[str, Any]) -> Grid:
    """The processes of a run as the evaluator sees them, for what of their programs runs on it."""
    def process(grid: Grid, replica: int, partition: int) -> Interpreter:
        program = programs[replica * sizes[1] + partition].native.program
        compiled = _module_of(program.callbacks[0]) if program.callbacks else stated
        return Interpreter(compiled, custom_calls, grid, replica, partition, time_limit=surroundings["time_limit"])

    return Grid(*sizes, process, surroundings["infeed"], host_channels=surroundings.get("host_channels", frozenset()),
                connect=connect)


def _module_of(op: Operation) -> Any:
    """The module that an operation is in."""
    while op.parent is not None:
        op = op.parent
    return op
