"""Products of a few vectors with a matrix that is contiguous along n: the matrix's rows are added, each times an element of each
vector.

Pieces of some rows at a time are read as so many streams, in order, by the sums of all vectors with them: these stay in the
second-level cache. A tile of sums in registers would read a line or two of each row, and a page of memory for it, before it comes
to those beside them: on two threads 8x4096 by 4096x4096 f32 takes 0.45 of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from hloom.codegen.cpu.contraction.arithmetic import Active, Arithmetic, llvm_type, stored_bytes
from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.cpu.contraction.emission import Indices, element_offset, load_at, moved, number, offset, runs, shared_name
from hloom.codegen.cpu.contraction.product import TaskFunction
from hloom.codegen.cpu.contraction.vectors import VectorProduct, split_task
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.memory_accesses import lanes_below
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import lanes, vector
from hloom.support.records import dataclass


def emit_row_gemv(module: LLVMModule, name: str, p: VectorProduct, workers: int) -> TaskFunction:
    """Emits the kernel of a product that `is_row_gemv`; a task is some columns of all vectors."""
    element, columns, vectors = p.arithmetic.element, p.columns_combined(workers), p.vectors_combined
    size = vectors * p.columns_of_sums(workers)
    together = min(p.machine.vectors.rows_combined, max(1, p.k.size))
    rest = p.k.size % together
    added = {rows: _include_rows(module, p, rows) for rows in (together, rest) if rows}
    finish = _sums_finish(module, f"{name}_finish", p)
    (scratch,) = p.scratch(workers)
    f = module.function(name, PARAMETERS, is_cold=True)
    lhs, rhs, out = p.pointers(f)
    own = f.mul(f.parameters[3], scratch.bytes)
    sums = f.address(f.load("ptr", f.address(f.parameters[0], p.first_scratch, "ptr")), own, "i8")
    factors = f.address(sums, size, element)
    own_vectors, all_vectors = p.vectors(f), p.padded_vectors(f)
    numbers = [own_vectors, *map(number, (p.m.lhs, p.k.lhs, p.k.rhs)), all_vectors]
    blocks = p.k.size // together
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        lead, begin, end = split_task(f, p, task, columns)
        count, at = f.sub(end, begin), [*lead, (p.n, begin)]
        f.clear_bytes(sums, size * p.arithmetic.bytes if not p.has_fewer else f.mul(
            all_vectors, p.columns_of_sums(workers) * p.arithmetic.bytes))
        if p.m.size < vectors or p.has_fewer:  # vectors that belong to nobody are multiplied, too, but not by what lies there
            f.clear_bytes(factors, vectors * together * p.arithmetic.bytes)

        def add(rows: int, blocks: int, k: int) -> None:
            where = [*at, (p.k, number(k))]
            f.call_outside(added[rows], "void", [
                f.address(lhs, element_offset(f, where, "lhs", p.lhs.offset), llvm_type(p.lhs.type)),
                f.address(rhs, element_offset(f, where, "rhs", p.rhs.offset), llvm_type(p.rhs.type)), sums, factors, count,
                number(blocks), *numbers])

        if blocks:
            add(together, blocks, 0)
        if rest:
            add(rest, 1, blocks * together)
        with f.loop(0, own_vectors) as i:
            place = f.address(out, element_offset(f, [*at, (p.m, i)], "out"), llvm_type(p.out.type))
            mine = f.address(sums, f.mul(i, p.arithmetic.width), element)
            finish(f, [mine, place, count, all_vectors], [*at, (p.m, i)])
    f.ret()
    return p.task_function(name, columns)


@dataclass(frozen=True)
class _GemvTemplate:
    """What the code depends on that adds so many rows to the sums of vectors, of which a turn takes a group."""

    arithmetic: Arithmetic
    lhs: Stored
    rhs: Stored
    rows: int
    group: int
    #: Whether there is one vector, whose elements stay in registers, and whether there are several groups.
    is_single: bool
    has_groups: bool
    #: Columns of a turn.
    step: int
    #: Whether the matrix comes from memory, and lines are asked for.
    is_far: bool
    #: Columns behind the last whole turn of the last task; None where there are masks, and the code finds out.
    rest: int | None


def _include_rows(module: LLVMModule, p: VectorProduct, rows: int) -> str:
    """The name of a shared routine's `void @name(...)` that adds rows; see `_ROWS_PARAMETERS`."""
    has_masks = module.target is not None and module.target.has_masks
    is_far = p.n.size * p.k.size * stored_bytes(p.rhs.type) >= p.machine.vectors.near_bytes
    template = _GemvTemplate(
        p.arithmetic, p.lhs.type, p.rhs.type, rows, p.group_combined, p.m.size == 1, p.group_combined < p.vectors_combined,
        p.step_combined, is_far, None if has_masks else p.n.size % p.step_combined)
    name = shared_name("combined", template)
    module.include(SharedRoutine(_emit_rows, module.target, name, template))
    return name


