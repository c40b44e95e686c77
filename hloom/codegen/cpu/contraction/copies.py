"""The innermost loops of packing, each a function of its own, compiled with care and shared where equal."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from hloom.codegen.cpu.contraction.arithmetic import Active, Arithmetic, llvm_type, store_lanes, stored_bytes
from hloom.codegen.cpu.contraction.dots import Group, Stored, unit_of
from hloom.codegen.cpu.contraction.emission import load_at, number, offset, runs, shared_name
from hloom.codegen.cpu.movements import LINE_BYTES
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.memory_accesses import lanes_below
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.codegen.llvm.types import bits_of


class Rows(NamedTuple):
    """Runs beside each other: how many there are, and how many elements of source and goal it is from one to the next."""

    count: Value
    source: int
    goal: int


class RunCopy:
    """A function that copies elements along one axis, converting them to the accumulator's type; with `has_rows`, such runs of
    several rows.

    It is a shared routine, `void @name(ptr source, ptr goal, i64 length, i64 stride, i64 pitch, i64 rows, i64 source_row, i64
    goal_row)` with the distances of elements and of rows. Adjacent elements of one row that are not converted need no function:
    the C library copies them, which takes longer for short rows.
    """

    def __init__(self, module: LLVMModule, arithmetic: Arithmetic, type: Stored, strides: tuple[int, int], multiple: int = 1,
                 has_rows: bool = False) -> None:
        """`strides` are those of source and goal; `multiple` divides every length that the function will be called with."""
        self.strides = strides
        self.bytes = bits_of(arithmetic.element) // 8
        is_run = strides == (unit_of(type), 1)
        self.is_plain = is_run and llvm_type(type) == arithmetic.element and not has_rows
        if not self.is_plain:
            form = arithmetic, type, is_run, is_run and multiple % arithmetic.width == 0
            self.name = shared_name("copy", *form)
            module.include(SharedRoutine(_emit_runs, module.target, self.name, *form))

    def call(self, f: Function, source: Value, goal: Value, length: Value | int, rows: Rows | None = None) -> None:
        length = length if isinstance(length, Value) else number(length)
        if self.is_plain:
            f.copy_bytes(goal, source, f.mul(length, self.bytes))
        else:
            count, *distances = rows or (number(1), 0, 0)
            f.call_outside(self.name, "void", [source, goal, length, *map(number, self.strides), count, *map(number, distances)])


def _emit_runs(module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, is_run: bool, is_whole: bool) -> None:
    """A copy of rows of elements: from and to adjacent ones (`is_run`), of whole vectors only (`is_whole`)."""
    f = module.function(name, [("ptr", "source"), ("ptr", "goal"), *(
        ("i64", name) for name in ("length", "stride", "pitch", "rows", "source_row", "goal_row"))])
    source, goal, length, stride, pitch, rows, source_row, goal_row = f.parameters
    width, has_masks = arithmetic.width, module.target is not None and module.target.has_masks
    whole = length if is_whole or not has_masks else f.binary("and", length, -width)
    rest = f.sub(length, whole)
    mask = lanes_below(f, rest, width) if is_run and has_masks and not is_whole else None

    def move(i: Value, width: int) -> None:
        found = load_at(f, arithmetic, type, source, offset(f, [(i, unit_of(type))]), width)
        f.store(found, f.address(goal, i, arithmetic.element))

    with f.carrying_loop(0, rows, [source, goal]) as carried:
        source, goal = carried.values
        if not is_run:
            with f.loop(0, length) as i:
                f.store(load_at(f, arithmetic, type, source, f.mul(i, stride), 1),
                        f.address(goal, f.mul(i, pitch), arithmetic.element))
        else:
            runs(f, whole, width, move, whole=is_whole or mask is not None)
            if mask is not None:
                with f.when(f.compare("ne", rest, 0)):
                    first = offset(f, [(whole, unit_of(type))])
                    found = load_at(f, arithmetic, type, source, first, width, rest if isinstance(type, Group) else mask)
                    store_lanes(f, found, f.address(goal, whole, arithmetic.element), mask)
        carried.become([f.address(source, source_row, llvm_type(type)), f.address(goal, goal_row, arithmetic.element)])
    f.ret()


class RowCopy:
    """Copies rows of `columns` elements, converting them to the accumulator's type. What is behind a row, up to the next one,
    belongs to nobody: rows take whole vectors where these fit.

    It is a shared routine: `void @name(ptr source, ptr goal, i64 length, i64 stride, i64 pitch, i64 last, i64 step)` for `length`
    rows, `stride` elements apart, which come to lie `pitch` apart; of the last vector of each so many elements count, which the
    code knows unless there are masks; neighbours of groups lie `step` apart. With `asks_ahead`, as many rows that follow are
    asked for meanwhile: they are copied in a later call, and may come from memory.
    """

    def __init__(self, module: LLVMModule, arithmetic: Arithmetic, type: Stored, columns: int, stride: int, pitch: int,
                 asks_ahead: bool = False) -> None:
        rest = columns % arithmetic.width
        self.numbers = stride, pitch, rest, type.step if isinstance(type, Group) else 1
        if isinstance(type, Group) and type.step != 1:
            type = replace(type, step=0)  # which is an argument
        has_masks = module.target is not None and module.target.has_masks
        # The last vector of a row is stored whole where there is room.
        form = (arithmetic, type, columns - rest, None if has_masks and rest else rest,
                columns + -columns % arithmetic.width <= pitch, asks_ahead)
        self.name = shared_name("rows", *form)
        module.include(SharedRoutine(_emit_rows, module.target, self.name, *form))

    def call(self, f: Function, source: Value, goal: Value, length: Value) -> None:
        f.call_outside(self.name, "void", [source, goal, length, *map(number, self.numbers)])


def _emit_rows(module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, whole: int, rest: int | None, has_room: bool,
               asks_ahead: bool) -> None:
    """For so many columns in whole vectors and `rest` more; None if the code is told."""
    element, width = arithmetic.element, arithmetic.width
    f = module.function(name, [("ptr", "source"), ("ptr", "goal"), *(
        ("i64", name) for name in ("length", "stride", "pitch", "last", "step"))])
    source, goal, length, stride, pitch, last, step = f.parameters
    mask = lanes_below(f, last, width) if rest is None else None
    #: What is loaded and what is stored of each vector.
    counts: list[tuple[Active, Active]] = [(width, width)] * (whole // width)
    if mask is not None:
        counts.append((last if isinstance(type, Group) else mask, width if has_room else mask))
    elif rest:
        counts.append((rest, width if has_room else rest))
    following = f.mul(length, stride)
    with f.carrying_loop(0, length, [source, goal]) as carried:
        row, place = carried.values
        if asks_ahead:
            later = f.address(row, following, llvm_type(type))
            for c in range(0, whole + (width if rest is None else rest), LINE_BYTES // stored_bytes(type)):
                f.prefetch(f.address(later, c, llvm_type(type)), level=2)
        for c, (loaded, stored) in zip(range(0, len(counts) * width, width), counts, strict=True):
            value = arithmetic.load(f, type, f.address(row, c, llvm_type(type)), width, loaded, step)
            store_lanes(f, value, f.address(place, c, element), stored)
        carried.become([f.address(row, stride, llvm_type(type)), f.address(place, pitch, element)])
    f.ret()


class ColumnCopy:
    """Copies columns to rows of a panel, converting elements to the accumulator's type; columns are contiguous, or nothing is.

    It is a shared routine: `void @name(ptr source, ptr goal, i64 length, i64 columns, i64 step, i64 stride, i64 pitch)` for
    `columns` of `length` elements, `step` apart, `stride` from one column to the next; rows come to lie `pitch` apart.
    """

    def __init__(self, module: LLVMModule, arithmetic: Arithmetic, type: Stored, columns: int, strides: tuple[int, int],
                 pitch: int, multiple: int) -> None:
        """`strides` are those of elements and columns; `multiple` divides every length that the function will be called with."""
        step, side = strides[0], 16 // arithmetic.bytes
        is_square = step == unit_of(type) and side <= 4
        form = arithmetic, type, is_square, is_square and multiple % side == 0
        self.numbers = columns, *strides, pitch
        self.name = shared_name("columns", *form)
        module.include(SharedRoutine(_emit_columns, module.target, self.name, *form))

    def call(self, f: Function, source: Value, goal: Value, length: Value) -> None:
        f.call_outside(self.name, "void", [source, goal, length, *map(number, self.numbers)])


def _emit_columns(module: LLVMModule, name: str, arithmetic: Arithmetic, type: Stored, is_square: bool, is_whole: bool) -> None:
    """The function of a `ColumnCopy`: by squares that are transposed in registers where columns are contiguous (`is_square`),
    which leave no rows over if it `is_whole`."""
    element, stored, side = arithmetic.element, llvm_type(type), 16 // arithmetic.bytes
    f = module.function(name, [("ptr", "source"), ("ptr", "goal"), *(
        ("i64", name) for name in ("length", "columns", "step", "stride", "pitch"))])
    source, goal, length, columns, step, stride, pitch = f.parameters

    def place(k: Value, c: Value) -> Value:
        return f.address(f.address(goal, f.mul(k, pitch), element), c, element)

    def copy(k: Value, c: Value) -> None:
        f.store(load_at(f, arithmetic, type, source, f.add(f.mul(k, step), f.mul(c, stride)), 1), place(k, c))

    if not is_square:
        with f.loop(0, length) as k, f.loop(0, columns) as c:
            copy(k, c)
        f.ret()
        return
    whole, steps = f.binary("and", columns, -side), length if is_whole else f.binary("and", length, -side)
    # All squares of a column's line, one after the other: it may not stay in the cache until all columns are done.
    line = LINE_BYTES // stored_bytes(type)
    with f.loop(0, steps, line) as low, f.loop(0, whole, side) as c:
        column = f.address(source, f.mul(c, stride), stored)
        later = f.address(column, f.mul(f.add(low, module.machine.packing.lines_ahead * line), unit_of(type)), stored)
        for i in range(side):
            f.prefetch(f.address(later, f.mul(stride, i), stored), level=2)
        with f.loop(low, f.intrinsic("smin", f.add(low, line), steps), side) as k:
            first, row = f.address(column, f.mul(k, unit_of(type)), stored), place(k, c)
            for i, value in enumerate(_load_transposed(f, arithmetic, type, first, stride, side)):
                f.store(value, f.address(row, f.mul(pitch, i), element))
    # What is left: the last columns of the first rows, then the last rows.
    with f.loop(0, steps) as k, f.loop(whole, columns) as c:
        copy(k, c)
    if not is_whole:
        with f.loop(steps, length) as k, f.loop(0, columns) as c:
            copy(k, c)
    f.ret()


def _load_transposed(f: Function, arithmetic: Arithmetic, type: Stored, base: Value, stride: Value, side: int) -> list[Value]:
    """`side` vectors of `side` elements, the i-th of the elements i, i + stride, i + 2 * stride, ... from `base` on.

    A square is loaded by rows and transposed in registers of 128 bits, which every processor does in one instruction a
    step (wider registers would need several, and make longer code): interleaving rows i and i + side / 2 rotates the
    bits of a position (row, column) by one, until both have changed places.
    """
    rows = [load_at(f, arithmetic, type, base, f.mul(stride, i), side) for i in range(side)]
    half = side // 2
    low, high = ([start + i // 2 + (side if i % 2 else 0) for i in range(side)] for start in (0, half))
    for _ in range(side.bit_length() - 1):
        rows = [f.shuffle(rows[i // 2], rows[i // 2 + half], high if i % 2 else low) for i in range(side)]
    return rows
