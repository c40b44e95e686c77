"""Passes of transforms -> an LLVM function."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hloom.codegen.cpu.fft.driver import DrivenPass, is_called, is_driven
from hloom.codegen.cpu.fft.emitter import PassEmitter
from hloom.codegen.cpu.fft.plan import Pass, RowPairs
from hloom.codegen.cpu.fft.real_rows import RowPairsEmitter
from hloom.codegen.cpu.fft.tables import LongTable
from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target


def emit_kernel(module: LLVMModule, name: str, passes: Sequence[Pass | RowPairs], in_place: bool,
                target: Target) -> EmittedKernel:
    """Adds `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`.

    The task of one pass is a group of lanes; that of several is a row, whose numbers a worker keeps between them. The arguments
    are the source, unless the pass is `in_place`, the target, the tables of each pass and the scratch memory of all workers.
    """
    places = _places(passes, in_place)
    stay = [start == goal for start, goal in pairwise(places)]
    transforms = [(one, in_its_place) for one, in_its_place in zip(passes, stay) if isinstance(one, Pass)]
    are_driven = all(is_driven(one, target, in_its_place) for one, in_its_place in transforms)
    f = module.function(name, PARAMETERS, is_cold=all(is_called(one, target, in_its_place) for one, in_its_place in transforms))
    slots, begin, end, worker = f.parameters
    counts = [len(tables_of(one, target)) for one in passes]
    pointers = [f.value("ptr", f"load ptr, {f.address(slots, k, 'ptr')}") for k in range(3 + sum(counts) - in_place)]
    source, to, *tables, scratch = pointers[:1] * in_place + pointers
    own = f.address(scratch, f.mul(worker, scratch_bytes(passes, target)), "i8")
    row, own = own, f.address(own, row_bytes(passes), "i8")
    starts = {"source": source, "row": row, "target": to}
    parts: list[PassEmitter | DrivenPass | RowPairsEmitter] = []
    for number, (one, (start, goal), count) in enumerate(zip(passes, pairwise(places), counts)):
        ends, own_tables = (starts[start], starts[goal]), [tables.pop(0) for _ in range(count)]
        if isinstance(one, RowPairs):
            parts.append(RowPairsEmitter(f, one, *ends, own_tables[0], target))
        else:
            part = PassEmitter(f, one, *ends, own_tables, own, target, start == goal)
            parts.append(DrivenPass(part, f"{name}_numbers{number}") if are_driven else part)
    if not are_driven:  # LLVM takes longest for these
        module.include(*(each.library for part in parts if isinstance(part, PassEmitter) for each in part.stages))
    if len(parts) > 1:
        with f.loop(begin, end) as outer:
            for part in parts:
                part.emit(outer, _i64(0), _i64(part.groups))
    elif isinstance(parts[0], DrivenPass):
        groups = parts[0].groups
        parts[0].emit(f.binary("udiv", begin, groups), f.binary("urem", begin, groups), f.sub(end, begin))
    else:
        groups = parts[0].groups
        with f.loop(begin, end) as task:
            parts[0].emit(f.binary("udiv", task, groups), f.binary("urem", task, groups), _i64(1))
    if any(part.streams is not None for part in parts if not isinstance(part, RowPairsEmitter)):
        f.emit("fence seq_cst")  # such stores are not in order with others
    f.ret()
    outer = next(one.rows if isinstance(one, RowPairs) else one.outer for one in passes)
    if len(parts) == 1:
        return EmittedKernel(name, outer * parts[0].groups, parts[0].cost)
    return EmittedKernel(name, outer, sum(part.groups * part.cost for part in parts))


def _places(passes: Sequence[Pass | RowPairs], in_place: bool) -> list[str]:
    """Where numbers are before each pass and behind the last one: between passes they are a row, but what follows from transforms
    of pairs does so where these are."""
    is_behind = len(passes) > 1 and isinstance(passes[-1], RowPairs)
    between = ["row"] * (len(passes) - 1 - is_behind) + ["target"] * is_behind
    return ["target" if in_place else "source", *between, "target"]


def tables_of(one: Pass | RowPairs, target: Target) -> list[np.ndarray | LongTable]:
    """What a pass reads besides its source."""
    long = one.long_table(one.width(target.lanes(one.bits))) if isinstance(one, Pass) else None
    return [one.table] if long is None else [one.table, long]


def row_bytes(passes: Sequence[Pass | RowPairs]) -> int:
    """Bytes of the numbers between passes of a kernel."""
    length = max(one.row_length for one in passes)
    return -(-length * 2 * passes[0].bits // 8 // 64) * 64 if len(passes) > 1 else 0


def scratch_bytes(passes: Sequence[Pass | RowPairs], target: Target) -> int:
    """Bytes of one worker's memory."""
    widths = [(one, one.width(target.lanes(one.bits))) for one in passes if isinstance(one, Pass)]
    return row_bytes(passes) + max((one.scratch(width) for one, width in widths), default=0)


def _i64(value: int) -> Value:
    return Value("i64", str(value))