#: Addresses, columns, how many times so many rows there are, vectors, distances of these, of their elements and of the matrix's
#: rows, and vectors with those that belong to nobody.
_ROWS_PARAMETERS = (*(("ptr", name) for name in ("lhs", "rhs", "sums", "factors")), *(("i64", name) for name in (
    "count", "blocks", "own_vectors", "vector_distance", "element_distance", "row_distance", "vectors")))


def _emit_rows(module: LLVMModule, name: str, template: _GemvTemplate) -> None:
    """Emits `sums[i] += lhs[i, 0] * row 0 + lhs[i, 1] * row 1 + ...` over `count` columns, for each vector i."""
    f = module.function(name, _ROWS_PARAMETERS)
    first_lhs, first_rhs, _, _, _, blocks, _, _, element_distance, row_distance, _ = f.parameters
    with f.carrying_loop(0, blocks, [first_lhs, first_rhs]) as block:
        lhs, rhs = block.values
        _add_rows(f, template, lhs, rhs)
        block.become([f.address(place, f.mul(distance, template.rows), llvm_type(stored)) for place, distance, stored in (
            (lhs, element_distance, template.lhs), (rhs, row_distance, template.rhs))])
    f.ret()


def _add_rows(f: Function, template: _GemvTemplate, lhs: Value, rhs: Value) -> None:
    """Adds the rows from `rhs` on, each times the elements of the vectors from `lhs` on."""
    arithmetic, element, width, rows = template.arithmetic, template.arithmetic.element, template.arithmetic.width, template.rows
    sums, factors, count, _, own_vectors, vector_distance, element_distance, row_distance, vectors = f.parameters[2:]
    with f.loop(0, own_vectors) if not template.is_single else nullcontext(number(0)) as i:
        mine = f.address(lhs, f.mul(i, vector_distance), llvm_type(template.lhs))
        scalars = [load_at(f, arithmetic, template.lhs, mine, f.mul(element_distance, r), 1) for r in range(rows)]
        for r, scalar in enumerate(scalars if not template.is_single else []):
            f.store(scalar, f.address(f.address(factors, f.mul(i, rows), element), r, element))
    # Of one vector the factors stay in registers; of several each is part of the instruction that multiplies by it.
    splats = [f.splat(scalar, width) for scalar in scalars] if template.is_single else []
    lines = [f.address(rhs, f.mul(row_distance, r), llvm_type(template.rhs)) for r in range(rows)]

    def add(c: Value, active: Active) -> None:
        right = [load_at(f, arithmetic, template.rhs, line, c, width, active) for line in lines]
        with f.loop(0, vectors, template.group) if template.has_groups else nullcontext(number(0)) as first:
            for i in range(template.group):
                place = f.address(sums, offset(f, [(first, width)], f.add(f.mul(c, vectors), i * width)), element)
                total = f.load(vector(element, width), place)
                for r in range(rows):
                    left = splats[r] if splats else f.splat(f.load(element, f.address(
                        factors, offset(f, [(first, rows)], i * rows + r), element)), width)
                    total = arithmetic.multiply_add(f, left, right[r], total)
                f.store(total, place)

    whole = f.binary("and", count, -template.step)
    with f.loop(0, whole, template.step) as c:
        for line in lines if template.is_far else []:
            f.prefetch(f.address(f.address(line, c, llvm_type(template.rhs)), f.machine.vectors.ahead_bytes, "i8"), level=2)
        for first in range(0, template.step, width):
            add(offset(f, [(c, 1)], first), width)
    if template.rest != 0:  # the columns at the end of the last task
        for first in range(0, template.step if template.rest is None else template.rest, width):
            start = offset(f, [(whole, 1)], first)
            with f.when(f.compare("ult", start, count)):
                rest = lanes_below(f, f.sub(count, start), width) if template.rest is None else min(width, template.rest - first)
                add(start, rest)


