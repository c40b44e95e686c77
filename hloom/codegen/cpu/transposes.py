"""Transposes: elements that lie beside each other in the source go to different rows of the target, and the other way round.

Tiles of R source rows by C columns, 16 bytes of each row, are loaded row by row, each register with a row in each of its lanes
of 16 bytes; the lanes are transposed by interleaving registers, whatever the size of an element, and stored as whole registers,
one a target row. All sizes of elements are moved as bits. What is left over is done by tiles that overlap others.

Large results whose rows begin at lines of the cache are stored past the caches, along the source rows, which come from memory as
so many streams, by two tiles below each other where these are not too many: memory takes two lines beside each other as it takes
one. Of others, narrow blocks of source columns are walked down, so that a target row is written piece by piece while it is in
the cache.

Rows that lie a power of two apart share their places in the first-level cache, which holds a dozen of them: no more lines can be
on their way to it, and those that are there are gone before all of their 16 bytes are taken. There, blocks of some lines of the
cache are brought side by side first, where tiles take them from, and several lines of a target row are stored behind each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.kernel_function import EmittedKernel, KernelFunction
from hloom.codegen.cpu.squares import transpose_lanes
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import bytes_of
from hloom.codegen.llvm.values import Value, lanes, vector
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, interval_of
from hloom.expr.scalar import Read

#: Bytes of a lane in which registers are interleaved, and of a line of the cache.
_LANE, _LINE = 16, 64
#: Bytes of a result that does not stay in the caches.
_LARGE = 8 << 20
#: Source rows that are read as streams, at most, where a task takes more than one tile of them.
_STREAMS = 32
#: Bytes that rows lie apart (or a multiple) where too many of them share places in the first-level cache. Lines of a block in a
#: source row and in a target row, at most, and bytes of a block.
_COLLIDING, _BLOCK_LINES, _BLOCK_BYTES = 2048, 4, 32 << 10
#: Bytes of the largest elements that are stored past the caches by blocks.
_SMALL = 2
#: Bytes of a source row that a task takes in a large transpose, and source columns of a block in others.
_STREAM, _COLUMNS = 4096, 64


class Transposition(NamedTuple):
    """A kernel that only moves elements: contiguous along `last` in the target and along `across` in the source."""

    store: Store
    read: Read
    others: list[Symbol]
    across: Symbol
    last: Symbol
    #: Elements from one step of `last` to the next in the source, and of `across` in the target.
    source_stride: int
    target_stride: int


def transposition(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], target: Target) -> Transposition | None:
    """What loops over one store transpose, if they do only that and there is enough of it for tiles."""
    if len(stores) != 1 or not isinstance(stores[0].scalar, Read):
        return None
    (store,) = stores
    read: Any = store.scalar
    size = bytes_of(read.type)
    columns = _LANE // size
    if columns == 0 or last.bounds.upper + 1 < target.vector_bytes // size or coefficient(store.index[0], last) != 1:
        return None
    source_stride = coefficient(read.index[0], last)
    if source_stride is None or abs(source_stride) <= 1:
        return None
    for across in outer:
        target_stride = coefficient(store.index[0], across)
        if coefficient(read.index[0], across) == 1 and target_stride and across.bounds.upper + 1 >= columns:
            if any(coefficient(index, v) is None for index in (store.index[0], read.index[0]) for v in outer):
                return None
            return Transposition(store, read, [v for v in outer if v is not across], across, last, source_stride, target_stride)
    return None


def emit_transposition(kernel: KernelFunction, found: Transposition) -> EmittedKernel:
    """Emits a kernel's tasks: bands of rows by pieces of their columns, or blocks of columns."""
    return _Emitter(kernel, found).emit()


