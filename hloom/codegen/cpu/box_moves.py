"""Kernels that only move elements, in short rows: box by box (`boxes`), each in loops over runs of bytes (`run_moves`).

Padding is stored everywhere, in long runs, and what is inside over it. Tasks are parts of the result that stay in the first-level
cache meanwhile. In each box, loops that its accesses walk through as one are merged: it has longer runs than the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.boxes import Box, Range, boxes
from hloom.codegen.cpu.interleaving import Interleaving, interleaving
from hloom.codegen.cpu.kernel_function import EmittedKernel, KernelFunction
from hloom.codegen.cpu.movements import MORE_THAN_MOVES, bytes_in_memory, is_streaming
from hloom.codegen.cpu.run_moves import Contents, Runs, repeated
from hloom.codegen.cpu.vectorisation import crossing_reads
from hloom.codegen.llvm.builder import Value
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Symbol, fresh
from hloom.expr.scalar import Read, reads

#: Bytes of the widest integers.
_WORD = 8


class _Loop(NamedTuple):
    """A loop of a box: how many turns, and bytes from turn to turn in the source (0 for a constant) and in the target."""

    turns: int
    source: int
    target: int
    #: Whether it has so many turns for each value of the loop that tasks cut: how many these are is known when the code runs.
    is_cut: bool = False


class BoxMoves(NamedTuple):
    """Loops of which a task has one point of `shared`, `block` values of `cut`, and all of the others."""

    shared: list[Symbol]
    cut: Symbol
    block: int
    boxes: list[Box]
    size: int


def box_moves(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], target: Target) -> BoxMoves | str:
    """How loops over one store go box by box, if they only move elements and rows are short; or why not."""
    limits = target.machine.box_moves
    if len(stores) != 1 or stores[0].scalar.type.kind == "index":
        return MORE_THAN_MOVES
    if coefficient(stores[0].index[0], last) != 1:
        return "what it stores does not lie side by side along the last loop"
    if is_streaming(stores, last, target):
        return "the result is stored past the caches"
    (store,), loops = stores, [*outer, last]
    found = boxes(target.machine, loops, store)
    if not found:
        return "what it stores is not made of boxes of elements that only move"
    size = store.scalar.type.bytes
    place, block = _cut(target.machine, loops, size)
    made = BoxMoves(loops[:place], loops[place], block, found, size)
    if not all(_is_simple(target.machine, made, box, (last.bounds.upper + 1) * size) for box in found):
        return "rows are long, or runs of elements in a box too short"
    if _touches_many_lines(target.machine, outer, last, store) and not isinstance(crossing_reads(outer, last, stores), str):
        return "tiles touch fewer lines of the cache"
    # What goes backwards counts by its elements here: interleaving turns rows round, too.
    if all(_run(_loops(made, box), size)[0].turns * size < limits.wide_bytes for box in found
           if isinstance(box.store.scalar, Read)):
        parts = interleaving(target.machine, outer, last, stores)
        if (isinstance(parts, Interleaving) and parts.remainder is None
                and parts.quotient.bounds.upper + 1 >= limits.interleaved_rows):
            return "short runs are rather interleaved in registers"
    return made


def _cut(machine: Machine, loops: Sequence[Symbol], size: int) -> tuple[int, int]:
    """The loop that tasks cut, and how many of its values are one task's."""
    limits = machine.box_moves
    counts = extents(loops)
    wanted = min(limits.most_bytes, max(limits.least_bytes, prod(counts) * size // limits.tasks))
    place = max((k for k in range(len(counts)) if prod(counts[k:]) * size >= wanted), default=0)
    return place, min(counts[place], max(1, wanted // (prod(counts[place + 1:]) * size)))


def _is_simple(machine: Machine, moves: BoxMoves, box: Box, row: int) -> bool:
    """Whether elements of a box lie at distances, and its rows are short ones or its runs longer than a row of so many bytes."""
    limits = machine.box_moves
    inside = box.variables[len(moves.shared):]
    if any(coefficient(index, v) is None for index in _indices(box.store) for v in inside):
        return False
    loops = _loops(moves, box)
    if _is_repeated(loops):
        return True
    if _is_backwards(loops, moves.size):  # a run of several rows, or of one for each value of the loop that tasks cut
        length = loops[-1].turns * moves.size
        if length > row or (length == row and loops[-1].is_cut):
            return True
    run, _ = _run(loops, moves.size)
    if run.turns == 1 and not run.is_cut and box.ranges[-1].count > 1:
        return box.ranges[-1].count <= limits.scattered_elements
    return row < limits.short_row_bytes or run.is_cut or run.turns * moves.size > row


def _touches_many_lines(machine: Machine, outer: Sequence[Symbol], last: Symbol, store: Store) -> bool:
    """Whether elements that lie side by side in the source are read in turns of a loop that are far from each other."""
    lines = last.bounds.upper + 1
    for variable in reversed(outer):
        if any(abs(coefficient(read.index[0], variable) or 0) == 1 for read in reads(store.scalar)):
            return lines > machine.box_moves.touched_lines
        lines *= variable.bounds.upper + 1
    return False


def _indices(store: Store) -> list[IndexExpr]:
    return [store.index[0], *([store.scalar.index[0]] if isinstance(store.scalar, Read) else [])]


def _loops(moves: BoxMoves, box: Box) -> list[_Loop]:
    """The loops of a box in a task; neighbours that are walked through as one are one."""
    made: list[_Loop] = []
    cut = box.variables[len(moves.shared)]
    for variable in reversed(box.variables[len(moves.shared):]):
        steps = [moves.size * (coefficient(index, variable) or 0) for index in _indices(box.store)]
        target, source = steps if len(steps) == 2 else (*steps, 0)
        count = variable.bounds.upper + 1
        inner = made[-1] if made else None
        if count == 1 and variable is not cut:
            continue
        if inner is not None and (source, target) == (inner.source * inner.turns, inner.target * inner.turns):
            made.pop()
            count, source, target = (1 if variable is cut else count) * inner.turns, inner.source, inner.target
        elif variable is cut:
            count = 1
        made.append(_Loop(count, source, target, variable is cut))
    return made[::-1]


def _run(loops: Sequence[_Loop], size: int, is_repeated: bool = False) -> tuple[_Loop, list[_Loop]]:
    """The loop along bytes that lie side by side, or are an element again and again, and those around it."""
    if loops and loops[-1].target == size and (is_repeated or loops[-1].source == size):
        return loops[-1], list(loops[:-1])
    return _Loop(1, size, size), list(loops)


def _is_backwards(loops: Sequence[_Loop], size: int) -> bool:
    """Whether the loop along elements that lie side by side goes through those of the source from the last one on."""
    return bool(loops) and (loops[-1].target, loops[-1].source) == (size, -size)


def emit_box_moves(kernel: KernelFunction, moves: BoxMoves) -> EmittedKernel:
    """Emits a kernel's tasks."""
    extent = moves.cut.bounds.upper + 1
    blocks = -(-extent // moves.block)
    block = fresh(blocks)
    with kernel.points([*moves.shared, block]) as point:
        low = kernel.f.mul(point[block], moves.block)
        high = kernel.f.intrinsic("smin", kernel.f.add(low, moves.block), Value("i64", str(extent)))
        for box in moves.boxes:
            _Emitter(kernel, moves, box, point, low, high).emit()
    tasks = prod(extents(moves.shared)) * blocks
    stored = sum(prod(each.count for each in box.ranges) * moves.size for box in moves.boxes)
    return EmittedKernel(kernel.name, tasks, stored / tasks / kernel.f.machine.box_moves.bytes_an_instruction)


class _Emitter:
    """Emits a box in a task."""

    def __init__(self, kernel: KernelFunction, moves: BoxMoves, box: Box, point: Mapping[Any, Value], low: Value,
                 high: Value) -> None:
        self.kernel, self.moves, self.box, self.f = kernel, moves, box, kernel.f
        self.point, self.low, self.high = point, low, high
        self.runs = Runs(kernel.f, kernel.target)

    def emit(self) -> None:
        """The box's share of the task, if it has one."""
        moves, box, f = self.moves, self.box, self.f
        count = len(moves.shared)
        places: dict[Any, Value] = {}
        holds: list[Value] = []
        for variable, k, each in zip(moves.shared, box.variables, box.ranges):
            places[k] = self._place(self.point[variable], variable.bounds.upper + 1, each, holds)
        cut = box.ranges[count]
        first, end = self._cut(self.low, cut), self._cut(self.high, cut)
        places[box.variables[count]] = first
        if box.ranges[count] != Range(0, 1, moves.cut.bounds.upper + 1):
            holds.append(f.compare("slt", first, end))
        places |= dict.fromkeys(box.variables[count + 1:], Value("i64", "0"))
        if not holds:
            self._move(places, f.sub(end, first))
            return
        condition = holds[0]
        for other in holds[1:]:
            condition = f.binary("and", condition, other)
        with f.when(condition):
            self._move(places, f.sub(end, first))

    def _place(self, value: Value, extent: int, each: Range, holds: list[Value]) -> Value:
        """Which value of a range the value of a variable is; adds to the conditions on which it is one."""
        f = self.f
        if each == Range(0, 1, extent):
            return value
        distance = f.sub(value, each.start)
        place = distance
        if each.step > 1:
            place = f.binary("udiv", distance, each.step)
            holds.append(f.compare("eq", f.mul(place, each.step), distance))
        holds.append(f.compare("ult", place, each.count))
        return place

    def _cut(self, bound: Value, each: Range) -> Value:
        """How many values of a range are below a bound."""
        f = self.f
        distance = f.sub(bound, each.start) if each.start else bound
        if each.start:
            distance = f.intrinsic("smax", distance, Value("i64", "0"))
        if each.step > 1:
            distance = f.binary("udiv", f.add(distance, each.step - 1), each.step)
        return f.intrinsic("smin", distance, Value("i64", str(each.count)))

    def _move(self, places: Mapping[Any, Value], count: Value) -> None:
        """All rows, of so many values of the loop that is cut."""
        store, kernel, size = self.box.store, self.kernel, self.moves.size
        loops = _loops(self.moves, self.box)
        with kernel.emitter.scope(places):
            target = self._address(store.target, store.index[0])
            contents = (Contents(self._address(store.scalar.source, store.scalar.index[0])) if isinstance(store.scalar, Read)
                        else repeated(self.f, kernel.target, _integers(store.scalar)))
        if contents.source is not None and _is_repeated(loops):
            unit = min(size, _WORD)
            parts = [self.f.load(f"i{8 * unit}", self.f.address(contents.source, k, "i8"), align=1) for k in range(0, size, unit)]
            contents = repeated(self.f, kernel.target, parts)
        run, around = _run(loops, size, contents.source is None)
        if contents.source is not None and _is_backwards(loops, size):
            run, around, contents = loops[-1], loops[:-1], contents._replace(backwards=size)
        if run.is_cut:
            length = run.turns * size
            self.runs.move_some(contents, target, self.f.mul(count, length), size, self.moves.block * length)
            return
        self._nest(around, run.turns * size, contents, target, count)

    def _address(self, source: Any, index: IndexExpr) -> Value:
        place = self.f.mul(self.kernel.emitter.index(index), self.moves.size)
        return self.f.address(self.kernel.pointer(source), place, "i8")

    def _nest(self, loops: Sequence[_Loop], run: int, contents: Contents, target: Value, count: Value) -> None:
        """Runs of so many bytes in loops."""
        limits = self.f.machine.box_moves
        if not loops:
            self.runs.move(contents, target, run)
            return
        f, (loop, *inside) = self.f, loops

        def turns(number: int, contents: Contents, target: Value) -> None:
            for k in range(number):
                self._nest(inside, run, contents.at(f, k * loop.source), f.address(target, k * loop.target, "i8"), count)

        moves = self.runs.count(run) * prod(each.turns for each in inside)
        if not loop.is_cut and loop.turns * moves <= limits.written_out:
            turns(loop.turns, contents, target)
            return
        unrolled = max(1, min(limits.written_out // (2 * moves), 1 << 2))
        if loop.is_cut:
            count = f.mul(count, loop.turns)
            whole = f.binary("udiv", count, unrolled)
            rest: Value | None = f.binary("urem", count, unrolled)
        else:
            whole = Value("i64", str(loop.turns // unrolled))
            rest = None
        contents, target = self._repeated(whole, loop, unrolled, contents, target, turns)
        if rest is None:
            turns(loop.turns % unrolled, contents, target)
        elif unrolled > 1:
            self._repeated(rest, loop, 1, contents, target, turns)

    def _repeated(self, times: Value, loop: _Loop, unrolled: int, contents: Contents, target: Value,
                  turns: Callable[[int, Contents, Value], None]) -> tuple[Contents, Value]:
        """So many times so many turns of a loop; returns where the next one is."""
        f = self.f
        carried = [target] if contents.source is None else [target, contents.source]
        with f.carrying_loop(0, times, carried) as current:
            place, *source = current.values
            here = contents._replace(source=source[0]) if source else contents
            turns(unrolled, here, place)
            following = [f.address(place, unrolled * loop.target, "i8")]
            current.become(following + [f.address(a, unrolled * loop.source, "i8") for a in source])
        place, *source = current.values
        return (contents._replace(source=source[0]) if source else contents), place


def _is_repeated(loops: Sequence[_Loop]) -> bool:
    """Whether all loops find the same element."""
    return all(loop.source == 0 for loop in loops)


def _integers(literal: Any) -> list[Value]:
    """An element's bytes in memory as one integer, or two."""
    found = bytes_in_memory(literal)
    unit = min(found.nbytes, _WORD)
    return [Value(f"i{8 * unit}", str(int(n))) for n in found.view(f"u{unit}")]