def _sums_finish(module: LLVMModule, name: str, p: VectorProduct) -> Callable[[Function, list[Value], Indices], Value]:
    """Emits, or includes as a shared routine, the conversion and storing of `count` sums of a vector; gives what calls it with
    the addresses of sums and result, `count`, and how many vectors there are. `at` are the indices of the first, for an
    epilogue."""
    width = p.arithmetic.width if p.n.out == 1 else 1
    numbers = [number(p.n.out)]
    if p.epilogue is None:
        content = p.arithmetic, p.out.type, width, p.n.size % width == 0
        routine = shared_name("stored", *content)
        module.include(SharedRoutine(_emit_stores, module.target, routine, *content))
        return lambda f, given, at: f.call_outside(routine, "void", [*given, *numbers])
    axes, epilogue = [*p.outer, p.n, p.m], p.epilogue
    f = module.function(name, [("ptr", "arguments"), *_STORES_PARAMETERS, *(("i64", f"i{i}") for i in range(len(axes)))],
                        linkage="internal")
    given, indices = f.parameters[1:][:len(_STORES_PARAMETERS)], f.parameters[1:][len(_STORES_PARAMETERS):]
    at = list(zip(axes, indices, strict=True))
    width = min(width, p.epilogue_width)
    _emit_sums(f, given, p.arithmetic, p.out.type, width, p.n.size % width == 0,
               lambda sums, c: epilogue(f, sums, moved(f, at, p.n, c), lanes(sums.type)))
    return lambda f, given, at: f.call(name, "void", [f.parameters[0], *given, *numbers, *(v for _, v in at)])


#: Addresses, how many there are, vectors whose sums lie side by side, and the distance of columns in the result.
_STORES_PARAMETERS = (("ptr", "sums"), ("ptr", "out"), ("i64", "count"), ("i64", "vectors"), ("i64", "column_out"))


def _emit_stores(module: LLVMModule, name: str, arithmetic: Arithmetic, out: Stored, width: int, is_whole: bool) -> None:
    f = module.function(name, _STORES_PARAMETERS)
    _emit_sums(f, f.parameters, arithmetic, out, width, is_whole, lambda sums, c: arithmetic.narrow(f, out, sums))


def _emit_sums(f: Function, parameters: Sequence[Value], arithmetic: Arithmetic, out_type: Stored, width: int, is_whole: bool,
               stored: Callable[[Value, Value], Value]) -> None:
    """Emits the body of what stores `count` sums, `width` at a time; `stored(sums, c)` makes what is stored from column c on."""
    sums, out, count, vectors, column_out = parameters

    def store(c: Value, width: int) -> None:
        lane = f.binary("and", c, arithmetic.width - 1)
        place = f.address(sums, f.add(f.mul(f.sub(c, lane), vectors), lane), arithmetic.element)
        value = stored(f.load(vector(arithmetic.element, width), place), c)
        f.store(value, f.address(out, f.mul(c, column_out) if width == 1 else c, llvm_type(out_type)))

    runs(f, count, width, store, whole=is_whole)
    f.ret()
