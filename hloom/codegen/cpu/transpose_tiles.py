"""The tiles that transposes consist of: so many elements of some source rows, which become whole registers of target rows.

All sizes of elements are moved as bits, in registers that are interleaved in lanes of 16 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from hloom.codegen.cpu.squares import transpose_blocks, transpose_lanes, transpose_square
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import vector

#: Bytes of a lane in which registers are interleaved, and of a line of the cache.
LANE, LINE = 16, 64
#: Bytes of the largest elements of which a square of lines has too many rows for registers.
SMALL = 2


@dataclass(frozen=True)
class LaneTile:
    """16 bytes of each row, which are loaded row by row, a register with a row in each of its lanes."""

    #: Bytes of an element, and lanes of a register.
    size: int
    lanes: int

    @property
    def rows(self) -> int:
        return self.lanes * self.columns

    @property
    def columns(self) -> int:
        return LANE // self.size

    def emit(self, f: Function, source: Value, stride: int, target: Value, target_stride: int, past_caches: bool = False) -> None:
        """From source rows to target rows that lie so many bytes apart."""
        unit = _unit(self.size)
        units = LANE * 8 // int(unit[1:])
        registers = []
        for c in range(self.columns):
            parts = [f.load(vector(unit, units), f.address(source, (c + self.columns * q) * stride, "i8"))
                     for q in range(self.lanes)]
            registers.append(f.joined(parts))
        for c, register in enumerate(transpose_lanes(f, registers, self.columns, units)):
            _store(f, register, target, c * target_stride, past_caches)


@dataclass(frozen=True)
class LineTile:
    """A line of the cache of each row, which is loaded once: where rows share their places in the first-level cache, it is gone
    before it could be loaded again. There are as many rows as elements in a line."""

    size: int

    @property
    def rows(self) -> int:
        return LINE // self.size

    @property
    def columns(self) -> int:
        return LINE // self.size

    def emit(self, f: Function, source: Value, stride: int, target: Value, target_stride: int, past_caches: bool = False) -> None:
        """From source rows to target rows that lie so many bytes apart."""
        unit = _unit(self.size)
        register, units = vector(unit, LINE * 8 // int(unit[1:])), LANE // self.size
        if self.size > SMALL:
            rows = [f.load(register, f.address(source, c * stride, "i8")) for c in range(self.rows)]
            made = transpose_square(f, rows) if units > 1 else transpose_blocks(f, rows, LANE // 8)
            for c, row in enumerate(made):
                _store(f, row, target, c * target_stride, past_caches)
            return
        # As many rows at once as a lane has elements: then each lane is a part of the target row of its own number.
        parts, groups = f.slot(register, self.rows), LINE // LANE
        with f.loop(0, self.rows, units) as first:
            place = f.address(source, f.mul(first, stride), "i8")
            rows = [f.load(register, f.address(place, c * stride, "i8")) for c in range(units)]
            for c, part in enumerate(transpose_lanes(f, rows, units, units)):
                f.store(part, f.address(parts, f.add(first, c), register), align=LINE)
        with f.loop(0, units) as c:
            row = [f.bitcast(f.load(register, f.address(parts, f.add(c, g * units), register), align=LINE), "<8 x i64>")
                   for g in range(groups)]
            place = f.address(target, f.mul(c, target_stride), "i8")
            for lane, made in enumerate(transpose_blocks(f, row, LANE // 8)):
                _store(f, made, place, lane * units * target_stride, past_caches)


Tile = LaneTile | LineTile


def _unit(size: int) -> str:
    return f"i{min(8 * size, 64)}"


def _store(f: Function, register: Value, target: Value, offset: int, past_caches: bool) -> None:
    f.store(register, f.address(target, offset, "i8"), align=LINE if past_caches else None, nontemporal=past_caches)
