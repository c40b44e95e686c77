"""Loop kernels -> LLVM functions, by schedules: what their loops can be, in the order in which they are tried.

A kernel becomes `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`: `arguments` are the addresses of its inputs
and outputs, [begin, end) the share of its tasks that this call does. Two shapes of code:

- rows: a task is a point of the prefix, and each stage is a loop nest of its own (`rows`);
- flat: one stage over the prefix, whose last loop runs over vectors (`flat_loops`), or goes as one of the other schedules says.

A row of `SCHEDULES` is a function that looks at a kernel and gives its schedule, or in a few words why the kernel is none of that
kind; the first one that gives a schedule has the kernel. A schedule is a function that emits the kernel. To add one: a file with
what recognises it and what emits it, a function here, and a row, in front of those whose kernels it does better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hloom.codegen.cpu.box_moves import box_moves, emit_box_moves
from hloom.codegen.cpu.column_reductions import column_reduction
from hloom.codegen.cpu.costs import instructions
from hloom.codegen.cpu.flat_loops import FlatKernel
from hloom.codegen.cpu.interleaving import interleaving
from hloom.codegen.cpu.kernel_function import Chosen, EmittedKernel, share_of
from hloom.codegen.cpu.lane_reductions import RunningStage, runs_along
from hloom.codegen.cpu.packed_rows import PackedRows, emit_packed_rows, packed_rows
from hloom.codegen.cpu.rows import RowKernel
from hloom.codegen.cpu.run_moves import emit_run_transposition, run_transposition
from hloom.codegen.cpu.shaping import Nest, ShapedKernel, shaped
from hloom.codegen.cpu.transposes import emit_transposition, transposition
from hloom.codegen.cpu.vectorisation import crossing_reads
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.target import Target
from hloom.support.records import computed_once, dataclass

Schedule = Callable[[], EmittedKernel]


@dataclass(eq=False)
class Wanted:
    """A kernel to be emitted, as `emit_loop_kernel` is told of it."""

    module: LLVMModule
    name: str
    shape: ShapedKernel
    arguments: Sequence[Any]
    target: Target
    is_baseline: bool = False
    streaming_outputs: Collection[Any] = ()
    is_alone: bool = False
    in_place: Collection[Any] | None = None

    @property
    def nest(self) -> Nest:
        """The loops of a kernel of one stage."""
        return self.shape.nest

    @computed_once
    def packed(self) -> PackedRows | str:
        return packed_rows(*self.nest, self.target)

    def flat(self, emit: Callable[[FlatKernel], EmittedKernel], is_cold: bool = False) -> EmittedKernel:
        """A kernel of one stage, with the loops that `emit` makes."""
        kernel = FlatKernel(self.module, self.name, self.shape, self.arguments, self.target, self.is_baseline or is_cold,
                            self.streaming_outputs, self.is_alone, self.in_place)
        made = emit(kernel)
        kernel.f.ret()
        return replace(made, share=share_of(kernel.outermost, made.tasks, self.shape.examples)) if self.shape.apart else made


#: Why schedules do not take a kernel whose tasks are to be those of one example after the other.
_APART = "examples stay apart, as there may be fewer of them"


# -- rows of the table ---------------------------------------------------------------------------------------------------------
def _rows(given: Wanted) -> Schedule | str:
    kernel, (stage, *others) = given.shape.kernel, given.shape.stages
    loops = [] if isinstance(stage, RunningStage) else [*kernel.prefix, *stage.dims]
    if (isinstance(stage, RunningStage) or others or kernel.scratch or not loops
            or not runs_along(given.target.machine, loops[-1], stage.stores)):
        return lambda: RowKernel(given.module, given.name, given.shape, given.arguments, given.target, given.is_baseline,
                                 given.streaming_outputs).emit()
    return "it is one stage, whose vectors can run along its last loop"


def _transpose(given: Wanted) -> Schedule | str:
    outer, last, stores = given.nest
    apart = given.shape.apart
    found = transposition(outer[apart:], last, stores, given.target)
    if isinstance(found, str):
        return found
    found = found._replace(others=[*outer[:apart], *found.others])
    return lambda: given.flat(lambda f: emit_transposition(f, found, given.is_alone))


def _transpose_of_runs(given: Wanted) -> Schedule | str:
    if given.shape.apart:
        return _APART
    found = run_transposition(given.target.machine, *given.nest)
    return found if isinstance(found, str) else lambda: given.flat(lambda f: emit_run_transposition(f, found, given.target))


def _boxes(given: Wanted) -> Schedule | str:
    if given.shape.apart:
        return _APART
    found = box_moves(*given.nest, given.target)
    return found if isinstance(found, str) else lambda: given.flat(lambda f: emit_box_moves(f, found))


def _tiles(given: Wanted) -> Schedule | str:
    outer, last, stores = given.nest
    found = crossing_reads(outer[given.shape.apart :], last, stores)
    return found if isinstance(found, str) else lambda: given.flat(lambda f: f.tiled(*found))


def _columns(given: Wanted) -> Schedule | str:
    outer, last, stores = given.nest
    if given.shape.apart:
        return _APART
    found = column_reduction(stores, outer, last, given.target)
    if isinstance(found, str):
        return found

    def emit(f: FlatKernel) -> EmittedKernel:
        tasks = found.emit(f)
        return EmittedKernel(f.name, tasks, instructions(stores, [*outer, last], given.target) / tasks + found.overhead)

    return lambda: given.flat(emit, found.is_shared)


def _interleaved(given: Wanted) -> Schedule | str:
    if isinstance(given.packed, PackedRows) and not given.packed.reads_along_rows:
        return "its rows are rather packed"
    outer, last, stores = given.nest
    found = interleaving(given.target.machine, outer, last, stores)
    if given.shape.apart and not isinstance(found, str) and found.outer[:1] != outer[:1]:
        return _APART
    return found if isinstance(found, str) else lambda: given.flat(_with_places(lambda f: f.interleaved(found)))


def _packed_rows(given: Wanted) -> Schedule | str:
    found = given.packed
    if given.shape.apart and len(given.nest.outer) < 2:
        return _APART
    return found if isinstance(found, str) else lambda: given.flat(
        _with_places(lambda f: emit_packed_rows(f, found, *given.nest)))


def _vectors(given: Wanted) -> Schedule:
    return lambda: given.flat(_with_places(FlatKernel.vectors))


def _with_places(emit: Callable[[FlatKernel], EmittedKernel]) -> Callable[[FlatKernel], EmittedKernel]:
    """Loops behind what computes their places at once (`gather_indices`)."""
    def made(kernel: FlatKernel) -> EmittedKernel:
        kernel.precompute_indices()
        return emit(kernel)

    return made


class Row(NamedTuple):
    """A kind of schedule: what it is called, what it does, and what finds it."""

    name: str
    meaning: str
    find: Callable[[Wanted], Schedule | str]


SCHEDULES = (
    Row("rows", "tasks are rows, points of the loops around, and each stage has a loop nest of its own", _rows),
    Row("transpose", "tiles of two loops that change places, in registers, through the stack or past the caches", _transpose),
    Row("transpose of runs", "tiles of two loops that change places around short runs", _transpose_of_runs),
    Row("boxes", "elements that only move, in short rows: box by box, by runs of bytes", _boxes),
    Row("tiles", "tiles of two loops: what is read across is transposed in registers", _tiles),
    Row("columns", "a reduction across rows: accumulators of a band of columns in memory", _columns),
    Row("interleaved", "a few stores by turns, which are interleaved in registers", _interleaved),
    Row("packed rows", "rows that fill no register, one behind the other", _packed_rows),
    Row("vectors", "the loops as they are, the last one in vectors", _vectors),
)


def emit_loop_kernel(module: LLVMModule, name: str, kernel: LoopKernel, arguments: Sequence[Any], target: Target,
                     is_baseline: bool = False, streaming_outputs: Collection[Any] = (), is_alone: bool = False,
                     in_place: Collection[Any] | None = None, examples: int = 0) -> EmittedKernel:
    """Adds the function of `kernel` to `module`; `arguments` lists the values whose addresses it gets, in order. In the
    baseline tier it is cold. `streaming_outputs` are not read soon, and may be stored past the caches. One worker that `is_alone`
    needs no tasks for others. Results that are `in_place` lie where operands do; any may, if that is None. Tasks are those of one
    of so many `examples` after the other, if loops go over these first.

    A kernel whose rows between stages no stack holds (`plan.kernels.in_worker_memory`) gets one more address, of memory with a
    part for each worker, after these: whoever calls its function allocates that memory and hands it on.
    """
    shape = shaped(kernel, target, not is_baseline, examples)
    return schedule(Wanted(module, name, shape, arguments, target, is_baseline, streaming_outputs, is_alone, in_place))


def schedule(given: Wanted) -> EmittedKernel:
    """Emits a kernel by the first schedule that takes it; what is emitted says which, and what those before it said."""
    passed = []
    for row in SCHEDULES:
        found = row.find(given)
        if not isinstance(found, str):
            return replace(found(), chosen=Chosen(row.name, row.meaning, tuple(passed), given.shape.told, given.shape.text))
        passed.append((row.name, found))
    raise AssertionError("the last row takes every kernel")
