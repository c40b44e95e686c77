"""Transposes: elements that lie beside each other in the source go to different rows of the target, and the other way round.

They are done by tiles (`transpose_tiles`); what is left over, by tiles that overlap others. How they follow each other depends on
what the caches hold:

- Narrow blocks of source columns are walked down, so that a target row is written piece by piece while it is in the cache.
- Large results whose rows begin at lines of the cache are stored past the caches, along the source rows, which come from memory
  as so many streams, by two tiles below each other: memory takes two lines beside each other as it takes one. Streams are more
  than the processor follows by itself, so that what comes next in each is asked for.
- Where the target's rows are short and follow each other, some of them are put together on the stack, and stored past the caches
  as one piece.
- Others go by blocks through the stack, where a target row of a block becomes one piece, of which whole lines are stored,
  wherever they begin. What there is of a line at the end of a piece waits for the block below. That is for large results whose
  rows begin anywhere, and for such whose rows lie a power of two apart: these share their places in the first-level cache, which
  holds a dozen of them, and no more lines can be on their way to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.costs import moving_instructions
from hloom.codegen.cpu.kernel_function import EmittedKernel, KernelFunction
from hloom.codegen.cpu.movements import AT_NO_STEPS, MORE_THAN_MOVES, stores_lines
from hloom.codegen.cpu.nontemporal_stores import store_nontemporal
from hloom.codegen.cpu.register_transpose import LANE, LINE, LaneTile, LineTile, Tile
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.types import vector
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, interval_of
from hloom.expr.scalar import Read


class Transposition(NamedTuple):
    """A kernel that only moves elements: contiguous along `last` in the target and along `across` in the source, where the first
    of its columns is the one at `first`: forwards or backwards."""

    store: Store
    read: Read
    others: list[Symbol]
    across: Symbol
    last: Symbol
    first: int
    #: Elements from row to row in the source, and from column to column in the target.
    source_stride: int
    target_stride: int


def transposition(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], target: Target) -> Transposition | str:
    """What loops over one store transpose, if they do only that and there is enough of it for tiles; or why not."""
    if len(stores) != 1 or not isinstance(stores[0].scalar, Read):
        return MORE_THAN_MOVES
    (store,) = stores
    read: Any = store.scalar
    size = read.type.bytes
    columns = LANE // size
    if columns == 0 or last.bounds.upper + 1 < target.vector_bytes // size:
        return "elements are too wide for a tile, or the last loop too short"
    if coefficient(store.index[0], last) != 1:
        return "what it stores does not lie side by side along the last loop"
    source_stride = coefficient(read.index[0], last)
    if source_stride is None or abs(source_stride) <= 1:
        return "what it reads lies side by side along the last loop, or at no steps"
    for across in outer:
        target_stride, step = (coefficient(access.index[0], across) for access in (store, read))
        if step in (1, -1) and target_stride and across.bounds.upper + 1 >= columns:
            if any(coefficient(index, v) is None for index in (store.index[0], read.index[0]) for v in outer):
                return AT_NO_STEPS
            others, first = [v for v in outer if v is not across], 0 if step == 1 else across.bounds.upper
            return Transposition(store, read, others, across, last, first, source_stride, step * target_stride)
    return "what it reads lies side by side along no loop that is long enough for a tile"


class _Tiling(NamedTuple):
    """How a transpose is done: by blocks of so many source rows and columns, with such tiles; whether a block goes through the
    stack, as whole rows of the target or as pieces of them."""

    tile: Tile
    rows: int
    columns: int
    is_staged: bool = False
    nontemporal: bool = False
    has_whole_rows: bool = False


def emit_transposition(kernel: KernelFunction, found: Transposition, is_alone: bool) -> EmittedKernel:
    """Emits a kernel's tasks: bands of source rows by pieces of their columns. One worker `is_alone`, or shares them."""
    return _Emitter(kernel, found, is_alone).emit()


