"""Runs of bytes that lie side by side, moved or filled by unaligned loads and stores: the last one overlaps the one before it.

Nothing outside a run is touched, and no mask is needed: a run of 11 bytes is two moves of 8. Elements may
come the other way round, and runs may change places (`emit_run_transposition`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.kernel_function import EmittedKernel, KernelFunction
from hloom.codegen.cpu.movements import AT_NO_STEPS, LINE_BYTES, MORE_THAN_MOVES
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import bits_of, vector
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol
from hloom.expr.scalar import Read

#: The widest moves by integers, in bytes.
_WORD = 8


class Contents(NamedTuple):
    """What a run gets: the bytes from an address on, or in place of these an element again and again, by the bytes of a move.

    Where elements of so many bytes are `backwards`, the address is that of the last one, which comes first.
    """

    source: Value | None
    repeated: Mapping[int, Value] = {}
    backwards: int = 0

    def at(self, f: Function, offset: Value | int) -> Contents:
        """What a run gets whose source begins so many bytes later: a multiple of the elements'."""
        return self if self.source is None else self._replace(source=f.address(self.source, offset, "i8"))

    def behind(self, f: Function, done: Value) -> Contents:
        """What is left of a run behind so many of its bytes, a multiple of the elements'."""
        return self.at(f, f.sub(Value("i64", "0"), done) if self.backwards else done)

    def load(self, f: Function, offset: int, width: int) -> Value:
        """So many bytes of a run from so many on: a power of two of elements."""
        if self.source is None:
            return self.repeated[width]
        place = f.address(self.source, self.backwards - offset - width if self.backwards else offset, "i8")
        if not width > self.backwards > 0:
            return f.load(f"i{8 * width}" if width <= _WORD else vector("i8", width), place, align=1)
        if self.backwards == 1 and width <= _WORD:
            return f.intrinsic("bswap", f.load(f"i{8 * width}", place, align=1))
        unit = min(self.backwards, _WORD)
        parts, count = self.backwards // unit, width // unit
        found = f.load(vector(f"i{8 * unit}", count), place, align=1)
        return f.shuffle(found, None, [k + part for k in range(count - parts, -1, -parts) for part in range(parts)])


def repeated(f: Function, target: Target, parts: Sequence[Value]) -> Contents:
    """An element again and again; its parts are one integer of its size, or two if that is 16 bytes."""
    type, found, size = parts[0].type, {}, sum(bits_of(part.type) for part in parts) // 8
    width = size
    while width <= max(size, target.vector_bytes):
        lanes = width // size
        if len(parts) == 1:
            found[width] = f.splat(parts[0], lanes)
        else:
            pair = f.insert(f.insert(Value(vector(type, 2), "poison"), parts[0], 0), parts[1], 1)
            found[width] = f.shuffle(pair, None, [0, 1] * lanes)
        width *= 2
    return Contents(None, found)


