"""Products of a few vectors with a matrix that is contiguous along n: the matrix's rows are added, each times an element of each
vector.

Pieces of some rows at a time are read as so many streams, in order, by the sums of all vectors with them: these stay in the
second-level cache. A tile of sums in registers would read a line or two of each row, and a page of memory for it, before it comes
to those beside them: on two threads 8x4096 by 4096x4096 f32 takes 0.45 of the time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext

from hloom.codegen.cpu.contraction.arithmetic import llvm_type, stored_bytes
from hloom.codegen.cpu.contraction.emission import element_offset, load_at, moved, number, offset, runs
from hloom.codegen.cpu.contraction.product import TaskFunction
from hloom.codegen.cpu.contraction.spec import Axis
from hloom.codegen.cpu.contraction.vectors import ROWS_COMBINED, VectorProduct, split_task
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import Value, vector, zero

#: Bytes ahead of what is added that lines are asked for, as the processor's own requests end where a page does; and of matrices
#: that stay in the second-level cache, of which none are.
_AHEAD, _NEAR = 1024, 2 << 20


def emit_combination(module: LLVMModule, name: str, p: VectorProduct, workers: int) -> TaskFunction:
    """Emits the kernel of a product that `is_combination`; a task is some columns of all vectors."""
    element, columns, vectors = p.arithmetic.element, p.columns_combined(workers), p.vectors_combined
    size = vectors * p.columns_of_sums(workers)
    together = min(ROWS_COMBINED, max(1, p.k.size))
    _emit_rows(module, f"{name}_rows", p, together)
    rest = p.k.size % together
    if rest:
        _emit_rows(module, f"{name}_last_rows", p, rest)
    _emit_finish(module, f"{name}_finish", p)
    (scratch,) = p.scratch(workers)
    f = module.function(name, PARAMETERS, is_cold=True)
    lhs, rhs, out = p.pointers(f)
    own = f.mul(f.parameters[3], scratch.bytes)
    sums = f.address(f.load("ptr", f.address(f.parameters[0], p.first_scratch, "ptr")), own, "i8")
    factors = f.address(sums, size, element)
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        lead, begin, end = split_task(f, p, task, columns)
        count, at = f.sub(end, begin), [*lead, (p.n, begin)]
        with f.loop(0, size, p.arithmetic.width) as i:
            f.store(zero(vector(element, p.arithmetic.width)), f.address(sums, i, element))
        if p.m.size < vectors:  # vectors that belong to nobody are multiplied, too, but not by what lies there
            with f.loop(0, vectors * together) as i:
                f.store(zero(element), f.address(factors, i, element))

        def add(rows: str, k: Value) -> None:
            where = [*at, (p.k, k)]
            f.call(rows, "void", [
                f.address(lhs, element_offset(f, where, "lhs", p.lhs.offset), llvm_type(p.lhs.type)),
                f.address(rhs, element_offset(f, where, "rhs", p.rhs.offset), llvm_type(p.rhs.type)), sums, factors, count])

        if p.k.size >= together:
            with f.loop(0, p.k.size - rest, together) as k:
                add(f"{name}_rows", k)
        if rest:
            add(f"{name}_last_rows", number(p.k.size - rest))
        with f.loop(0, p.m.size) as i:
            place = f.address(out, element_offset(f, [*at, (p.m, i)], "out"), llvm_type(p.out.type))
            mine = f.address(sums, f.mul(i, p.arithmetic.width), element)
            f.call(f"{name}_finish", "void", [f.parameters[0], mine, place, count, i, *(v for _, v in at)])
    f.ret()
    return TaskFunction(name, math.prod(a.size for a in p.outer) * math.ceil(p.n.size / columns))


def _emit_rows(module: LLVMModule, name: str, p: VectorProduct, rows: int) -> None:
    """Emits `sums[i] += lhs[i, 0] * row 0 + lhs[i, 1] * row 1 + ...` over `count` columns, for each vector i."""
    arithmetic, element, width = p.arithmetic, p.arithmetic.element, p.arithmetic.width
    f = module.function(name, [("ptr", "lhs"), ("ptr", "rhs"), ("ptr", "sums"), ("ptr", "factors"), ("i64", "count")],
                        linkage="internal")
    lhs, rhs, sums, factors, count = f.parameters
    with f.loop(0, p.m.size) if p.m.size > 1 else nullcontext(number(0)) as i:
        scalars = [load_at(f, arithmetic, p.lhs.type, lhs, offset(f, [(i, p.m.lhs)], r * p.k.lhs), 1) for r in range(rows)]
        for r, scalar in enumerate(scalars if p.m.size > 1 else []):
            f.store(scalar, f.address(f.address(factors, f.mul(i, rows), element), r, element))
    is_far = p.n.size * p.k.size * stored_bytes(p.rhs.type) >= _NEAR
    # Of one vector the factors stay in registers; of several each is part of the instruction that multiplies by it.
    splats = [f.splat(scalar, width) for scalar in scalars] if p.m.size == 1 else []
    vectors, group = p.vectors_combined, p.group_combined

    def add(c: Value, active: int) -> None:
        right = [load_at(f, arithmetic, p.rhs.type, rhs, offset(f, [(c, 1)], r * p.k.rhs), width, active) for r in range(rows)]
        with f.loop(0, vectors, group) if group < vectors else nullcontext(number(0)) as first:
            for i in range(group):
                place = f.address(sums, offset(f, [(c, vectors), (first, width)], i * width), element)
                total = f.load(vector(element, width), place)
                for r in range(rows):
                    left = splats[r] if splats else f.splat(f.load(element, f.address(
                        factors, offset(f, [(first, rows)], i * rows + r), element)), width)
                    total = arithmetic.multiply_add(f, left, right[r], total)
                f.store(total, place)

    rest = p.n.size % p.step_combined
    whole = f.binary("and", count, -p.step_combined) if rest else count
    with f.loop(0, whole, p.step_combined) as c:
        for r in range(rows if is_far else 0):
            place = f.address(rhs, offset(f, [(c, 1)], r * p.k.rhs), llvm_type(p.rhs.type))
            f.prefetch(f.address(place, _AHEAD, "i8"), level=2)
        for first in range(0, p.step_combined, width):
            add(offset(f, [(c, 1)], first), width)
    if rest:  # the columns at the end of the last task
        with f.when(f.compare("ne", whole, count)):
            for first in range(0, rest, width):
                add(offset(f, [(whole, 1)], first), min(width, rest - first))
    f.ret()


def _emit_finish(module: LLVMModule, name: str, p: VectorProduct) -> None:
    """Emits the conversion and storing of `count` sums of vector `row`."""
    axes: Sequence[Axis] = [*p.outer, p.n]
    f = module.function(name, [("ptr", "arguments"), ("ptr", "sums"), ("ptr", "out"), ("i64", "count"), ("i64", "row"),
                               *(("i64", f"i{i}") for i in range(len(axes)))], linkage="internal")
    _, sums, out, count, row = f.parameters[:5]
    at = list(zip(axes, f.parameters[5:], strict=True))

    def store(c: Value, width: int) -> None:
        lane = f.binary("and", c, p.arithmetic.width - 1)
        place = f.address(sums, offset(f, [(f.sub(c, lane), p.vectors_combined), (lane, 1)]), p.arithmetic.element)
        total = f.load(vector(p.arithmetic.element, width), place)
        value = p.stored(f, total, [*moved(f, at, p.n, c), (p.m, row)], width)
        f.store(value, f.address(out, offset(f, [(c, p.n.out)]), llvm_type(p.out.type)))

    width = p.arithmetic.width if p.n.out == 1 else 1
    width = min(width, p.epilogue_width) if p.epilogue else width
    runs(f, count, width, store, whole=p.n.size % width == 0)
    f.ret()