class _Emitter:
    def __init__(self, kernel: KernelFunction, found: Transposition, is_alone: bool) -> None:
        self.kernel, self.found, self.f, self.is_alone = kernel, found, kernel.f, is_alone
        self.size = found.read.type.bytes
        #: Bytes from row to row.
        self.stride, self.target_stride = found.source_stride * self.size, found.target_stride * self.size
        #: Rows and columns of the source.
        self.rows, self.columns = extents([found.last, found.across])
        self.tiling = self._tiling()

    def emit(self) -> EmittedKernel:
        f, found, tiling = self.f, self.found, self.tiling
        blocks, points = -(-self.columns // tiling.columns), prod(extents(found.others))
        streams = tiling.nontemporal and not tiling.is_staged
        wanted = -(-self.f.machine.transposes.tasks // (blocks * points))
        band = tiling.rows if streams else -(-self.rows // (wanted * tiling.rows)) * tiling.rows
        bands = -(-self.rows // band)
        begin, end = f.parameters[1:3]
        self.kernel.outermost = found.others[0] if found.others else None
        is_aligned = None
        if streams:
            address = f.value("i64", f"ptrtoint {self.kernel.pointer(found.store.target)} to i64")
            is_aligned = f.compare("eq", f.binary("and", address, LINE - 1), 0)
        with f.loop(begin, end) as task, self.kernel.emitter.scope():
            point = f.binary("udiv", task, blocks * bands)
            mine = f.binary("urem", task, blocks * bands)
            start = {found.across: Value("i64", str(found.first)), found.last: Value("i64", "0")}
            with self.kernel.emitter.scope({**self.kernel.point(found.others, point), **start}):
                source, target = (self._address(access) for access in (found.read, found.store))
            low, count = self._some_columns(f.binary("urem", mine, blocks))
            top, bottom = self._some_rows(f.binary("udiv", mine, blocks), band)
            source, target = self._at(source, low, self.size), self._at(target, low, self.target_stride)
            if is_aligned is not None:  # as results of programs are: for others there is short code, since LLVM's time counts
                f.if_else(is_aligned, lambda: self._stream(source, target, top, count),
                          lambda: self._along(LaneTile(self.size, 1), source, target, top, bottom, count))
            elif tiling.has_whole_rows:
                self._whole_rows(source, target, count)
            elif tiling.is_staged:
                self._through_stack(source, target, top, bottom, count)
            else:
                self._along(tiling.tile, source, target, top, bottom, count)
        if tiling.nontemporal:
            f.emit("fence seq_cst")  # such stores are not in order with others
        cost = moving_instructions(self.f.machine, self.rows * self.columns * self.size / (blocks * bands), self.size)
        return EmittedKernel(self.kernel.name, points * blocks * bands, cost)

    def _some_columns(self, block: Value) -> tuple[Value, Value]:
        """The first column of a block and how many it has: no fewer than a tile."""
        f, tiling = self.f, self.tiling
        low = f.mul(block, tiling.columns)
        count = f.intrinsic("smin", f.sub(Value("i64", str(self.columns)), low), Value("i64", str(tiling.columns)))
        if self.columns % tiling.tile.columns:
            low = f.intrinsic("smin", low, Value("i64", str(self.columns - tiling.tile.columns)))
            count = f.intrinsic("smax", count, Value("i64", str(tiling.tile.columns)))
        return low, count

    def _some_rows(self, number: Value, band: int) -> tuple[Value, Value]:
        """The rows of a band of so many rows: no fewer than a block."""
        f, tiling = self.f, self.tiling
        top = f.mul(number, band)
        bottom = f.intrinsic("smin", f.add(top, band), Value("i64", str(self.rows)))
        if self.rows % band:
            # Where a part of a line waits for the next block, all of it is to be this band's.
            least = tiling.rows + tiling.tile.rows if tiling.is_staged else tiling.rows
            top = f.intrinsic("smin", top, Value("i64", str(self.rows - least)))
        return top, bottom

    # -- forms --------------------------------------------------------------------------------------------------------
    def _tiling(self) -> _Tiling:
        transposes = self.f.machine.transposes
        target, size = self.kernel.target, self.size
        row, piece = self.columns * size, self.rows * size
        can_store_lines = stores_lines(target) and piece >= LINE
        tile: Tile = LaneTile(size, (LINE if can_store_lines else target.vector_bytes) // LANE)
        has_lines = can_store_lines and row >= LINE
        if has_lines and _collides(self.f.machine, self.stride):
            tile = LineTile(size)
        collides = _collides(self.f.machine, self.stride) or _collides(self.f.machine, self.target_stride)
        large = transposes.large_bytes if self.is_alone or collides else transposes.large_bytes * transposes.of_several
        is_large = can_store_lines and size * prod(self.found.store.target.shape) >= large
        if is_large and self._begins_at_lines():
            tiles = 2 if 2 * tile.rows <= self.rows else 1
            return _Tiling(tile, tiles * tile.rows, min(self.columns, transposes.stream_bytes // size), nontemporal=True)
        follow = self.target_stride == piece and 2 * LINE <= piece <= transposes.short_bytes
        if is_large and follow and target.has_masks and target.vector_bytes == LINE:
            if tile.columns * piece > transposes.stack_bytes:
                tile = LaneTile(size, LINE // LANE)
            line, most = LINE // size, min(max(transposes.together_bytes // piece, tile.columns), transposes.width_bytes // size)
            columns = most // line * line or most // tile.columns * tile.columns
            return _Tiling(tile, self.rows, min(self.columns, columns), True, True, has_whole_rows=True)
        if has_lines and piece >= transposes.least_bytes and (is_large or _collides(self.f.machine, self.target_stride)):
            width = min(transposes.width_of_bytes if size == 1 else transposes.width_bytes, 1 << row.bit_length() - 1)
            height = transposes.piece_bytes if is_large else max(
                LINE, min(transposes.long_piece_bytes, 1 << (-(-piece // transposes.pieces)).bit_length() - 1))
            while height + LINE > piece or width // size * (height + LINE) > transposes.stack_bytes:
                height //= 2
            return _Tiling(LineTile(size), height // size, width // size, True, is_large)
        return _Tiling(tile, tile.rows, max(tile.columns, min(self.columns, transposes.columns)))

    def _begins_at_lines(self) -> bool:
        """Whether all stores of whole tiles are lines of the cache, if the first one is."""
        found, index = self.found, self.found.store.index[0]
        if self.rows * self.size % LINE:
            return False
        line = LINE // self.size
        steps = [coefficient(index, v) for v in (*found.others, found.across)]
        return all(step is not None and step >= 0 and step % line == 0 for step in steps) and interval_of(index).lower % line == 0

    # -- blocks -------------------------------------------------------------------------------------------------------
    def _along(self, tile: Tile, source: Value, target: Value, top: Value, bottom: Value, count: Value) -> None:
        """So many columns from row to row, tile by tile: first those beside each other."""
        f = self.f
        with f.loop(top, bottom, tile.rows) as k:
            row = k if self.rows % tile.rows == 0 else f.intrinsic("smin", k, f.sub(bottom, tile.rows))
            with self._columns(tile, count) as column:
                self._tile(tile, source, target, row, column)

    def _stream(self, source: Value, target: Value, top: Value, count: Value) -> None:
        """So many columns of a block's rows, past the caches."""
        tile = self.tiling.tile
        with self._columns(tile, count) as column:
            place = self._at(self._at(source, top, self.stride), column, self.size)
            for row in range(self.tiling.rows):
                self.f.prefetch(self.f.address(place, row * self.stride + self.f.machine.transposes.ahead_bytes, "i8"), level=2)
            for row in range(0, self.tiling.rows, tile.rows):
                self._tile(tile, source, target, self.f.add(top, row), column, nontemporal=True)

    def _whole_rows(self, source: Value, target: Value, count: Value) -> None:
        """So many columns of all rows, put together on the stack; those of the next block are asked for meanwhile."""
        f, tile, piece, wide = self.f, self.tiling.tile, self.rows * self.size, self.tiling.columns * self.size
        staged = f.slot("i8", self.tiling.columns * piece)
        with f.loop(0, self.rows, tile.rows) as k:
            row = k if self.rows % tile.rows == 0 else f.intrinsic("smin", k, Value("i64", str(self.rows - tile.rows)))
            place, left = self._at(source, row, self.stride), f.address(staged, f.mul(row, self.size), "i8")
            for r in range(tile.rows if self.tiling.columns < self.columns else 0):
                for at in range(0, wide, LINE):
                    f.prefetch(f.address(place, r * self.stride + wide + at, "i8"), level=2)
            with self._columns(tile, count) as column:
                tile.emit(f, self._at(place, column, self.size), self.stride, self._at(left, column, piece), piece)
        store_nontemporal(f, self.kernel.target, target, staged, f.mul(count, piece))

    def _through_stack(self, source: Value, target: Value, top: Value, bottom: Value, count: Value) -> None:
        """So many columns from row to row by blocks, each of which leaves a piece of each target row on the stack. In front of
        the piece is a line that holds what the last block left there of it; from there on, whole lines are stored."""
        f, tiling, size = self.f, self.tiling, self.size
        length = tiling.rows * size
        pitch = length + LINE
        pieces, line = f.slot("i8", tiling.columns * pitch), vector("i8", LINE)
        with f.loop(top, bottom, tiling.rows) as k:
            row = f.intrinsic("smin", k, f.sub(bottom, tiling.rows))
            is_first, is_last = f.compare("eq", k, top), f.compare("eq", f.add(row, tiling.rows), bottom)
            # A block that overlaps another loads what that one left, too.
            before = f.select(f.compare("slt", row, k), Value("i64", str(-tiling.tile.rows)), Value("i64", "0"))
            with f.loop(before, tiling.rows, tiling.tile.rows) as r, self._columns(tiling.tile, count) as column:
                place = f.add(f.mul(column, pitch), f.mul(f.add(r, tiling.tile.rows), size))
                tiling.tile.emit(f, self._at(self._at(source, f.add(row, r), self.stride), column, size), self.stride,
                               f.address(pieces, place, "i8"), pitch)
            following = self._at(source, f.add(row, tiling.rows), self.stride)
            start = self._at(target, f.sub(row, tiling.tile.rows), size)
            with f.loop(0, count) as column:
                if tiling.nontemporal:
                    self._fetch(following, column)
                piece = f.address(pieces, f.mul(column, pitch), "i8")
                self._store_piece(piece, self._at(start, column, self.target_stride), length, is_first, is_last)
                f.store(f.load(line, f.address(piece, length, "i8"), align=LINE), piece, align=LINE)

    def _store_piece(self, piece: Value, target: Value, length: int, is_first: Value, is_last: Value) -> None:
        """Stores the whole lines of a piece, and all there is at the ends of a target row; `target` is where the line in front of
        the piece would go. Stores past the caches share no line with others: these would have to wait for memory."""
        f, line, nontemporal = self.f, vector("i8", LINE), self.tiling.nontemporal

        def move(at: Value | int, align: int, nontemporal: bool = False) -> None:
            f.store(f.load(line, f.address(piece, at, "i8"), align=1), f.address(target, at, "i8"), align=align,
                    nontemporal=nontemporal)

        count = length // LINE
        offset = f.sub(Value("i64", str(LINE)), f.binary("and", f.value("i64", f"ptrtoint {target} to i64"), LINE - 1))
        with f.when(is_first):
            move(LINE, 1)
            if nontemporal:
                move(f.add(offset, LINE), LINE)
        low = f.select(is_first, Value("i64", "2" if nontemporal else "1"), Value("i64", "0"))
        high = f.select(is_last, Value("i64", str(count - 1)), Value("i64", str(count))) if nontemporal else count
        with f.loop(low, high) as k:
            move(f.add(offset, f.mul(k, LINE)), LINE, nontemporal)
        with f.when(is_last):
            if nontemporal:
                move(f.add(offset, (count - 1) * LINE), LINE)
            move(length, 1)

    def _fetch(self, source: Value, column: Value) -> None:
        """Asks for some of the lines of a block: as many as are stored of a column's piece, so that all columns ask for all."""
        f, tiling = self.f, self.tiling
        count, wide = tiling.rows * self.size // LINE, tiling.columns * self.size // LINE
        first = f.mul(column, count)
        row = self._at(source, f.binary("udiv", first, wide), self.stride)
        low = f.mul(f.binary("urem", first, wide), LINE) if count < wide else Value("i64", "0")
        for _ in range(0, count, wide):
            for at in range(0, min(count, wide) * LINE, LINE):
                f.prefetch(f.address(f.address(row, low, "i8"), at, "i8"), level=2)
            if self.stride % LINE:  # rows begin within a line and end within one more
                f.prefetch(f.address(row, wide * LINE - 1, "i8"), level=2)
            row = f.address(row, self.stride, "i8")

    # -- tiles --------------------------------------------------------------------------------------------------------
    @contextmanager
    def _columns(self, tile: Tile, count: Value) -> Iterator[Value]:
        """The first columns of the tiles of so many columns."""
        f, columns = self.f, tile.columns
        with f.loop(0, count, columns) as k:
            yield k if self.columns % columns == 0 else f.intrinsic("smin", k, f.sub(count, columns))

    def _tile(self, tile: Tile, source: Value, target: Value, row: Value, column: Value, nontemporal: bool = False) -> None:
        """The tile at a row and column of the source."""
        place = self._at(self._at(source, row, self.stride), column, self.size)
        goal = self._at(self._at(target, column, self.target_stride), row, self.size)
        tile.emit(self.f, place, self.stride, goal, self.target_stride, nontemporal)

    def _address(self, access: Read | Store) -> Value:
        """The address of an access at this point, at the first row and column."""
        source = access.source if isinstance(access, Read) else access.target
        return self._at(self.kernel.pointer(source), self.kernel.emitter.index(access.index[0]), self.size)

    def _at(self, base: Value, index: Value, stride: int) -> Value:
        return self.f.address(base, self.f.mul(index, stride), "i8")


def _collides(machine: Machine, stride: int) -> bool:
    """Whether rows so many bytes apart share their places in the first-level cache."""
    transposes = machine.transposes
    apart = abs(stride) % transposes.colliding_bytes
    return min(apart, transposes.colliding_bytes - apart) <= transposes.nearly_bytes
