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
    from hloom.runtime.grid import GridProgram, NativeGrid
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
    sizes, known = (len(rows), len(rows[0])), all_custom_calls(custom_calls, callbacks)
    workers = checked_threads(threads) or options.THREADS.value
    load_runtime()
    with importing():
        from hloom.runtime.grid_executable import GridExecutable

    evaluate = partial(evaluate_grid, module, num_replicas=sizes[0], num_partitions=sizes[1], function=rows, custom_calls=known,
                       transport=transport)
    making = _Making(module, names, sizes, workers, numbers, known, transport, donated)
    try:
        native = making.native()
    except _LeftToEvaluatorError as reason:
        operations = [op for name in dict.fromkeys(names) for op in module.functions[name].body.block.operations[:-1]]
        return GridExecutable(module, rows, None, evaluate, {"reason": str(reason)}, {}, operations, time_limit)
    made = making.executables
    stats, kernels = ({name: getattr(exe, of) for name, exe in made.items()} for of in ("stats", "kernels"))
    return GridExecutable(module, rows, native, evaluate, stats, kernels, [op for exe in made.values() for op in exe.fallbacks],
                          time_limit)


class _LeftToEvaluatorError(Exception):
    """Why the evaluator runs a grid."""


class _Making:
    """The compiled processes of a grid on their way: one executable for each function, whatever the number of processes."""

    def __init__(self, module: Module, names: Sequence[str], sizes: tuple[int, int], workers: int, numbers: tuple[bool, bool],
                 custom_calls: CustomCalls, transport: Ranks | None, donated: Sequence[int]) -> None:
        self._module, self._names, self._sizes, self._numbers, self._known = module, names, sizes, numbers, custom_calls
        self._transport, self._donated, self._backend = transport, donated, cpu()
        self._here = range(len(names)) if transport is None else transport.here(len(names))
        self._share = max(workers // len(self._here), 1)
        #: The executables of the functions, by their names; what MPI may do of the meetings of each.
        self.executables: dict[str, Executable] = {}
        self._described: dict[str, Sequence[Any]] = {}

    def native(self) -> NativeGrid:
        """What runs the processes that are here. Raises _LeftToEvaluatorError where one cannot be compiled."""
        with importing():
            from hloom.runtime.grid import NativeGrid
            from hloom.runtime.grid_far import FarGrid

        code = self._backend.dispatch.grid(self._backend.target())
        if len(self._names) > 1 and code.parking == "none":
            raise _LeftToEvaluatorError("this system has no threads that wait in native code")
        apart = self._transport if self._transport is not None and self._transport.size > 1 else None
        if apart is not None:
            _agree(apart, self._module, self._sizes, self._names)
        # In all ranks, also those that run another one: what processes meet for concerns all.
        programs = {name: self._compiled(name) for name in dict.fromkeys(self._names)}
        processes = [programs[name] for name in self._names]
        left = [op for own in programs.values() for op in own.native.program.callbacks]
        far = None if apart is None else FarGrid(apart, [p.meetings for p in processes],
                                                 [self._described[name] for name in self._names], self._sizes, self._module, left)
        known = ChainMap({**self._known}, CUSTOM_CALLS)  # with what is registered later
        make = partial(_processes, self._module, processes, self._sizes, known)
        return NativeGrid([processes[k] for k in self._here], self._sizes, code, self._share, make, far)

    def _compiled(self, name: str) -> GridProgram:
        """What the processes of a function run."""
        with importing():
            from hloom.passes.on_grid import on_grid
            from hloom.runtime.grid import GridProgram
            from hloom.runtime.native import NativeProgram

        try:
            placed = on_grid(self._module, name, *self._sizes)
        except UserError as error:
            raise _LeftToEvaluatorError(str(error)) from None
        wanted = Wanted(_restored, placed.module, name, None, self._share, None, self._numbers,
                        in_child=bool(options.CHILD.value), custom_calls=self._known,
                        donated=checked_donated(function_named(self._module, name), self._donated))
        if self._transport is not None:
            self._described[name] = self._backend.dispatch.meetings(placed.module, self._transport.any_order,
                                                                    self._backend.target())
        made = self.executables[name] = make_executable(wanted)
        native = getattr(made, "native", None)
        if not isinstance(native, NativeProgram):
            raise _LeftToEvaluatorError(made.stats.get("reason") or f"shapes of @{name} are known at calls only")
        return GridProgram(native, placed.meetings)


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
