"""Products with a vector, or a few: bound by the speed at which the matrix comes from memory, so it is read once, in order.

Two kernels, by the matrix's layout. A dot takes a few rows that are contiguous along k and forms their products with the vectors;
if these are not contiguous, they are gathered first. A row GEMV takes a matrix that is contiguous along n and adds its rows,
each times an element of each vector (`row_gemv`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.arithmetic import Active, Arithmetic, llvm_type, stored_bytes
from hloom.codegen.cpu.contraction.dots import Stored
from hloom.codegen.cpu.contraction.emission import (
    Indices,
    element_offset,
    load_at,
    minimum,
    moved,
    number,
    offset,
    remaining,
    shared_name,
)
from hloom.codegen.cpu.contraction.product import EpilogueHook, Operand, Scratch, TaskFunction
from hloom.codegen.cpu.contraction.spec import Axis, Examples, leads, size_of, unravel
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.memory_accesses import lanes_below
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import lanes, vector
from hloom.codegen.machine import Machine
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Gathered:
    """Where vectors come from that are gathered, and their axes there: batch, m, k."""

    source: Operand
    axes: tuple[Axis, ...]


@dataclass(frozen=True)
class VectorProduct:
    """A product whose left operand has few rows, over merged axes: at most one axis each of m and k, any of n."""

    batch: tuple[Axis, ...]
    m: Axis
    n_outer: tuple[Axis, ...]
    n: Axis
    k: Axis
    lhs: Operand
    rhs: Operand
    out: Operand
    arithmetic: Arithmetic
    epilogue: EpilogueHook | None
    #: Lanes for which the epilogue may be called.
    epilogue_width: int
    first_scratch: int
    most_vectors: int
    #: Sums of a tile of a dot, at most.
    most_sums: int
    #: Vectors of a row GEMV, at most.
    most_combined: int
    machine: Machine
    #: What batch or m goes over where there may be fewer.
    examples: Examples | None = None
    #: Where `lhs` is scratch memory, to which the vectors are gathered by a kernel of its own.
    gathered: Gathered | None = None
    #: Vectors of a tile or of a group; 0: as many as fit, evenly.
    together: int = 0

    @property
    def has_fewer(self) -> bool:
        """Whether launches say how many vectors they have."""
        return self.examples is not None and not self.examples.is_batch

    def vectors(self, f: Function) -> Value:
        """How many vectors a launch has."""
        return self.examples.extent(f, self.m) if self.has_fewer else number(self.m.size)  # type: ignore[union-attr]

    def share(self, tasks: int) -> tuple[int, int, int] | None:
        """How many of so many tasks there are for fewer examples (`EmittedKernel.share`)."""
        if self.examples is None:
            return None
        if self.has_fewer:  # of which each task does some columns
            return tasks, 1, self.examples.most
        return (tasks // self.examples.most, 1, 1) if leads(self.batch) else None

    def task_function(self, name: str, columns: int) -> TaskFunction:
        """The kernel of this name, of which a task does so many columns."""
        tasks = math.prod(a.size for a in self.outer) * math.ceil(self.n.size / columns)
        return TaskFunction(name, tasks, self.share(tasks))

    def of_heights(self) -> dict[int, VectorProduct]:
        """The product by the vectors of its tiles or groups: it alone, or where launches say how many vectors there are, such
        that all tiles of any launch have as many (`Product.of_heights`)."""
        if self.examples is None or not self.has_fewer:
            return {0: self}
        counts = self.examples.counts(self.m, self.examples.most)
        return {height: replace(self, together=height) for height in sorted({even(n, self.most_together) for n in counts})}

    @property
    def most_together(self) -> int:
        """Vectors of a tile or of a group, at most."""
        return self._most_of_a_tile if self.is_dot else self.machine.vectors.most_of_a_group

    @property
    def is_dot(self) -> bool:
        return not self.not_dot

    @property
    def not_dot(self) -> str:
        """Why it is not made by dots."""
        if not self.k.lhs == 1 == self.k.rhs or not (self.n.rhs != 1 or self.n.size == 1):
            return "its operands do not both lie along the terms"
        if self.m.size > self.most_vectors:
            return f"it has {self.m.size} rows, and at most {self.most_vectors} are made like that"
        return ""

    @property
    def _most_of_a_tile(self) -> int:
        """Vectors that were gathered are in one tile, so that rows are read once."""
        limits = self.machine.vectors
        return (self.most_vectors if self.gathered is not None
                else min(limits.most_vectors, self.most_sums // limits.most_rows))

    @property
    def tile(self) -> tuple[int, int]:
        """Vectors and rows of a tile of a dot. Of rows that come from memory there are several, which are read side by side."""
        limits = self.machine.vectors
        vectors = self.together or even(self.m.size, self._most_of_a_tile)
        is_far = self.n.size * self.k.size * stored_bytes(self.rhs.type) >= self.machine.caches.uncached_bytes // 2
        most = limits.most_sums if is_far else self.most_sums
        fitting = (limits.most_rows_of_one if vectors == 1 else limits.most_rows if vectors * limits.most_rows <= most
                   else limits.most_rows // 2)
        return vectors, min(self.n.size, fitting)

    @property
    def is_row_gemv(self) -> bool:
        return not self.not_row_gemv

    @property
    def not_row_gemv(self) -> str:
        """Why the matrix's rows are not added up."""
        if self.m.size > self.most_combined:
            return f"it has {self.m.size} rows, and at most {self.most_combined} are made like that"
        if self.n.rhs != 1:
            return "the matrix does not lie along the columns"
        return "" if self.n.size >= self.arithmetic.width else f"{self.n.size} columns fill no register"

    def text(self) -> str:
        """What a task does."""
        size = f"{self.m.size} x {self.k.size} by {self.k.size} x {self.n.size}"
        if self.is_row_gemv and not self.is_dot:
            return f"{size}: {min(self.machine.vectors.rows_combined, max(1, self.k.size))} rows of the matrix at a time"
        vectors, rows = self.tile
        return f"{size}: {vectors} x {rows} sums at a time"

    @property
    def outer(self) -> tuple[Axis, ...]:
        return (*self.batch, *self.n_outer)

    def columns(self, multiple: int, workers: int) -> int:
        """Steps of n that a task takes."""
        vectors = self.machine.vectors
        outer = math.prod(a.size for a in self.outer)
        blocks = min(math.ceil(vectors.tasks_per_worker * workers / outer),
                     max(1, self.n.size * max(self.k.size, 1) // vectors.smallest_task))
        units = math.ceil(self.n.size / multiple)
        return math.ceil(units / min(units, blocks)) * multiple

    @property
    def step_combined(self) -> int:
        """Columns of a turn of a row GEMV's loop: a line of the matrix, but no more than two registers."""
        width = self.arithmetic.width
        return 2 * width if LINE_BYTES // stored_bytes(self.rhs.type) > width else width

    def columns_combined(self, workers: int) -> int:
        """Columns that a row GEMV's task takes: whole lines of sums and whole turns, a task for each worker or more."""
        vectors = self.machine.vectors
        multiple = max(LINE_BYTES // self.arithmetic.bytes, self.step_combined)
        even = math.ceil(workers / math.prod(a.size for a in self.outer))
        most = max(vectors.sums_combined // self.m.size, vectors.columns_combined)
        blocks = math.ceil(self.n.size / most / even) * even
        blocks = min(blocks, max(1, self.n.size * max(self.k.size, 1) // vectors.smallest_task))
        return math.ceil(self.n.size / (blocks * multiple)) * multiple

    @property
    def group_combined(self) -> int:
        """Vectors to which a turn of a row GEMV's loop adds rows."""
        return self.together or even(self.m.size, self.machine.vectors.most_of_a_group)

    @property
    def vectors_combined(self) -> int:
        """Vectors that a row GEMV has sums for, whole groups: those beyond the product's own belong to nobody."""
        return -(-self.m.size // self.group_combined) * self.group_combined

    def padded_vectors(self, f: Function) -> Value:
        """The vectors of a launch, in whole groups."""
        if not self.has_fewer:
            return number(self.vectors_combined)
        group = self.group_combined
        return f.mul(f.binary("udiv", f.add(self.vectors(f), group - 1), group), group)

    def scratch(self, workers: int) -> tuple[Scratch, ...]:
        """The buffers that the kernels need: the gathered vectors; for a row GEMV, the sums of a task's columns."""
        if self.gathered is not None:
            return (Scratch(size_of(self.gathered.axes) * self.arithmetic.bytes, per_worker=False),)
        if self.is_dot:
            return ()
        vectors = self.vectors_combined if not self.has_fewer else self.m.size + self.machine.vectors.most_of_a_group
        sums = vectors * (self.columns_of_sums(workers) + self.machine.vectors.rows_combined)
        return (Scratch(-(-sums * self.arithmetic.bytes // 64) * 64, per_worker=True),)

    def columns_of_sums(self, workers: int) -> int:
        """Columns that the sums of a row GEMV's task have room for: whole registers. Sums lie register by register, for each
        those of all vectors one after the other, as they are made: with rows of sums some distance apart, a processor asks ahead
        for those that another worker is making. Behind them all are the factors of the rows that are added at a time."""
        unit = max(LINE_BYTES // self.arithmetic.bytes, self.arithmetic.width)
        return -(-self.columns_combined(workers) // unit) * unit

    def stored(self, f: Function, sums: Value, at: Indices, width: int) -> Value:
        if self.epilogue is not None:
            return self.epilogue(f, sums, at, width)
        return self.arithmetic.narrow(f, self.out.type, sums)

    def pointers(self, f: Function) -> list[Value]:
        return [f.load("ptr", f.address(f.parameters[0], o.argument, "ptr")) for o in (self.lhs, self.rhs, self.out)]


def even(count: int, most: int) -> int:
    """Of how many each part is of the fewest that there can be of `most` at most, all alike but for the last."""
    return math.ceil(count / math.ceil(count / most))


def emit_gathering(module: LLVMModule, name: str, p: VectorProduct, gathered: Gathered) -> TaskFunction:
    """Emits the kernel that copies the vectors to where they are contiguous; a task is one of them."""
    f = module.function(name, PARAMETERS, is_cold=p.k.size < module.machine.vectors.long)
    source, goal = (f.load("ptr", f.address(f.parameters[0], o.argument, "ptr")) for o in (gathered.source, p.lhs))
    *outer, k = gathered.axes
    type = llvm_type(p.lhs.type)
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        index = unravel(f, task, [a.size for a in outer])
        first = element_offset(f, list(zip(outer, index, strict=True)), "lhs", gathered.source.offset)
        place = f.mul(task, k.size)
        with f.loop(0, k.size) as i:
            element = f.load(type, f.address(source, offset(f, [(i, k.lhs)], first), type))
            f.store(element, f.address(goal, f.add(place, i), type))
    f.ret()
    return TaskFunction(name, size_of(outer), p.share(size_of(outer)) if p.examples is not None and p.examples.is_batch else None)


def split_task(f: Function, p: VectorProduct, task: Value, columns: int) -> tuple[Indices, Value, Value]:
    """The indices along the outer axes, and the range of columns of a task."""
    index = unravel(f, task, [*(a.size for a in p.outer), math.ceil(p.n.size / columns)])
    first = offset(f, [(index[-1], columns)])
    return list(zip(p.outer, index[:-1], strict=True)), first, f.add(first, remaining(f, first, columns, p.n.size))


def emit_dot(module: LLVMModule, name: str, p: VectorProduct, workers: int) -> TaskFunction:
    """Emits the kernel of a product that `is_dot`; a task is some columns of all vectors."""
    rows = p.tile[1]
    emit_tiles = _dot_tiles(module, f"{name}_dot", p)
    f = module.function(name, PARAMETERS, is_cold=True)
    lhs, rhs, out = p.pointers(f)
    columns, vectors = p.columns(rows if not p.has_fewer else p.machine.vectors.most_rows, workers), p.vectors(f)
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        lead, begin, end = split_task(f, p, task, columns)

        def places(at: Indices) -> list[Value]:
            return [f.address(base, element_offset(f, at, name, operand.offset), llvm_type(operand.type))
                    for base, name, operand in ((lhs, "lhs", p.lhs), (rhs, "rhs", p.rhs), (out, "out", p.out))]

        emit_tiles(f, places, lead, begin, end, vectors)
    f.ret()
    return p.task_function(name, columns)


@dataclass(frozen=True)
class _DotTemplate:
    """What the code of a tile of a dot depends on: the dot products of some vectors with some rows of the matrix."""

    arithmetic: Arithmetic
    lhs: Stored
    rhs: Stored
    out: Stored
    vectors: int
    rows: int
    #: Products of each sum behind the last whole vector; None where there are masks, and the code finds out.
    rest: int | None
    #: Whether the sums of a vector lie side by side in the result, and whether all of them are stored each time.
    is_dense: bool
    is_whole: bool


#: `(f, places, lead, begin, end, vectors)` emits what computes the columns from `begin` to `end` of so many vectors, where `lead`
#: are the indices of outer axes, and `places` gives the addresses of operands and result at indices.
_EmitTiles = Callable[[Function, Callable[[Indices], list[Value]], Indices, Value, Value, Value], None]


def _dot_tiles(module: LLVMModule, name: str, p: VectorProduct) -> _EmitTiles:
    """Includes the dot products of tiles as a shared routine or, with an epilogue, emits those of one tile."""
    vectors, rows = p.tile
    has_masks = module.target is not None and module.target.has_masks
    template = _DotTemplate(p.arithmetic, p.lhs.type, p.rhs.type, p.out.type, vectors, rows,
                            None if has_masks else p.k.size % p.arithmetic.width, p.n.out == 1 and rows <= p.epilogue_width,
                            p.epilogue is None or p.n.size % rows == 0)
    numbers = [number(n) for n in (p.k.size, p.m.lhs, p.n.rhs, p.m.out, p.n.out)]
    if p.epilogue is not None:
        return _own_tiles(module, name, p, template, numbers, p.epilogue)
    routine = shared_name("dots", template)
    module.include(SharedRoutine(_emit_dots, module.target, routine, template))

    def emit(f: Function, places: Callable[[Indices], list[Value]], lead: Indices, begin: Value, end: Value,
             count: Value) -> None:
        given = [f.sub(end, begin), f.sub(number(p.n.size - rows), begin), count]
        f.call_outside(routine, "void", [*places([*lead, (p.n, begin)]), *given, *numbers])

    return emit


def _own_tiles(module: LLVMModule, name: str, p: VectorProduct, template: _DotTemplate, numbers: Sequence[Value],
               epilogue: EpilogueHook) -> _EmitTiles:
    """Those of a product with an epilogue, which stores each element once: a tile is told its first vector and row that are."""
    axes = [*p.outer, p.m, p.n]
    f = module.function(name, [("ptr", "arguments"), *_DOT_PARAMETERS, *(("i64", f"i{i}") for i in range(len(axes)))],
                        linkage="internal")
    given, indices = f.parameters[1:][:len(_DOT_PARAMETERS)], f.parameters[1:][len(_DOT_PARAMETERS):]
    at = list(zip(axes, indices, strict=True))
    _emit_dot_tile(f, given, template, lambda sums, i, j: epilogue(
        f, sums, moved(f, moved(f, at, p.n, j), p.m, i), lanes(sums.type)))
    f.ret()

    def emit(f: Function, places: Callable[[Indices], list[Value]], lead: Indices, begin: Value, end: Value,
             count: Value) -> None:
        with f.loop(begin, end, template.rows) as column, f.loop(0, count, template.vectors) as row:
            # The last tile is moved back to be full.
            start = column if p.n.size % template.rows == 0 else minimum(f, column, p.n.size - template.rows)
            top = row if p.m.size % template.vectors == 0 and not p.has_fewer else minimum(f, row, f.sub(count, template.vectors))
            at = [*lead, (p.m, top), (p.n, start)]
            given = [*places(at), f.sub(row, top), f.sub(column, start)]
            f.call(name, "void", [f.parameters[0], *given, *numbers, *(v for _, v in at)])

    return emit


_PLACES = (("ptr", "lhs"), ("ptr", "rhs"), ("ptr", "out"))
#: Products of each sum, and distances: of vectors, of rows, and of both in the result.
_NUMBERS = tuple(("i64", name) for name in ("depth", "vector_distance", "row_distance", "vector_out", "row_out"))
#: What a tile is told: also the first vector and row that are stored.
_DOT_PARAMETERS = (*_PLACES, ("i64", "top"), ("i64", "first"), *_NUMBERS)


def _emit_dots(module: LLVMModule, name: str, template: _DotTemplate) -> None:
    """Emits the tiles of `count` rows of all vectors; none begins behind the row `last`."""
    f = module.function(name, [*_PLACES, *(("i64", name) for name in ("count", "last", "vectors")), *_NUMBERS])
    lhs, rhs, out, count, last, vectors, *numbers = f.parameters
    _, vector_distance, row_distance, vector_out, row_out = numbers
    most = f.sub(vectors, template.vectors)
    with f.loop(0, count, template.rows) as column, f.loop(0, vectors, template.vectors) as row:
        start, top = f.intrinsic("smin", column, last), f.intrinsic("smin", row, most)
        place = f.add(f.mul(top, vector_out), f.mul(start, row_out))
        places = [f.address(lhs, f.mul(top, vector_distance), llvm_type(template.lhs)),
                  f.address(rhs, f.mul(start, row_distance), llvm_type(template.rhs)),
                  f.address(out, place, llvm_type(template.out))]
        _emit_dot_tile(f, [*places, number(0), number(0), *numbers], template,
                       lambda sums, i, j: template.arithmetic.narrow(f, template.out, sums))
    f.ret()


def _emit_dot_tile(f: Function, parameters: Sequence[Value], template: _DotTemplate,
                   stored: Callable[[Value, Value, Value], Value]) -> None:
    """Emits the body of a tile of a dot; `stored(sums, i, j)` makes what is stored of the sums of vector i from row j on."""
    arithmetic, vectors, rows = template.arithmetic, template.vectors, template.rows
    width, type = arithmetic.width, vector(arithmetic.element, arithmetic.width)
    lhs, rhs, out, top, first, depth, vector_distance, row_distance, vector_out, row_out = parameters
    pairs = [(i, j) for i in range(vectors) for j in range(rows)]
    sums = [f.variable(zero(type)) for _ in pairs]
    lines = [[f.address(base, f.mul(distance, i), llvm_type(stored)) for i in range(count)] for base, distance, stored, count in (
        (lhs, vector_distance, template.lhs, vectors), (rhs, row_distance, template.rhs, rows))]

    def step(k: Value, active: Active) -> None:
        left = [load_at(f, arithmetic, template.lhs, line, k, width, active) for line in lines[0]]
        for j, line in enumerate(lines[1]):
            right = load_at(f, arithmetic, template.rhs, line, k, width, active)
            for i in range(vectors):
                total = sums[i * rows + j]
                f.set(total, arithmetic.multiply_add(f, left[i], right, f.get(total)))

    whole = f.binary("and", depth, -width)
    with f.loop(0, whole, width) as k:
        step(k, width)
    if template.rest is None:
        with f.when(f.compare("ult", whole, depth)):
            step(whole, lanes_below(f, f.sub(depth, whole), width))
    elif template.rest:
        step(whole, template.rest)
    totals, are_together = f.slot(arithmetic.element, len(pairs)), rows in (2, 4, 8) and rows <= width
    if are_together:
        for i in range(vectors):
            found = arithmetic.reduce_each(f, [f.get(total) for total in sums[i * rows : (i + 1) * rows]])
            f.store(found, f.address(totals, i * rows, arithmetic.element))
    else:
        for n, total in enumerate(sums):
            f.store(arithmetic.reduce(f, f.get(total)), f.address(totals, n, arithmetic.element))

    def one_by_one() -> None:
        with f.loop(top, vectors) as i, f.loop(first, rows) as j:
            total = f.load(arithmetic.element, f.address(totals, offset(f, [(i, rows), (j, 1)]), arithmetic.element))
            place = f.address(out, f.add(f.mul(i, vector_out), f.mul(j, row_out)), llvm_type(template.out))
            f.store(stored(total, i, j), place)

    def together() -> None:
        with f.loop(top, vectors) as i:
            found = f.load(vector(arithmetic.element, rows), f.address(totals, f.mul(i, rows), arithmetic.element))
            f.store(stored(found, i, number(0)), f.address(out, f.mul(i, vector_out), llvm_type(template.out)))

    if not template.is_dense or not are_together:
        one_by_one()
    elif template.is_whole:
        together()
    else:
        f.if_else(f.compare("eq", first, 0), together, one_by_one)