class _Emitter:
    def __init__(self, kernel: KernelFunction, found: Transposition) -> None:
        self.kernel, self.found, self.f = kernel, found, kernel.f
        self.size = bytes_of(found.read.type)
        self.lanes = kernel.target.vector_bytes // _LANE
        #: Rows and columns of the source, and of a tile.
        self.rows, self.columns = extents([found.last, found.across])
        self.tile_columns = _LANE // self.size
        self.tile_rows = self.lanes * self.tile_columns
        self.unit = f"i{min(8 * self.size, 64)}"
        self.streams = self._may_stream()
        #: Bytes that a block takes of a source row; 0 where there are no blocks.
        self.block_bytes = self._block_bytes()

    def emit(self) -> EmittedKernel:
        f, found, streams = self.f, self.found, self.streams
        is_aligned = None
        if streams:
            address = f.value("i64", f"ptrtoint {self.kernel.pointer(found.store.target)} to i64")
            is_aligned = f.compare("eq", f.binary("and", address, _LINE - 1), 0)
        tiles = self._tiles()
        height = tiles * self.tile_rows
        bands = -(-self.rows // height)
        width = min(self.columns, _STREAM // self.size if streams else max(
            _COLUMNS, self.tile_columns, self.block_bytes // self.size))
        blocks = -(-self.columns // width)
        tasks_each = blocks * bands if streams else blocks
        along = self._by_blocks if self.block_bytes else self._along
        begin, end = f.parameters[1:3]
        with f.loop(begin, end) as task, self.kernel.emitter.scope():
            point = f.binary("udiv", task, tasks_each)
            mine = f.binary("urem", task, tasks_each)
            zero = Value("i64", "0")
            with self.kernel.emitter.scope({**self.kernel.point(found.others, point), found.across: zero, found.last: zero}):
                source, target = (self._address(access) for access in (found.read, found.store))
            block = f.binary("urem", mine, blocks) if streams else mine
            low = f.mul(block, width)
            high = f.intrinsic("smin", f.add(low, width), Value("i64", str(self.columns)))
            if streams:
                assert is_aligned is not None
                row = f.mul(f.binary("udiv", mine, blocks), height)
                if self.rows % height:
                    row = f.intrinsic("smin", row, Value("i64", str(self.rows - height)))
                f.if_else(is_aligned, lambda: along(source, target, row, low, high, True, tiles),
                          lambda: along(source, target, row, low, high, False, tiles))
            else:
                with f.loop(0, self.rows, height) as k:
                    row = f.intrinsic("smin", k, Value("i64", str(self.rows - height)))
                    along(source, target, row, low, high, False, tiles)
        if streams:
            f.emit("fence seq_cst")  # such stores are not in order with others
        cost = self.rows * self.columns / tasks_each / self.tile_columns
        return EmittedKernel(self.kernel.name, prod(extents(found.others)) * tasks_each, cost)

    def _may_stream(self) -> bool:
        """Whether all stores of whole tiles are lines of the cache, if the first one is, in a result that is too large for it."""
        found, index = self.found, self.found.store.index[0]
        if self.lanes * _LANE != _LINE or self.rows % self.tile_rows or bytes_of(found.read.type) * prod(
                found.store.target.shape) < _LARGE:
            return False
        line = _LINE // self.size
        steps = [coefficient(index, v) for v in (*found.others, found.across)]
        return all(step is not None and step >= 0 and step % line == 0 for step in steps) and interval_of(index).lower % line == 0

    def _block_bytes(self) -> int:
        """A power of two, so many that blocks that overlap at the end of a row do little twice."""
        source_collides, target_collides = (stride * self.size % _COLLIDING == 0
                                            for stride in (self.found.source_stride, self.found.target_stride))
        is_worth_it = self.size <= _SMALL and (source_collides or target_collides) if self.streams else target_collides
        if not is_worth_it or self.lanes * _LANE != _LINE:
            return 0
        row = self.columns * self.size
        sizes = [_LINE << k for k in range(_BLOCK_LINES.bit_length())]
        return max((n for n in sizes if n <= row and -(-row // n) * n <= row * 9 // 8), default=0)

    def _tiles(self) -> int:
        """How many tiles below each other a task takes at once: as far as there are rows for them."""
        if self.block_bytes:
            wanted = min(_BLOCK_LINES, _BLOCK_BYTES // (self.block_bytes * self.tile_rows))
        else:
            wanted = 2 if self.streams and 2 * self.tile_rows <= _STREAMS else 1
        return max(1, min(wanted, self.rows // self.tile_rows))

    def _address(self, access: Read | Store) -> Value:
        """The address of an access at this point, at the first row and column."""
        source = access.source if isinstance(access, Read) else access.target
        index = self.kernel.emitter.index(access.index[0])
        return self._at(self.kernel.pointer(source), index)

    def _at(self, base: Value, index: Value) -> Value:
        return self.f.address(base, self.f.mul(index, self.size) if self.size > 1 else index, "i8")

    def _along(self, source: Value, target: Value, row: Value, low: Value, high: Value, past_caches: bool, tiles: int) -> None:
        """So many tiles below each other, from a row on, from a column to another."""
        f, found = self.f, self.found
        with f.loop(low, high, self.tile_columns) as k:
            column = k if self.columns % self.tile_columns == 0 else f.intrinsic(
                "smin", k, Value("i64", str(self.columns - self.tile_columns)))
            for tile in range(tiles):
                top = f.add(row, tile * self.tile_rows)
                self._tile(self._at(source, f.add(f.mul(top, found.source_stride), column)), found.source_stride * self.size,
                           self._at(target, f.add(f.mul(column, found.target_stride), top)), past_caches)

    def _by_blocks(self, source: Value, target: Value, row: Value, low: Value, high: Value, past_caches: bool,
                   tiles: int) -> None:
        """The same by blocks, whose lines are brought side by side; those of the next one are asked for meanwhile."""
        f, bytes, columns = self.f, self.block_bytes, self.block_bytes // self.size
        stride, height = self.found.source_stride * self.size, tiles * self.tile_rows
        line, block = vector("i8", _LINE), f.slot("i8", height * bytes)
        with f.loop(low, high, columns) as k:
            column = k if self.columns % columns == 0 else f.intrinsic("smin", k, Value("i64", str(self.columns - columns)))
            first = self._at(source, f.add(f.mul(row, self.found.source_stride), column))
            with f.loop(0, height) as r:
                place, goal = f.address(first, f.mul(r, stride), "i8"), f.address(block, f.mul(r, bytes), "i8")
                for at in range(0, bytes, _LINE):
                    f.store(f.load(line, f.address(place, at, "i8"), align=self.size), f.address(goal, at, "i8"), align=_LINE)
            start = self._at(target, f.add(f.mul(column, self.found.target_stride), row))
            with f.loop(0, bytes, _LANE) as piece, f.loop(0, tiles) as tile:
                if past_caches:
                    self._fetch(f.address(first, bytes, "i8"), tile, piece)
                within = f.address(block, f.add(f.mul(tile, self.tile_rows * bytes), piece), "i8")
                # As many elements to the right in a block are as many rows further down in the target.
                place = f.add(f.mul(piece, self.found.target_stride), f.mul(tile, self.tile_rows * self.size))
                self._tile(within, bytes, f.address(start, place, "i8"), past_caches)

    def _fetch(self, first: Value, tile: Value, piece: Value) -> None:
        """Asks for the line of a block that `piece`, a number of bytes, lies in, for a part of a tile's source rows: all rows are
        asked for by the four pieces of the line."""
        f, stride = self.f, self.found.source_stride * self.size
        part = self.tile_rows * _LANE // _LINE
        mine = f.mul(f.binary("urem", f.binary("udiv", piece, _LANE), _LINE // _LANE), part)
        top = f.address(first, f.mul(f.add(f.mul(tile, self.tile_rows), mine), stride), "i8")
        top = f.address(top, f.binary("and", piece, -_LINE), "i8")
        for r in range(part):
            f.prefetch(f.address(top, r * stride, "i8"), level=2)

    def _tile(self, source: Value, stride: int, target: Value, past_caches: bool) -> None:
        """One tile, whose source rows are so many bytes apart."""
        f = self.f
        units = _LANE * 8 // int(self.unit[1:])
        part = vector(self.unit, units)
        registers = []
        for c in range(self.tile_columns):
            parts = [f.load(part, f.address(source, (c + self.tile_columns * q) * stride, "i8")) for q in range(self.lanes)]
            registers.append(_joined(f, parts))
        for c, register in enumerate(transpose_lanes(f, registers, self.tile_columns, units)):
            f.store(register, f.address(target, c * self.found.target_stride * self.size, "i8"),
                    align=_LINE if past_caches else None, nontemporal=past_caches)


def _joined(f: Function, parts: Sequence[Value]) -> Value:
    """Vectors behind each other as one."""
    joined = list(parts)
    while len(joined) > 1:
        joined = [f.shuffle(a, b, range(2 * lanes(a.type))) for a, b in zip(joined[::2], joined[1::2])]
    return joined[0]
