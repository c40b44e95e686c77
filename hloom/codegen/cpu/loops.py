"""Loop kernels -> LLVM functions.

A kernel becomes `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`: `arguments` are the addresses of its inputs
and outputs, [begin, end) the share of its tasks that this call does. `schedules` says what its loops are. Two shapes of code:

- rows: a task is a point of the prefix, and each stage is a loop nest of its own (`rows`);
- flat: one stage over the prefix, whose last loop runs over vectors (`flat_loops`), or goes as one of the other schedules says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.interleaving import Interleaving, interleaving
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.loop_forms import unrolled_stores
from hloom.codegen.cpu.schedules import Wanted, schedule
from hloom.codegen.cpu.vector_loops import FlattenedKernel
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.picked_lanes import is_near_along
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, Stage, extents
from hloom.codegen.plan.loop_shape import shape_loops
from hloom.codegen.plan.reductions import in_one_stage
from hloom.codegen.target import Target
from hloom.expr.scalar import reads


def emit_loop_kernel(module: LLVMModule, name: str, kernel: LoopKernel, arguments: Sequence[Any], target: Target,
                     is_brief: bool = False, leaving: Collection[Any] = (), is_alone: bool = False,
                     in_place: Collection[Any] | None = None) -> EmittedKernel:
    """Adds the function of `kernel` to `module`; `arguments` lists the values whose addresses it gets, in order. That of a brief
    one is cold. Results that are `leaving` are not read soon, which may be stored past the caches. One worker that `is_alone`
    needs no tasks for others. Results that are `in_place` lie where operands do; any may, if that is None.

    A kernel whose rows between stages no stack holds (`plan.kernels.in_worker_memory`) gets one more address, of memory with a
    part for each worker, after these: whoever calls its function allocates that memory and hands it on.
    """
    flattened = (None if is_brief else _over_rows(target.machine, kernel)) or FlattenedKernel(kernel)
    return schedule(Wanted(module, name, flattened, arguments, target, is_brief, leaving, is_alone, in_place))


def _over_rows(machine: Machine, kernel: LoopKernel) -> FlattenedKernel | None:
    """A kernel of short rows as one of a stage whose vectors run along the rows, if it can be."""
    short = in_one_stage(machine, kernel)
    if short is None:
        return None
    flattened = FlattenedKernel(short)
    (stage,) = flattened.stages
    if not isinstance(stage, Stage):
        return None
    (*outer, last), stores = shape_loops([*short.prefix, *stage.dims], unrolled_stores(machine, stage.stores))
    if prod(extents(stage.dims)) > 1:
        return flattened if isinstance(interleaving(machine, outer, last, stores), Interleaving) else None
    is_near = all(is_near_along(machine, read, last) for store in stores for read in reads(store.scalar))
    return flattened if is_near and last.bounds.upper + 1 >= machine.rows.least_rows_side_by_side else None