class Runs:
    """Moves runs at the end of `f`."""

    def __init__(self, f: Function, target: Target) -> None:
        self.f, self._widest = f, target.vector_bytes

    def count(self, size: int) -> int:
        """How many moves a run of so many bytes is."""
        return -(-size // self._width(size))

    def move(self, contents: Contents, target: Value, size: int) -> None:
        """A run of so many bytes to `target`."""
        run_moves = self.f.machine.run_moves
        if size <= run_moves.most_moves * self._widest:
            for offset, width in self._pieces(size):
                self._move(contents, target, offset, width)
            return
        if size >= run_moves.long_bytes and contents.source is not None and not contents.backwards:
            self.f.copy_bytes(target, contents.source, size)
            return
        turn = run_moves.turn * self._widest
        with self.f.loop(0, size // turn * turn, turn) as offset:
            here = contents.behind(self.f, offset), self.f.address(target, offset, "i8")
            for k in range(0, turn, self._widest):
                self._move(*here, k, self._widest)
        done = size // turn * turn
        for offset in range(done, size, self._widest):
            self._move(contents, target, min(offset, size - self._widest), self._widest)

    def move_some(self, contents: Contents, target: Value, size: Value, unit: int, most: int) -> None:
        """The same of a number of bytes that is known when the code runs, at `most` so many and a multiple of `unit`, which an
        element's is, too."""
        run_moves = self.f.machine.run_moves
        f = self.f
        if contents.source is not None and most >= run_moves.long_bytes and not contents.backwards:
            f.copy_bytes(target, contents.source, size)
            return
        low = Value("i64", "0")
        for width in dict.fromkeys((run_moves.turn * self._widest, self._widest, max(unit, _WORD), unit)):
            high = f.sub(size, width - 1)
            last = f.variable(low)
            with f.loop(low, high, width) as offset:
                self.move(contents.behind(f, offset), f.address(target, offset, "i8"), width)
                f.set(last, f.add(offset, width))
            low = f.get(last)

    def _pieces(self, size: int) -> list[tuple[int, int]]:
        """Where the moves of a run begin, and how wide they are."""
        width = self._width(size)
        return [(place, width) for place in (*range(0, size - width, width), size - width)]

    def _width(self, size: int) -> int:
        return min(self._widest, 1 << size.bit_length() - 1)

    def _move(self, contents: Contents, target: Value, offset: int, width: int) -> None:
        self.f.store(contents.load(self.f, offset, width), self.f.address(target, offset, "i8"), align=1)


# -- run transposes ------------------------------------------------------------------------------------------------------------
# Transposes of runs: pixels of an image, say, whose elements stay side by side while rows and columns change places.
#
# What is no unit that registers hold side by side (3 bytes, 12, 20) is moved one by one, by squares of about a line of the
# cache a row: so lines of source and target are used up while the first-level cache holds them. Each square goes through the
# stack, from where pieces of target rows are stored at once. A run is one move of the next power of two bytes, where what it
# brings along lies in another row of the source, and is overwritten by the run that follows it; the last one is moved exactly
# (`run_moves`).


class RunTransposition(NamedTuple):
    """A kernel that only moves runs of elements along `last`, side by side along `down` in the target and along `across` in the
    source, where the first of them is the one at `first`: forwards or backwards."""

    store: Store
    read: Read
    others: list[Symbol]
    across: Symbol
    down: Symbol
    last: Symbol
    first: int
    #: Elements from one step of `down` to the next in the source, and from run to run of a source row in the target.
    source_stride: int
    target_stride: int


def run_transposition(machine: Machine, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store]) -> RunTransposition | str:
    """What loops over one store transpose, if they do only that with short runs, and there is enough of it for squares; or why
    not."""
    run_moves = machine.run_moves
    if len(stores) != 1 or not isinstance(stores[0].scalar, Read):
        return MORE_THAN_MOVES
    (store,) = stores
    read: Any = store.scalar
    count = last.bounds.upper + 1
    size = read.type.bytes
    if count * size >= LINE_BYTES or any(coefficient(access.index[0], last) != 1 for access in (store, read)):
        return "what the last loop moves is no run that is shorter than a line of the cache"
    if prod(extents([*outer, last])) * size < run_moves.least_bytes:
        return "there are too few runs for squares of them"
    if any(coefficient(access.index[0], v) is None for access in (store, read) for v in outer):
        return AT_NO_STEPS
    steps = {v: [coefficient(access.index[0], v) or 0 for access in (store, read)] for v in outer
             if v.bounds.upper + 1 >= run_moves.side}
    for down in steps:
        for across, (target_stride, step) in steps.items():
            source_stride = steps[down][1]
            if (steps[down][0], abs(step)) == (count, count) and target_stride and abs(source_stride) > count:
                others, first = [v for v in outer if v not in (down, across)], 0 if step > 0 else across.bounds.upper
                stride = target_stride if step > 0 else -target_stride
                return RunTransposition(store, read, others, across, down, last, first, source_stride, stride)
    return "no two loops change places"


def emit_run_transposition(kernel: KernelFunction, found: RunTransposition, target: Target) -> EmittedKernel:
    """Emits a kernel's tasks: bands of source rows by pieces of their columns."""
    return _Emitter(kernel, found, target).emit()


class _Emitter:
    def __init__(self, kernel: KernelFunction, found: RunTransposition, target: Target) -> None:
        run_moves = target.machine.run_moves
        self.kernel, self.found, self.f, self.runs = kernel, found, kernel.f, Runs(kernel.f, target)
        self.size = found.read.type.bytes
        self.run = (found.last.bounds.upper + 1) * self.size
        #: Bytes from row to row.
        self.stride, self.target_stride = found.source_stride * self.size, found.target_stride * self.size
        wide = 1 << (self.run - 1).bit_length()
        #: Bytes that a move may take: those behind a run are another row's or the next run's, but for a square's last row.
        self.wide = wide if wide <= target.vector_bytes and self.stride + self.run >= wide else self.run
        #: Rows and columns of the source, and of a square.
        self.rows, self.columns = extents([found.down, found.across])
        self.height, self.width = (min(extent, max(run_moves.side, LINE_BYTES // self.run))
                                   for extent in (self.rows, self.columns))
        #: A square's pieces of target rows.
        self.pitch = -(-self.height * self.run // LINE_BYTES) * LINE_BYTES + LINE_BYTES
        self.pieces = self.f.slot("i8", self.width * self.pitch)

    def emit(self) -> EmittedKernel:
        run_moves = self.f.machine.run_moves
        f, found, kernel = self.f, self.found, self.kernel
        block = min(self.columns, self.width * run_moves.squares)
        blocks, bands, points = -(-self.columns // block), -(-self.rows // self.height), prod(extents(found.others))
        with f.loop(*f.parameters[1:3]) as task, kernel.emitter.scope():
            mine = f.binary("urem", task, blocks * bands)
            start = {found.across: Value("i64", str(found.first))} | {v: Value("i64", "0") for v in (found.down, found.last)}
            with kernel.emitter.scope({**kernel.point(found.others, f.binary("udiv", task, blocks * bands)), **start}):
                source, target = (self._at(kernel.pointer(base), kernel.emitter.index(access.index[0]), self.size)
                                  for base, access in ((found.read.source, found.read), (found.store.target, found.store)))
            top = self._within(f.mul(f.binary("udiv", mine, blocks), self.height), self.rows, self.height)
            source, target = self._at(source, top, self.stride), self._at(target, top, self.run)
            low = f.mul(f.binary("urem", mine, blocks), block)
            high = f.intrinsic("smin", f.add(low, block), Value("i64", str(self.columns)))
            with f.loop(low, high, self.width) as k:
                column = self._within(k, self.columns, self.width)
                self._square(self._at(source, column, self.run), self._at(target, column, self.target_stride))
        return EmittedKernel(kernel.name, points * blocks * bands, run_moves.move * self.height * block)

    def _square(self, source: Value, target: Value) -> None:
        """The square that begins here: into pieces of target rows, and these to where they belong. Meanwhile lines of these, and
        of the next square, are asked for."""
        f, length = self.f, self.height * self.run
        with f.loop(0, self.width) as column:
            goal, row = self._at(target, column, self.target_stride), self._at(source, column, self.stride)
            for k in range(0, length + LINE_BYTES - 1, LINE_BYTES):
                f.prefetch(f.address(goal, k, "i8"), is_written=True)
                f.prefetch(f.address(row, self.width * self.run + k, "i8"))
            self._column(self._at(source, column, self.run), self._at(self.pieces, column, self.pitch))
        with f.loop(0, self.width) as column:
            piece = Contents(self._at(self.pieces, column, self.pitch))
            self.runs.move(piece, self._at(target, column, self.target_stride), length)

    def _column(self, source: Value, piece: Value) -> None:
        """The runs of a source column side by side."""
        run_moves = self.f.machine.run_moves
        f = self.f
        with f.loop(0, self.height, run_moves.side) as k:
            first = self._within(k, self.height, run_moves.side)
            here, there = self._at(source, first, self.stride), self._at(piece, first, self.run)
            for number in range(run_moves.side):
                size = self.run if number == run_moves.side - 1 else self.wide
                self.runs.move(Contents(f.address(here, number * self.stride, "i8")), f.address(there, number * self.run, "i8"),
                               size)

    def _within(self, index: Value, extent: int, count: int) -> Value:
        """The first of so many rows or columns that end with the last one at most."""
        return index if extent % count == 0 else self.f.intrinsic("smin", index, Value("i64", str(extent - count)))

    def _at(self, base: Value, index: Value, stride: int) -> Value:
        return self.f.address(base, self.f.mul(index, stride), "i8")
