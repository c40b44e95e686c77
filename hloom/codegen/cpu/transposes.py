"""Transposes: elements that lie beside each other in the source go to different rows of the target, and the other way round.

Tiles of R source rows by C columns, 16 bytes of each row, are loaded row by row, each register with a row in each of its lanes
of 16 bytes; the lanes are transposed by interleaving registers, whatever the size of an element, and stored as whole registers,
one a target row. All sizes of elements are moved as bits. What is left over is done by tiles that overlap others.

Large results whose rows begin at lines of the cache are stored past the caches, along the source rows, which come from memory as
so many streams, by two tiles below each other where these are not too many: memory takes two lines beside each other as it takes
one. Of others, narrow blocks of source columns are walked down, so that a target row is written piece by piece while it is in
the cache.
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

    def emit(self) -> EmittedKernel:
        f, found = self.f, self.found
        streams = self._may_stream()
        is_aligned = None
        if streams:
            address = f.value("i64", f"ptrtoint {self.kernel.pointer(found.store.target)} to i64")
            is_aligned = f.compare("eq", f.binary("and", address, _LINE - 1), 0)
        tiles = 2 if streams and 2 * self.tile_rows <= min(_STREAMS, self.rows) else 1
        height = tiles * self.tile_rows
        bands = -(-self.rows // height)
        width = min(self.columns, _STREAM // self.size if streams else max(_COLUMNS, self.tile_columns))
        blocks = -(-self.columns // width)
        tasks_each = blocks * bands if streams else blocks
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
                f.if_else(is_aligned, lambda: self._along(source, target, row, low, high, True, tiles),
                          lambda: self._along(source, target, row, low, high, False, tiles))
            else:
                with f.loop(0, self.rows, self.tile_rows) as k:
                    row = f.intrinsic("smin", k, Value("i64", str(self.rows - self.tile_rows)))
                    self._along(source, target, row, low, high, False)
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

    def _address(self, access: Read | Store) -> Value:
        """The address of an access at this point, at the first row and column."""
        source = access.source if isinstance(access, Read) else access.target
        index = self.kernel.emitter.index(access.index[0])
        return self._at(self.kernel.pointer(source), index)

    def _at(self, base: Value, index: Value) -> Value:
        return self.f.address(base, self.f.mul(index, self.size) if self.size > 1 else index, "i8")

    def _along(self, source: Value, target: Value, row: Value, low: Value, high: Value, past_caches: bool,
               tiles: int = 1) -> None:
        """So many tiles below each other, from a row on, from a column to another."""
        f = self.f
        with f.loop(low, high, self.tile_columns) as k:
            column = k if self.columns % self.tile_columns == 0 else f.intrinsic(
                "smin", k, Value("i64", str(self.columns - self.tile_columns)))
            for tile in range(tiles):
                self._tile(source, target, f.add(row, tile * self.tile_rows), column, past_caches)

    def _tile(self, source: Value, target: Value, row: Value, column: Value, past_caches: bool) -> None:
        f, found = self.f, self.found
        units = _LANE * 8 // int(self.unit[1:])
        part = vector(self.unit, units)
        first = self._at(source, f.add(f.mul(row, found.source_stride), column))
        registers = []
        for c in range(self.tile_columns):
            parts = [f.load(part, self._row(first, (c + self.tile_columns * q) * found.source_stride)) for q in range(self.lanes)]
            registers.append(_joined(f, parts))
        registers = transpose_lanes(f, registers, self.tile_columns, units)
        start = self._at(target, f.add(f.mul(column, found.target_stride), row))
        for c, register in enumerate(registers):
            f.store(register, self._row(start, c * found.target_stride), align=_LINE if past_caches else None,
                    nontemporal=past_caches)

    def _row(self, first: Value, elements: int) -> Value:
        return self.f.address(first, elements * self.size, "i8")


def _joined(f: Function, parts: Sequence[Value]) -> Value:
    """Vectors behind each other as one."""
    joined = list(parts)
    while len(joined) > 1:
        joined = [f.shuffle(a, b, range(2 * lanes(a.type))) for a, b in zip(joined[::2], joined[1::2])]
    return joined[0]
